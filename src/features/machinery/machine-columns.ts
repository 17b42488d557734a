// The fleet in words, on the screen and on paper.
import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatDateNumeric } from '@/domain/core/time';
import type { DueItem } from '@/domain/machinery/due';
import { formatReading } from '@/domain/machinery/machine';
import { DUE_WORDS, dueWords, modelWords, STATUS_WORDS, TYPE_WORDS } from '@/domain/machinery/machine-words';
import type { Machine } from '@/records/machines';
import type { readView } from './machines-view';

export const readingOf = ({ currentReading, meterType }: Machine): string =>
  currentReading === null ? '' : formatReading(currentReading, meterType);

/** "Engine oil: in 40 h". */
export const dueText = (item: DueItem, today: string, dateWords: (date: string) => string): string =>
  `${item.name}: ${dueWords(item.due, item.meterType, today, dateWords)}`;

/** How many machines there are, how many of them must not be used, and on how many something is due. */
export function machineSums(machines: readonly Machine[], firstDue: ReadonlyMap<string, DueItem>) {
  const count = (matches: (machine: Machine) => boolean) => machines.filter(matches).length;
  const dueState = (id: string) => firstDue.get(id)?.due.state;
  return [
    { label: 'Do not use', value: count(({ status }) => status === 'do_not_use') },
    { label: 'Overdue', value: count(({ id }) => dueState(id) === 'overdue') },
    { label: 'Due soon', value: count(({ id }) => dueState(id) === 'due_soon') },
    { label: 'Machines', value: machines.length },
  ];
}

export function machineColumns(
  firstDue: ReadonlyMap<string, DueItem>,
  today: string,
): readonly PrintoutColumn<Machine>[] {
  return [
    { head: 'Machine', cell: (machine) => [machine.name, modelWords(machine)].filter(Boolean).join('\n') },
    { head: 'Type', cell: ({ machineType }) => TYPE_WORDS[machineType] },
    { head: 'Reading', figure: true, cell: readingOf },
    {
      head: 'Next due',
      cell: ({ id }) => {
        const item = firstDue.get(id);
        return item ? `${dueText(item, today, formatDateNumeric)}\n${DUE_WORDS[item.due.state]}` : '';
      },
    },
    { head: 'State', noWrap: true, cell: ({ status }) => STATUS_WORDS[status] },
  ];
}

export const machineFilterWords = ({ search, type, status, due }: ReturnType<typeof readView>): readonly string[] => [
  type && TYPE_WORDS[type],
  status === '' ? 'not sold' : STATUS_WORDS[status],
  due && DUE_WORDS[due],
  search === '' ? '' : `“${search}”`,
];
