import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '@/domain/core/money';
import { formatDateDated, formatDuration } from '@/domain/core/time';
import { UNITS } from '@/domain/core/units';
import { statusLabel } from '@/domain/works/work';
import { NO_PART } from '@/domain/works/works-list';
import { amountWords, priceWords, worthWords } from '@/features/works/work-words';
import type { Work } from '@/records/works';
import { PrintTable, type PrintColumn } from '@/ui/lists/print-table';
import { usePrintNote } from '@/widgets/print-note';
import { statusOf } from '@/widgets/work-state';
import { STATUSES } from './list-address';
import type { WorksList } from './use-works-list';
import { unitSums } from './works-totals';

/** The sums below a printed list: those of the whole filter. */
export function printedSums({ account, totals }: WorksList): { label: string; value: string }[] {
  if (!totals) return [];
  const { currency, seesRates } = account.settings;
  return [
    { label: 'Entries', value: totals.entries.toLocaleString('en-GB') },
    ...(totals.minutes > 0 ? [{ label: 'Hours', value: formatDuration(totals.minutes) }] : []),
    ...unitSums(totals),
    ...(seesRates ? [{ label: 'Value', value: formatMoney(totals.value, currency) }] : []),
  ];
}

/**
 * The filters of the list in words, for its printout: "Ready", "3 customers". One customer, person, machine or field is
 * named.
 */
export function useFilterWords({ view: { filter }, rows, account }: WorksList): string[] {
  const { from, to, customers, tasks, people, machines, fields, jobs, statuses, unit, hasNotes, search } = filter;
  const many = (ids: readonly string[], name: string | undefined, words: string) =>
    ids.length === 0 ? '' : ids.length === 1 && name !== undefined ? name : `${ids.length} ${words}`;
  const client = useQueryClient();
  // From the cache: the filters have loaded the names, with code that the list itself does without.
  const nameOf = (table: 'machines' | 'fields', id = '') =>
    client
      .getQueryData<readonly { id: string; name: string }[]>([table, account.ownerId, 'names'])
      ?.find((one) => one.id === id)?.name;
  return [
    from === null ? '' : `from ${formatDateDated(from)}`,
    to === null ? '' : `to ${formatDateDated(to)}`,
    ...statuses.map((status) => STATUSES.find(({ value }) => value === status)?.label ?? ''),
    many(customers, rows[0]?.customer, 'customers'),
    ...tasks,
    account.role === 'employee' ? '' : many(people, rows[0]?.createdByName, 'people'),
    many(machines, machines[0] === NO_PART ? 'No machine' : nameOf('machines', machines[0]), 'machines'),
    many(fields, fields[0] === NO_PART ? 'No field' : nameOf('fields', fields[0]), 'fields'),
    many(jobs, 'one job', 'jobs'),
    UNITS.find(({ code }) => code === unit)?.label ?? '',
    hasNotes ? 'with notes' : '',
    search === '' ? '' : `“${search}”`,
  ];
}

/** The list for printing: first the entries in the outbox, then all loaded rows. */
export function PrintedWorks({ list, title }: { list: WorksList; title: string }) {
  const { account, entriesAbove, rows, total, today } = list;
  const { currency, incrementMinutes, seesRates } = account.settings;
  const priced: PrintColumn<Work>[] = [
    { head: 'Rate', figure: true, cell: (work) => priceWords(work, currency) },
    { head: 'Value', figure: true, cell: (work) => worthWords(work, currency) },
  ];
  const waiting = entriesAbove.map(({ work }) => work);
  const waitingIds = new Set(waiting.map(({ id }) => id));
  const columns: PrintColumn<Work>[] = [
    { head: 'Date', noWrap: true, cell: ({ workDate }) => formatDateDated(workDate) },
    { head: 'Customer', cell: ({ customer }) => customer },
    { head: 'Task', cell: ({ taskName, taskDescription }) => [taskName, taskDescription].filter(Boolean).join(', ') },
    { head: 'Quantity', figure: true, cell: (work) => amountWords(work, incrementMinutes) },
    ...(seesRates ? priced : []),
    { head: 'Person', cell: ({ createdByName }) => createdByName },
    {
      head: 'Status',
      noWrap: true,
      cell: (work) => (waitingIds.has(work.id) ? 'Not sent yet' : statusLabel(statusOf(work, today))),
    },
  ];
  const listed = rows.filter(({ id }) => !waitingIds.has(id));
  return (
    <PrintTable
      title={title}
      note={usePrintNote(useFilterWords(list))}
      columns={columns}
      rows={[...waiting, ...listed]}
      total={waiting.length + total - (rows.length - listed.length)}
      sums={printedSums(list)}
    />
  );
}
