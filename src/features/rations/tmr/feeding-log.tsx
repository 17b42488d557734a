import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { feedingsQuery, type FeedingFilter } from '@/data/rations/tmr-feedings';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { toFixed } from '@/domain/core/fraction';
import { formatQuantity } from '@/domain/core/money';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { mayEdit } from '@/domain/fields/activity';
import { refusalsPct } from '@/domain/rations/tmr';
import { LogFilters, logFilter } from '@/features/rations/log/log-filters';
import { LogList } from '@/features/rations/log/log-list';
import { useParams } from '@/features/rations/use-params';
import { useWaiting } from '@/offline/outbox/outbox';
import { strikeOf } from '@/offline/outbox/record-entries';
import { bringBackMutation, strikeMutation } from '@/offline/outbox/save-entries';
import { shownRows, type Shown } from '@/offline/outbox/shown-rows';
import { TMR_FEEDING, type TmrFeeding } from '@/records/rations/tmr-feedings';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useNow, useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { StateBadge } from '@/ui/feedback/state-badge';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { Dialog } from '@/ui/popups/dialog';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { StruckBanner } from '@/widgets/struck-banner';
import { entryWords } from '@/widgets/unsent/send-words';
import { exportFeedings } from './documents';
import { feedingMapper } from './feeding-entries';

type ShownFeeding = Shown<TmrFeeding>;

const matchesFilter = ({ mixId, fedOn }: TmrFeeding, { mix, from, to }: FeedingFilter) =>
  (mix === '' || mixId === mix) && (from === '' || fedOn >= from) && (to === '' || fedOn <= to);

const refusalWords = ({ refusalsKg, totalKg }: TmrFeeding): string | null => {
  const share = refusalsKg === null ? null : refusalsPct(refusalsKg, totalKg);
  return refusalsKg === null
    ? null
    : `${formatQuantity(refusalsKg)} kg left over${share ? ` (${toFixed(share, 1)} %)` : ''}`;
};

/** What was fed, newest first, including feedings in the outbox. */
export function FeedingLog() {
  const account = useAccount();
  const mixes = useQuery(tmrMixesQuery(account)).data;
  const { get, set } = useParams();
  const [mix, from, to] = [get('mix'), get('from'), get('to')];
  const filter = useMemo(() => logFilter({ mix, from, to }), [mix, from, to]);
  const list = useInfiniteQuery(feedingsQuery(account, filter));
  const waiting = useWaiting();
  const { rowsOf } = useCurrentNames();
  const csv = useMutation(exportFeedings);
  const [opened, setOpened] = useState<string | null>(null);
  const feedings = useMemo(
    () =>
      shownRows(
        list.data?.pages.flatMap(rowsOf) ?? [],
        waiting,
        list.dataUpdatedAt,
        feedingMapper(account, mixes ?? []),
      )
        .filter(({ row }) => matchesFilter(row, filter))
        .toSorted((a, b) => Date.parse(b.row.fedAt) - Date.parse(a.row.fedAt)),
    [list.data, list.dataUpdatedAt, waiting, account, mixes, filter, rowsOf],
  );
  const open = feedings.find(({ row }) => row.id === opened) ?? null;
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      <LogFilters filter={filter} mixes={mixes ?? []} set={set}>
        <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ reader: account, filter })}>
          <Download aria-hidden="true" />
          CSV
        </Button>
      </LogFilters>
      <LogList
        list={list}
        rows={feedings}
        dayOf={({ row }) => row.fedOn}
        emptyTitle="No feedings logged yet."
        filtered={mix !== '' || from !== '' || to !== ''}
      >
        {(feeding) => <FeedingCard key={feeding.row.id} feeding={feeding} onOpen={() => setOpened(feeding.row.id)} />}
      </LogList>
      {open && <FeedingDialog feeding={open} onClose={() => setOpened(null)} />}
    </>
  );
}

function FeedingCard({ feeding: { row, entry }, onOpen }: { feeding: ShownFeeding; onOpen: () => void }) {
  const { zone } = useAccount().settings;
  const waiting = entry && entryWords(entry);
  return (
    <LedgerCard
      title={row.mixName}
      lines={[
        `${row.headCount.toLocaleString('en-GB')} head, ${localTimeIn(zone, new Date(row.fedAt))}, ${row.createdByName}`,
        refusalWords(row),
        waiting && (
          <span key="waiting" className={entry.problem ? 'text-danger' : undefined}>
            {waiting}
          </span>
        ),
      ].filter(Boolean)}
      figure={`${formatQuantity(row.totalKg)} kg`}
      state={row.struck && <StateBadge kind="cancelled" label="Entered by mistake" />}
      onOpen={onOpen}
    />
  );
}

function FeedingDialog({ feeding: { row }, onClose }: { feeding: ShownFeeding; onClose: () => void }) {
  const account = useAccount();
  const { zone } = account.settings;
  const today = useToday();
  const maySave = mayEdit(account, row, useNow());
  const strike = useMutation(strikeMutation(TMR_FEEDING));
  const bringBack = useMutation(bringBackMutation(TMR_FEEDING));
  const { mixName, fedOn, fedAt, headCount, loads, createdByName, items, totalKg, note } = row;
  return (
    <Dialog open wide onClose={onClose} title={mixName} actions={<Button onClick={onClose}>Close</Button>}>
      <div className="grid gap-3">
        {row.struck && (
          <StruckBanner
            record={row}
            busy={bringBack.isPending}
            onBringBack={maySave ? () => bringBack.mutate([strikeOf(TMR_FEEDING, account, row, false)]) : null}
          />
        )}
        <p>
          {formatDate(fedOn, today)} at {localTimeIn(zone, new Date(fedAt))}, {createdByName}.{' '}
          {headCount.toLocaleString('en-GB')} head, {counted(loads, 'load', 'loads')}.
        </p>
        {refusalWords(row) !== null && <p>{refusalWords(row)}</p>}
        {note !== null && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
        <table className="load-table">
          <caption className="sr-only">What was loaded</caption>
          <thead>
            <tr>
              <th scope="col">Feed</th>
              <th scope="col" className="figure">
                Planned kg
              </th>
              <th scope="col" className="figure">
                Loaded kg
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ name, planned, actual }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the ingredients of a feeding never change their order
              <tr key={at}>
                <th scope="row">{name}</th>
                <td className="figure">{formatQuantity(planned)}</td>
                <td className="figure">{formatQuantity(actual)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <td className="figure">
                <b className="total double">{formatQuantity(totalKg)}</b>
              </td>
            </tr>
          </tbody>
        </table>
        {maySave && !row.struck && (
          <StrikeEntry
            name="this feeding"
            busy={strike.isPending}
            onConfirm={() => strike.mutate([strikeOf(TMR_FEEDING, account, row, true)], { onSuccess: onClose })}
          />
        )}
      </div>
    </Dialog>
  );
}
