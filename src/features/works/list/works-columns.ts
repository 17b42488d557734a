// The printed works list: its columns, its sums, and the active filters in words.
import type { QueryClient } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import { customersQuery } from '@/data/customers/customers';
import type { WorksTotals } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { formatMoney } from '@/domain/core/money';
import type { PrintoutColumn, PrintoutSum } from '@/domain/core/printout-columns';
import { formatDateDated, formatDuration } from '@/domain/core/time';
import { UNITS } from '@/domain/core/units';
import { counted, plural } from '@/domain/core/word-list';
import { statusLabel } from '@/domain/works/work';
import { amountWords, doerWords, priceWords, workValueWords } from '@/domain/works/work-words';
import { NO_PART } from '@/domain/works/works-list';
import type { Work } from '@/records/works';
import { statusOf } from '@/widgets/work-state';
import { STATUSES } from './list-address';
import type { ListAddress } from './use-list-address';
import { unitSums } from './works-totals';

/** The columns, with prices only for people who may see them. `waiting`: the ids of entries in the outbox. */
export function worksColumns(
  { settings }: Account,
  today: string,
  waiting: ReadonlySet<string>,
): readonly PrintoutColumn<Work>[] {
  const { currency, incrementMinutes, seesRates } = settings;
  const priced: PrintoutColumn<Work>[] = [
    { head: 'Rate', figure: true, cell: (work) => priceWords(work, currency) },
    { head: 'Value', figure: true, cell: (work) => workValueWords(work, currency) },
  ];
  return [
    { head: 'Date', noWrap: true, cell: ({ workDate }) => formatDateDated(workDate) },
    { head: 'Customer', cell: ({ customer }) => customer },
    { head: 'Task', cell: ({ taskName, taskDescription }) => [taskName, taskDescription].filter(Boolean).join(', ') },
    { head: 'Quantity', figure: true, cell: (work) => amountWords(work, incrementMinutes) },
    ...(seesRates ? priced : []),
    { head: 'Person', cell: doerWords },
    {
      head: 'Status',
      noWrap: true,
      cell: (work) => (waiting.has(work.id) ? 'Only on this phone' : statusLabel(statusOf(work, today))),
    },
  ];
}

/** The sums of the whole filter. */
export function worksSums({ settings }: Account, totals: WorksTotals): PrintoutSum[] {
  const { currency, seesRates } = settings;
  return [
    { label: 'Entries', value: totals.entries.toLocaleString('en-GB') },
    ...(totals.minutes > 0 ? [{ label: 'Hours', value: formatDuration(totals.minutes) }] : []),
    ...unitSums(totals),
    ...(seesRates ? [{ label: 'Value', value: formatMoney(totals.value, currency) }] : []),
  ];
}

/** More names than these are counted: "7 customers". */
const MAX_NAMES = 3;

/**
 * The active filters in words: "Ready", "Hill Farm". Names come from the cache: the filters have loaded them, with code
 * that the list itself does without.
 */
export function worksFilterWords({ view: { filter }, account }: ListAddress, client: QueryClient): string[] {
  const { from, to, customers, tasks, people, machines, fields, jobs, statuses, unit, hasNotes, search } = filter;
  const listed = (
    values: readonly string[],
    nameOf: (value: string) => string | undefined,
    [one, more]: readonly [string, string],
  ) => {
    const names = values.flatMap((value) => nameOf(value) ?? []);
    return values.length <= MAX_NAMES && names.length === values.length ? names : [counted(values.length, one, more)];
  };
  const customerNames = client.getQueryData(customersQuery(account).queryKey);
  const crew = client.getQueryData(crewQuery(account.ownerId).queryKey);
  const persons = [{ id: account.userId, firstName: account.firstName, lastName: account.lastName }, ...(crew ?? [])];
  const personOf = (id: string) => {
    const person = persons.find((one) => one.id === id);
    return person && ([person.firstName, person.lastName].filter(Boolean).join(' ') || undefined);
  };
  const places = (table: 'machines' | 'fields', none: string) => {
    const names = client.getQueryData<readonly { id: string; name: string }[]>([table, account.ownerId, 'names']);
    return (id: string) => (id === NO_PART ? none : names?.find((one) => one.id === id)?.name);
  };
  return [
    from === null ? '' : `from ${formatDateDated(from)}`,
    to === null ? '' : `to ${formatDateDated(to)}`,
    ...statuses.map((status) => STATUSES.find(({ value }) => value === status)?.label ?? ''),
    ...listed(customers, (id) => customerNames?.find((one) => one.id === id)?.name, ['customer', 'customers']),
    ...listed(tasks, (name) => name, ['task', 'tasks']),
    ...listed(people, personOf, ['person', 'people']),
    ...listed(machines, places('machines', 'No machine'), ['machine', 'machines']),
    ...listed(fields, places('fields', 'No field'), ['field', 'fields']),
    ...(jobs.length === 0 ? [] : [plural(jobs.length, 'one job', `${jobs.length} jobs`)]),
    UNITS.find(({ code }) => code === unit)?.label ?? '',
    hasNotes ? 'with notes' : '',
    search === '' ? '' : `“${search}”`,
  ];
}
