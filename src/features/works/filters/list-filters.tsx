import { useQuery } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import { lazy, memo, Suspense, useMemo } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { customersQuery } from '@/data/customers/customers';
import { tasksQuery } from '@/data/prices/tasks';
import { workTaskNamesQuery } from '@/data/summaries';
import type { ListPrintout } from '@/domain/core/list-printout';
import { compareNames } from '@/domain/core/search';
import { periodPresets } from '@/domain/core/time';
import { UNITS } from '@/domain/core/units';
import { EVERYBODY, FILTERS, MAX_SEARCH_LENGTH, STATUSES, defaultOrder } from '@/features/works/list/list-address';
import type { ListAddress } from '@/features/works/list/use-list-address';
import type { WorksList } from '@/features/works/list/use-works-list';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';
import { SearchField } from '@/ui/forms/search-field';
import { usePausedSearch } from '@/ui/forms/use-paused-search';
import { useWide } from '@/ui/layout/use-wide';
import { PrintButton } from '@/ui/lists/print-button';
import { PdfButton } from '@/widgets/pdf-button';
import { DeletedButton, ExportButton, GroupChip } from './list-tools';
import { SavedMenu } from './saved-filters-menu';
import { SeveralChips } from './several-chips';

const PlaceChips = lazy(async () => ({ default: (await import('./place-chips')).PlaceChips }));

const SORTS = [
  { value: 'date', label: 'By date' },
  { value: 'newest', label: 'Newest first' },
] as const;

const UNIT_OPTIONS = UNITS.map(({ code, label }) => ({ value: code, label }));

const RANGE_ERROR = 'This is before the first date. Choose a later one.';

/** The list's URL, and whether its rows are rendered; the options of the filters are loaded only then. */
type FilterProps = { address: ListAddress; painted: boolean };

/** The filters, as chips with their values. Memoised: slow to render, and independent of the rows. */
export const ListFilters = memo(function ListFilters({
  address,
  painted,
  totals,
  print,
  readPrintout,
}: FilterProps & Pick<WorksList, 'totals'> & { print: () => void; readPrintout: () => Promise<ListPrintout> }) {
  const { account, today, view, set } = address;
  const { filter, period } = view;
  const wide = useWide();
  const { region } = account.settings;
  // Memoised, because calculating the dates is slow and this renders after each response.
  const periods = useMemo(
    () => [
      ...periodPresets(today, region).map(({ id, label }) => ({ value: id, label })),
      { value: 'custom', label: 'Choose dates' },
    ],
    [today, region],
  );
  const needsChip = (status: 'needs_rate' | 'needs_quantity', count: number, label: string) => {
    const pressed = filter.statuses.includes(status);
    return (
      (count > 0 || pressed) && (
        <Chip pressed={pressed} onClick={() => set({ status: pressed ? '' : status })}>
          <CircleDashed aria-hidden="true" />
          {label} {count}
        </Chip>
      )
    );
  };
  return (
    <div className="grid min-w-0 gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ListSearch address={address} />
        {wide && <GroupChip address={address} />}
        {wide && <SortChip address={address} />}
        {wide && <SavedMenu address={address} painted={painted} />}
        <PrintButton onPress={print} />
        {wide && <DeletedButton address={address} />}
        {wide && <PdfButton look="chip" className="ml-auto" read={readPrintout} />}
        <ExportButton address={address} entries={totals?.entries} />
      </div>
      <fieldset className="chips chips-scroll" aria-label="Filters">
        {/* First, so that it is visible on a phone: it shows that other people's jobs are left out. */}
        <OwnChip address={address} />
        {!wide && <SavedMenu address={address} painted={painted} />}
        {!wide && <GroupChip address={address} />}
        <ChipSelect
          label="Period"
          all="All dates"
          value={period}
          options={periods}
          onChange={(value) => set({ period: value, from: '', to: '' })}
        />
        {needsChip('needs_rate', totals?.needsRate ?? 0, 'Needs rate')}
        {needsChip('needs_quantity', totals?.needsQuantity ?? 0, 'Needs quantity')}
        <ChipSelect
          label="Status"
          value={filter.statuses[0] ?? ''}
          options={STATUSES}
          onChange={(status) => set({ status })}
        />
        <CustomerChip address={address} painted={painted} />
        <TaskChip address={address} painted={painted} />
        <PersonChip address={address} painted={painted} />
        {painted && (
          <Suspense fallback={null}>
            <PlaceChips address={address} />
          </Suspense>
        )}
        <ChipSelect label="Unit" value={filter.unit ?? ''} options={UNIT_OPTIONS} onChange={(unit) => set({ unit })} />
        <Chip pressed={filter.hasNotes === true} onClick={() => set({ notes: filter.hasNotes ? '' : '1' })}>
          Has notes
        </Chip>
        {!wide && <PdfButton look="chip" read={readPrintout} />}
        {!wide && <DeletedButton address={address} />}
        {!wide && <SortChip address={address} />}
      </fieldset>
      {period === 'custom' && (
        <div className="grid max-w-form grid-cols-2 gap-3">
          <FilterDate label="From" value={filter.from ?? ''} onChange={(from) => set({ period: 'custom', from })} />
          <FilterDate
            label="To"
            value={filter.to ?? ''}
            error={filter.from !== null && filter.to !== null && filter.to < filter.from ? RANGE_ERROR : undefined}
            onChange={(to) => set({ period: 'custom', to })}
          />
        </div>
      )}
    </div>
  );
});

/** The search field. Updates the URL, and so the list, when typing pauses. */
function ListSearch({ address: { view, set } }: { address: ListAddress }) {
  const [search, setSearch] = usePausedSearch(
    view.filter.search,
    (current) => FILTERS.some((name) => current.has(name)),
    (q) => set({ q }),
  );
  return (
    <SearchField
      label="Search entries"
      className="min-w-0 flex-1 nav:max-w-84"
      maxLength={MAX_SEARCH_LENGTH}
      value={search}
      onChange={({ target }) => setSearch(target.value)}
    />
  );
}

/** The sort order of the entries or, if grouped, of the groups. */
function SortChip({ address: { account, view, set } }: { address: ListAddress }) {
  const { group, order } = view;
  if (group === null) {
    return (
      <ChipSelect
        label="Sort"
        all={null}
        value={view.sort === 'created' ? 'newest' : 'date'}
        options={SORTS}
        onChange={(sort) => set({ sort: sort === 'newest' ? sort : '' })}
      />
    );
  }
  return (
    <ChipSelect
      label="Sort"
      all={null}
      value={order}
      options={[
        { value: 'value', label: account.settings.seesRates ? 'By value' : 'By hours' },
        { value: 'name', label: group === 'day' ? 'By date' : 'By name' },
      ]}
      onChange={(next) => set({ order: next === defaultOrder(group) ? '' : next })}
    />
  );
}

function CustomerChip({ address: { account, view, set }, painted }: FilterProps) {
  const { data: customers } = useQuery({ ...customersQuery(account), enabled: painted });
  const options = useMemo(
    () => (customers ?? []).map(({ id, name, active }) => ({ value: id, label: active ? name : `${name} (archived)` })),
    [customers],
  );
  return (
    <SeveralChips
      label="Customer"
      values={view.filter.customers}
      options={options}
      onChange={(next) => set((current) => ({ customer: next(current.getAll('customer')) }))}
    />
  );
}

/** Task names on the price list, and older names that entries still have after a task was renamed. */
function TaskChip({ address: { account, view, set }, painted }: FilterProps) {
  const { data: tasks } = useQuery({ ...tasksQuery(account), enabled: painted });
  const { data: usedNames } = useQuery({ ...workTaskNamesQuery(account.ownerId, account.userId), enabled: painted });
  const { tasks: chosen } = view.filter;
  const listed = useMemo(() => {
    const names = [...(tasks ?? []).map(({ name }) => name), ...(usedNames ?? [])];
    return [...new Set(names)].toSorted(compareNames).map((name) => ({ value: name, label: name }));
  }, [tasks, usedNames]);
  // Names from the URL that are not in the list, for example from an old link.
  const unlistedNames = chosen.filter((name) => !listed.some(({ value }) => value === name));
  const options =
    unlistedNames.length === 0 ? listed : [...listed, ...unlistedNames.map((name) => ({ value: name, label: name }))];
  return (
    <SeveralChips
      label="Task"
      values={chosen}
      options={options}
      onChange={(next) => set((current) => ({ task: next(current.getAll('task')) }))}
    />
  );
}

/** For employees who may see everybody's jobs: their list shows their own by default, this chip shows all. */
function OwnChip({ address: { account, view, set } }: Pick<FilterProps, 'address'>) {
  if (account.role === 'admin' || !account.settings.seesAllWorks) return null;
  const onlyOwn = view.filter.people.includes(account.userId);
  return (
    <Chip pressed={onlyOwn} onClick={() => set({ person: onlyOwn ? EVERYBODY : '' })}>
      Only mine
    </Chip>
  );
}

/** For the account holder only. */
function PersonChip({ address: { account, view, set }, painted }: FilterProps) {
  const admin = account.role === 'admin';
  const crew = useQuery({ ...crewQuery(account.ownerId), enabled: admin && painted }).data ?? [];
  if (!admin) return null;
  const people = [{ id: account.userId, firstName: account.firstName, lastName: account.lastName }, ...crew];
  return (
    <SeveralChips
      label="Person"
      values={view.filter.people}
      options={people.map(({ id, firstName, lastName }) => ({
        value: id,
        label: [firstName, lastName].filter(Boolean).join(' ') || 'No name',
      }))}
      onChange={(next) => set((current) => ({ person: next(current.getAll('person')) }))}
    />
  );
}
