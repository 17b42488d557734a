import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldsQuery } from '@/data/fields/fields';
import { toInputText } from '@/domain/core/money';
import { matchesSearch, sameName } from '@/domain/core/search';
import type { FieldText } from '@/domain/works/job-more';
import { Chip } from '@/ui/forms/chip';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SearchField } from '@/ui/forms/search-field';
import { NoChoices, PartCard, withElementAt, withToggled, type EditedJob } from './part-card';

const MAX_SHOWN = 30;

/** The fields of the job. Their area fills in the quantity of a line that is charged by area, until a user changes it. */
export function FieldParts({ job }: { job: EditedJob }) {
  const { more, setMore, account, text } = job;
  const stored = useQuery(fieldsQuery(account.ownerId));
  const fields = (stored.data ?? [])
    .filter(({ archivedOn }) => archivedOn === null)
    .map(({ id, name, customer, areaHa, workedAreaHa }) => ({ id, name, customer, areaHa: workedAreaHa ?? areaHa }));
  const [search, setSearch] = useState('');
  const setFields = (chosen: readonly FieldText[]) => setMore({ ...more, fields: chosen });
  const isOfThisCustomer = ({ customer }: { customer: string | null }) =>
    customer !== null && sameName(customer, text.customer);
  // The fields of the job's customer first.
  const found = fields
    .filter(({ name, customer }) => matchesSearch(search, [name, customer ?? '']))
    .toSorted((a, b) => Number(isOfThisCustomer(b)) - Number(isOfThisCustomer(a)));
  return (
    <>
      {fields.length === 0 && <NoChoices query={stored} none="The farm has no fields yet." />}
      {fields.length > 8 && (
        <SearchField label="Search fields" value={search} onChange={({ target }) => setSearch(target.value)} />
      )}
      <fieldset className="chips" aria-label="Fields">
        {found.slice(0, MAX_SHOWN).map(({ id, name, customer, areaHa }) => {
          const at = more.fields.findIndex(({ fieldId }) => fieldId === id);
          const area = toInputText(areaHa);
          return (
            <Chip
              key={id}
              pressed={at >= 0}
              onClick={() => setFields(withToggled(more.fields, at, { fieldId: id, name, area, part: '' }))}
            >
              {name}, {area} ha
              {customer !== null && !sameName(customer, text.customer) && ` (${customer})`}
            </Chip>
          );
        })}
      </fieldset>
      {found.length > MAX_SHOWN && <p className="hint">Search to see the other {found.length - MAX_SHOWN}.</p>}
      {more.fields.map((field, at) => {
        const change = (patch: Partial<FieldText> | null) => setFields(withElementAt(more.fields, at, patch));
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
