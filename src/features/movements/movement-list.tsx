import { useMutation } from '@tanstack/react-query';
import { Download, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { MovementFilter } from '@/data/movements';
import { rangeTitle } from '@/domain/core/calendar';
import { formatDate, isDate } from '@/domain/core/time';
import { totalWords } from '@/domain/movements/content';
import { quantityWords } from '@/domain/movements/movement';
import { movementTitle } from '@/domain/movements/movement-words';
import { useOffline } from '@/lib/online';
import type { Shown } from '@/offline/outbox/shown-rows';
import type { Movement } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { Chip } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { LoadMore } from '@/ui/lists/load-more';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { useMovementsOfYear } from '@/widgets/movements/shown-movements';
import { PdfButton } from '@/widgets/pdf-button';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { entryWords } from '@/widgets/unsent/send-words';
import { exportMovements } from './movement-file';
import { MOVEMENTS, stateBadge } from './movement-words';
import { useMovements } from './use-movements';

const NEW = `${MOVEMENTS.to}/new`;

/** The filter is stored in the address, so that an alert can link to the movements that have to be notified. */
function useFilter() {
  const [params, change] = useAddress();
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const open = params.get('show') === 'open';
  const filter = useMemo(
    (): MovementFilter => ({ from: isDate(from) ? from : '', to: isDate(to) ? to : '', open }),
    [from, to, open],
  );
  const set = (name: string, value: string) =>
    change(
      (current) => {
        if (value === '') current.delete(name);
        else current.set(name, value);
        return current;
      },
      { replace: true },
    );
  return { filter, set };
}

/** "November 2026". */
const monthOf = (date: string, today: string) => rangeTitle('month', date, today);

/** Every movement, the latest first, with what has to be notified by when. */
export function MovementList() {
  const account = useAccount();
  const { ownerId, canWrite } = account;
  const offline = useOffline();
  const today = useToday();
  const { filter, set } = useFilter();
  const list = useMovements(filter);
  const csv = useMutation(exportMovements);
  const { shown } = list;
  const isFiltered = filter.open || filter.from !== '' || filter.to !== '';
  const months = [...new Set(shown.map(({ row }) => monthOf(row.movedOn, today)))];
  return (
    <Page
      title={MOVEMENTS.label}
      subtitle="Slurry, manure and compost that left the farm or came to it"
      actions={
        canWrite && (
          <ButtonLink variant="main" to={NEW}>
            <Plus aria-hidden="true" />
            Add movement
          </ButtonLink>
        )
      }
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      <YearLine />
      <div className="grid gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <Chip pressed={filter.open} onClick={() => set('show', filter.open ? '' : 'open')}>
            To notify
          </Chip>
          <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ ownerId, filter })}>
            <Download aria-hidden="true" />
            CSV
          </Button>
          <PdfButton
            read={async () =>
              (await import('./movement-printout')).movementsPrintout({
                ...{ account, filter, today },
                onDevice: offline && list.data && !list.hasNextPage ? shown : null,
              })
            }
          />
        </div>
        <div className="grid max-w-form grid-cols-2 gap-3">
          <FilterDate label="From" value={filter.from} onChange={(from) => set('from', from)} />
          <FilterDate label="To" value={filter.to} onChange={(to) => set('to', to)} />
        </div>
      </div>
      <QueryList
        card
        read={list}
        rows={shown}
        empty={
          filter.open && filter.from === '' && filter.to === '' ? (
            <EmptyState title="Nothing has to be notified." />
          ) : isFiltered ? (
            <EmptyState title="Nothing fits these filters." />
          ) : (
            <EmptyState
              title="No movements yet."
              text="Record each load of slurry or manure that leaves the farm or comes to it."
              action={canWrite && <ButtonLink to={NEW}>Add movement</ButtonLink>}
            />
          )
        }
      >
        {months.map((month) => (
          <Card key={month} className="overflow-clip">
            <LedgerCards title={month}>
              {shown
                .filter(({ row }) => monthOf(row.movedOn, today) === month)
                .map((movement) => (
                  <MovementCard key={movement.row.id} movement={movement} />
                ))}
            </LedgerCards>
          </Card>
        ))}
      </QueryList>
      <LoadMore list={list} />
    </Page>
  );
}

/** "2026: 3 movements: 240 m³ left the farm, 20 t came to the farm." */
function YearLine() {
  const year = useToday().slice(0, 4);
  const movements = useMovementsOfYear(year) ?? [];
  if (movements.length === 0) return null;
  return (
    <p className="tabular-nums">
      {year}, {totalWords(movements)}
    </p>
  );
}

function MovementCard({ movement: { row, entry } }: { movement: Shown<Movement> }) {
  const today = useToday();
  const badge = stateBadge(row, today);
  return (
    <LedgerCard
      title={movementTitle(row)}
      lines={[
        [formatDate(row.movedOn, today), row.transporterName, row.vehicleReg].filter(Boolean).join(', '),
        entry && (
          <span key="waiting" className={entry.problem ? 'text-danger' : undefined}>
            {entryWords(entry)}
          </span>
        ),
      ].filter(Boolean)}
      figure={quantityWords(row)}
      state={badge && <StateBadge {...badge} />}
      to={`${MOVEMENTS.to}/${row.id}`}
    />
  );
}
