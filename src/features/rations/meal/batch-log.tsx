import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { batchesQuery, type BatchFilter } from '@/data/rations/meal-batches';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { mayEdit } from '@/domain/fields/activity';
import { LogFilters, logFilter } from '@/features/rations/log/log-filters';
import { LogList } from '@/features/rations/log/log-list';
import { useParams } from '@/features/rations/use-params';
import { useWaiting } from '@/offline/outbox/outbox';
import { strikeOf } from '@/offline/outbox/record-entries';
import { bringBackMutation, strikeMutation } from '@/offline/outbox/save-entries';
import { shownRows, type Shown } from '@/offline/outbox/shown-rows';
import { MEAL_BATCH, type MealBatch } from '@/records/rations/meal-batches';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useNow, useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { SearchField } from '@/ui/forms/search-field';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { usePausedSearch } from '@/ui/forms/use-paused-search';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { Dialog } from '@/ui/popups/dialog';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { StruckBanner } from '@/widgets/struck-banner';
import { entryWords } from '@/widgets/unsent/send-words';
import { batchMapper } from './batch-entries';
import { exportBatches } from './documents';

type ShownBatch = Shown<MealBatch>;

const matchesFilter = (batch: MealBatch, { mix, from, to, search }: BatchFilter) =>
  (mix === '' || batch.mixId === mix) &&
  (from === '' || batch.mixedOn >= from) &&
  (to === '' || batch.mixedOn <= to) &&
  matchesSearch(search, [
    ...[batch.batchNo, batch.mixName, batch.usedBy, batch.note, batch.createdByName],
    ...batch.items.flatMap(({ name, lot }) => [name, lot]),
  ]);

const isFiltered = (params: URLSearchParams) => ['mix', 'q', 'from', 'to'].some((name) => params.has(name));

/**
 * The batches that were mixed, newest first; found by number, lot or animals, to trace which lots went into a batch and
 * which animals ate it.
 */
export function BatchLog() {
  const account = useAccount();
  const mixes = useQuery(mealMixesQuery(account)).data;
  const { get, set } = useParams();
  const [mix, from, to, search] = [get('mix'), get('from'), get('to'), get('q')];
  const [typed, type] = usePausedSearch(search, isFiltered, (q) => set({ q }));
  const filter = useMemo(() => ({ ...logFilter({ mix, from, to }), search }), [mix, from, to, search]);
  const list = useInfiniteQuery(batchesQuery(account, filter));
  const waiting = useWaiting();
  const { rowsOf } = useCurrentNames();
  const csv = useMutation(exportBatches);
  const [opened, setOpened] = useState<string | null>(null);
  const batches = useMemo(
    () =>
      shownRows(list.data?.pages.flatMap(rowsOf) ?? [], waiting, list.dataUpdatedAt, batchMapper(account, mixes ?? []))
        // Rows from the database have a batch number, and are filtered already.
        .filter(({ row, entry }) => (entry === null && row.batchNo !== '') || matchesFilter(row, filter))
        .toSorted((a, b) => Date.parse(b.row.mixedAt) - Date.parse(a.row.mixedAt)),
    [list.data, list.dataUpdatedAt, waiting, account, mixes, filter, rowsOf],
  );
  const open = batches.find(({ row }) => row.id === opened) ?? null;
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      <SearchField
        label="Search batch, lot or animals"
        className="nav:max-w-96"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
      <LogFilters filter={filter} mixes={mixes ?? []} set={set}>
        <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ reader: account, filter })}>
          <Download aria-hidden="true" />
          CSV
        </Button>
      </LogFilters>
      <LogList
        list={list}
        rows={batches}
        dayOf={({ row }) => row.mixedOn}
        emptyTitle="No batches mixed yet."
        filtered={[mix, from, to, search].some((value) => value !== '')}
      >
        {(batch) => <BatchCard key={batch.row.id} batch={batch} onOpen={() => setOpened(batch.row.id)} />}
      </LogList>
      {open && <BatchDialog batch={open} onClose={() => setOpened(null)} />}
    </>
  );
}

const numberWords = ({ batchNo }: MealBatch) => (batchNo === '' ? 'Number when it reaches the office' : batchNo);

function BatchCard({ batch: { row, entry }, onOpen }: { batch: ShownBatch; onOpen: () => void }) {
  const { zone } = useAccount().settings;
  const waiting = entry && entryWords(entry);
  return (
    <LedgerCard
      title={`${numberWords(row)}, ${row.mixName}`}
      lines={[
        `${localTimeIn(zone, new Date(row.mixedAt))}, ${row.createdByName}`,
        row.usedBy !== null && `Fed to ${row.usedBy}`,
        waiting && (
          <span key="waiting" className={entry.problem ? 'text-danger' : undefined}>
            {waiting}
          </span>
        ),
      ].filter(Boolean)}
      figure={`${formatQuantity(row.kg)} kg`}
      state={row.struck && <StateBadge kind="cancelled" label="Entered by mistake" />}
      onOpen={onOpen}
    />
  );
}

function BatchDialog({ batch: { row }, onClose }: { batch: ShownBatch; onClose: () => void }) {
  const account = useAccount();
  const { zone } = account.settings;
  const today = useToday();
  const maySave = mayEdit(account, row, useNow());
  const strike = useMutation(strikeMutation(MEAL_BATCH));
  const bringBack = useMutation(bringBackMutation(MEAL_BATCH));
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Batch ${numberWords(row)}`}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <div className="grid gap-3">
        {row.struck && (
          <StruckBanner
            record={row}
            busy={bringBack.isPending}
            onBringBack={maySave ? () => bringBack.mutate([strikeOf(MEAL_BATCH, account, row, false)]) : null}
          />
        )}
        <p>
          {row.mixName}, recipe version {row.mixVersion}. {formatDate(row.mixedOn, today)} at{' '}
          {localTimeIn(zone, new Date(row.mixedAt))}, {row.createdByName}.
        </p>
        {row.usedBy !== null && <p>Fed to {row.usedBy}</p>}
        {row.note !== null && <p className="whitespace-pre-line wrap-anywhere">{row.note}</p>}
        <table className="load-table">
          <caption className="sr-only">What went in</caption>
          <thead>
            <tr>
              <th scope="col">Feed</th>
              <th scope="col">Lot</th>
              <th scope="col" className="figure">
                kg
              </th>
            </tr>
          </thead>
          <tbody>
            {row.items.map(({ name, kg, lot }, at) => (
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className="wrap-anywhere">{lot}</td>
                <td className="figure">{formatQuantity(kg)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2}>
                Batch
              </th>
              <td className="figure">
                <b className="total double">{formatQuantity(row.kg)}</b>
              </td>
            </tr>
          </tbody>
        </table>
        {maySave && !row.struck && (
          <StrikeEntry
            name={`batch ${numberWords(row)}`}
            busy={strike.isPending}
            onConfirm={() => strike.mutate([strikeOf(MEAL_BATCH, account, row, true)], { onSuccess: onClose })}
          />
        )}
      </div>
    </Dialog>
  );
}
