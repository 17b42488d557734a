import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery } from '@/data/fields/fields';
import { toInputText } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { sameName } from '@/domain/works/work';
import type { WorkEntry } from '@/features/works/log/use-work-form';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SearchField } from '@/ui/forms/search-field';
import type { FieldText } from './job-more';
import { changedAt, PartCard } from './part-card';

const MAX_SHOWN = 30;

/** The fields of the job. They fill in the quantity of a line that is charged by area, until somebody changes it. */
export function FieldParts({ entry }: { entry: WorkEntry }) {
  const { more, setMore, account, text } = entry;
  const { data: all = [] } = useQuery(fieldsQuery(account.ownerId));
  const fields = all
    .filter(({ archivedOn }) => archivedOn === null)
    .map(({ id, name, customer, areaHa, workedAreaHa }) => ({ id, name, customer, areaHa: workedAreaHa ?? areaHa }));
  const [search, setSearch] = useState('');
  const setFields = (chosen: readonly FieldText[]) => setMore({ ...more, fields: chosen });
  const isCustomers = ({ customer }: { customer: string | null }) =>
    customer !== null && sameName(customer, text.customer);
  // The customer's own fields first.
  const found = fields
    .filter(({ name, customer }) => matchesSearch(search, [name, customer ?? '']))
    .toSorted((a, b) => Number(isCustomers(b)) - Number(isCustomers(a)));
  return (
    <>
      {fields.length === 0 && <p className="hint">The farm has no fields yet.</p>}
      {fields.length > 8 && (
        <SearchField label="Search fields" value={search} onChange={({ target }) => setSearch(target.value)} />
      )}
      <fieldset className="chips" aria-label="Fields">
        {found.slice(0, MAX_SHOWN).map(({ id, name, customer, areaHa }) => {
          const at = more.fields.findIndex(({ fieldId }) => fieldId === id);
          return (
            <Chip
              key={id}
              pressed={at >= 0}
              onClick={() =>
                setFields(
                  at >= 0
                    ? changedAt(more.fields, at, null)
                    : [...more.fields, { fieldId: id, name, area: toInputText(areaHa), part: '' }],
                )
              }
            >
              {name}, {toInputText(areaHa)} ha
              {customer !== null && !sameName(customer, text.customer) && ` (${customer})`}
            </Chip>
          );
        })}
      </fieldset>
      {found.length > MAX_SHOWN && <p className="hint">Search to see the other {found.length - MAX_SHOWN}.</p>}
      {more.fields.map((field, at) => {
        const change = (part: Partial<FieldText> | null) => setFields(changedAt(more.fields, at, part));
        return (
          <PartCard key={field.fieldId} title={field.name} onRemove={() => change(null)}>
            <div className="grid grid-cols-2 gap-3">
              <NumberField
                label="Area worked"
                after="ha"
                value={field.area}
                onChange={({ target }) => change({ area: target.value })}
              />
              <TextField
                label="Part"
                optional
                maxLength={80}
                value={field.part}
                onChange={({ target }) => change({ part: target.value })}
              />
            </div>
          </PartCard>
        );
      })}
    </>
  );
}
