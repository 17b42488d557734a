import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { customersQuery } from '@/data/customers/customers';
import { withoutFailureMessage } from '@/data/load-failed';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { periodPresets } from '@/domain/core/time';
import { isFiltered, NO_FILTER, type NoteFilter } from '@/domain/notes/note';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { ChipSelect } from '@/ui/forms/chip';
import { SearchField } from '@/ui/forms/search-field';
import { usePausedSearch } from '@/ui/forms/use-paused-search';
import { useAddress } from '@/ui/use-address';
import { readFilter } from './notes-address';

const ACTIONS = [
  { value: 'open', label: 'Needs action' },
  { value: 'done', label: 'Done' },
];

/** The filters of the notes list, stored in the URL so that links lead to the same list. */
export function NoteFilters({
  filter,
  onChange,
}: {
  filter: NoteFilter;
  onChange: (change: Partial<NoteFilter>) => void;
}) {
  const account = useAccount();
  const { ownerId, userId, role, settings } = account;
  const today = useToday();
  const admin = role === 'admin';
  const titles = useQuery(noteTitlesQuery(ownerId)).data;
  const customers = useQuery(withoutFailureMessage(customersQuery(account))).data;
  const crew = useQuery({ ...crewQuery(ownerId), enabled: admin }).data;
  const [address] = useAddress();
  // The text as typed, with its spaces; the filter's text is trimmed.
  const [search, type] = usePausedSearch(
    address.get('q') ?? '',
    (current) => isFiltered(readFilter(current)),
    (text) => onChange({ search: text }),
  );
  const titleOptions = useMemo(() => {
    const names = (titles ?? []).map(({ title }) => title);
    // The URL may contain a title that is no longer on the list.
    const all = filter.title === '' || names.includes(filter.title) ? names : [...names, filter.title];
    return all.map((title) => ({ value: title, label: title }));
  }, [titles, filter.title]);
  const customerOptions = useMemo(() => {
    const names = (customers ?? []).filter(({ active }) => active).map(({ name }) => name);
    const all = filter.customer === '' || names.includes(filter.customer) ? names : [...names, filter.customer];
    return all.map((name) => ({ value: name, label: name }));
  }, [customers, filter.customer]);
  const people = useMemo(
    () => [
      { value: userId, label: 'Me' },
      ...(crew ?? []).map(({ id, firstName, lastName }) => ({
        value: id,
        label: [firstName, lastName].filter(Boolean).join(' ') || 'Someone',
      })),
    ],
    [crew, userId],
  );
  const periods = useMemo(() => periodPresets(today, settings.region), [today, settings.region]);
  const period = periods.find(({ from, to }) => from === filter.from && to === filter.to);
  const dated = filter.from !== '' || filter.to !== '';
  return (
    <div className="grid gap-2">
      <SearchField label="Search notes" maxLength={100} value={search} onChange={({ target }) => type(target.value)} />
      <div className="flex flex-wrap gap-2">
        <ChipSelect
          label="Action"
          value={filter.action}
          options={ACTIONS}
          onChange={(action) => onChange({ action: action === 'open' || action === 'done' ? action : '' })}
        />
        <ChipSelect
          label="Title"
          value={filter.title}
          options={titleOptions}
          onChange={(title) => onChange({ title })}
        />
        {admin && (
          <ChipSelect
            label="Person"
            value={filter.person}
            options={people}
            onChange={(person) => onChange({ person })}
          />
        )}
        {customerOptions.length > 0 && (
          <ChipSelect
            label="Customer"
            value={filter.customer}
            options={customerOptions}
            onChange={(customer) => onChange({ customer })}
          />
        )}
        <ChipSelect
          label={dated && !period ? 'Chosen days' : 'Days'}
          value={period?.id ?? ''}
          options={periods.map(({ id, label }) => ({ value: id, label }))}
          onChange={(id) => {
            const chosen = periods.find((one) => one.id === id);
            onChange({ from: chosen?.from ?? '', to: chosen?.to ?? '' });
          }}
        />
        {isFiltered(filter) && (
          <Button variant="quiet" onClick={() => onChange(NO_FILTER)}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
