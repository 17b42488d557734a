// The view of the fleet in the address: search, filters and order.
import { byName, matchesSearch } from '@/domain/core/search';
import { DUE_STATES, type DueItem, type DueState } from '@/domain/machinery/due';
import { MACHINE_STATUSES, MACHINE_TYPES, type MachineStatus, type MachineType } from '@/domain/machinery/machine';
import { TYPE_WORDS } from '@/domain/machinery/machine-words';
import type { Machine } from '@/records/machines';

const SORTS = ['due', 'name', 'hours'] as const;
type Sort = (typeof SORTS)[number];

type MachinesView = {
  search: string;
  type: MachineType | '';
  /** '': all machines that are not sold. */
  status: MachineStatus | '';
  due: DueState | '';
  sort: Sort;
};

const wordIn = <Word extends string>(words: readonly Word[], value: string | null): Word | undefined =>
  words.find((word) => word === value);

/** Reads the view from the address; unknown values are ignored. */
export const readView = (params: URLSearchParams): MachinesView => ({
  search: params.get('q') ?? '',
  type: wordIn(MACHINE_TYPES, params.get('type')) ?? '',
  status: wordIn(MACHINE_STATUSES, params.get('status')) ?? '',
  due: wordIn(DUE_STATES, params.get('due')) ?? '',
  sort: wordIn(SORTS, params.get('sort')) ?? 'due',
});

type FirstDue = ReadonlyMap<string, DueItem>;

/** Machines that must not be used come first, then by what is due on them. */
function byDue(firstDue: FirstDue) {
  const rank = ({ id, status }: Machine) => {
    const item = firstDue.get(id);
    return (status === 'do_not_use' ? 0 : 10) + (item ? DUE_STATES.indexOf(item.due.state) : DUE_STATES.length);
  };
  // Of the same rank, machines without a due date sort last.
  const dueDate = ({ id }: Machine) => firstDue.get(id)?.due.on ?? '9999';
  return (a: Machine, b: Machine) => rank(a) - rank(b) || dueDate(a).localeCompare(dueDate(b)) || byName(a, b);
}

const byHours = (a: Machine, b: Machine) =>
  (b.currentReading ?? -1) + b.meterOffset - ((a.currentReading ?? -1) + a.meterOffset) || byName(a, b);

/** The machines of a view, in its order. */
export function chooseMachines(machines: readonly Machine[], firstDue: FirstDue, view: MachinesView): Machine[] {
  return machines
    .filter(
      (machine) =>
        (view.type === '' || machine.machineType === view.type) &&
        (view.status === '' ? machine.status !== 'sold' : machine.status === view.status) &&
        (view.due === '' || firstDue.get(machine.id)?.due.state === view.due) &&
        matchesSearch(view.search, [
          ...[machine.name, machine.make, machine.model, machine.registration, machine.serialNo],
          TYPE_WORDS[machine.machineType],
        ]),
    )
    .sort(view.sort === 'name' ? byName : view.sort === 'hours' ? byHours : byDue(firstDue));
}
