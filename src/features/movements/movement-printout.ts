// The movements of a filter as texts for their PDF. Loaded on demand.
import { readMovements, type MovementFilter } from '@/data/movements';
import type { Account } from '@/domain/account/account';
import { listPrintout, type ListPrintout } from '@/domain/core/list-printout';
import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatDateNumeric } from '@/domain/core/time';
import { totalWords } from '@/domain/movements/content';
import { quantityWords } from '@/domain/movements/movement';
import { DIRECTION_WORDS } from '@/domain/movements/movement-words';
import { waitingNow } from '@/offline/outbox/outbox';
import type { Shown } from '@/offline/outbox/shown-rows';
import type { Movement } from '@/records/slurry';
import { counts } from '@/records/struck';
import { entryWords } from '@/widgets/unsent/send-words';
import { MOVEMENTS, stateBadge } from './movement-words';
import { withWaitingMovements } from './use-movements';

const columnsOn = (today: string): readonly PrintoutColumn<Shown<Movement>>[] => [
  { head: 'Date', noWrap: true, cell: ({ row }) => formatDateNumeric(row.movedOn) },
  { head: 'Manure', cell: ({ row }) => row.manureName },
  { head: 'Direction', noWrap: true, cell: ({ row }) => DIRECTION_WORDS[row.direction] },
  { head: 'Quantity', figure: true, cell: ({ row }) => quantityWords(row) },
  { head: 'Other farm', cell: ({ row }) => row.otherName ?? '' },
  { head: 'Transporter', cell: ({ row }) => row.transporterName ?? '' },
  { head: 'Registration', noWrap: true, cell: ({ row }) => row.vehicleReg ?? '' },
  {
    head: 'State',
    cell: ({ row, entry }) =>
      [stateBadge(row, today, formatDateNumeric)?.label, entry && entryWords(entry)].filter(Boolean).join(', '),
  },
];

type Request = {
  account: Account;
  filter: MovementFilter;
  today: string;
  /** The whole list, if there is no signal and the screen has it; otherwise null, and the list is read. */
  onDevice: readonly Shown<Movement>[] | null;
};

export async function movementsPrintout({ account, filter, today, onDevice }: Request): Promise<ListPrintout> {
  const readAt = Date.now();
  const all =
    onDevice ??
    withWaitingMovements(
      await readMovements(account.ownerId, filter, new AbortController().signal),
      waitingNow(),
      readAt,
      account,
      filter,
    );
  const shown = all.filter(({ row }) => counts(row));
  return listPrintout({
    title: MOVEMENTS.label,
    file: `manure-movements-${today}`,
    only: [
      filter.open ? 'to notify' : '',
      filter.from && `from ${formatDateNumeric(filter.from)}`,
      filter.to && `to ${formatDateNumeric(filter.to)}`,
    ],
    sums: [],
    notes: [shown.length === 0 ? '' : totalWords(shown.map(({ row }) => row))],
    columns: columnsOn(today),
    rows: shown,
  });
}
