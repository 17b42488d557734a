import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { feedingsQuery } from '@/data/rations/tmr-feedings';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import type { LogFilter } from '@/data/rations/logs';
import { toFixed } from '@/domain/core/fraction';
import { formatQuantity } from '@/domain/core/money';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { refusalsPct } from '@/domain/rations/tmr';
import { fitsFilter, useLogFilter } from '@/features/rations/log/log-filters';
import { LogDialog } from '@/features/rations/log/log-dialog';
import { MixLog, useLogRows } from '@/features/rations/log/mix-log';
import { strikeOf } from '@/offline/outbox/record-entries';
import type { Shown } from '@/offline/outbox/shown-rows';
import { TMR_FEEDING, type TmrFeeding } from '@/records/rations/tmr-feedings';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { exportFeedings } from './documents';
import { feedingMapper } from './feeding-entries';

const fits = ({ row }: Shown<TmrFeeding>, filter: LogFilter) => fitsFilter(row.mixId, row.fedOn, filter);
const timeOf = ({ fedAt }: TmrFeeding) => fedAt;

const refusalWords = ({ refusalsKg, totalKg }: TmrFeeding): string | null => {
  const share = refusalsKg === null ? null : refusalsPct(refusalsKg, totalKg);
  return refusalsKg === null
    ? null
    : `${formatQuantity(refusalsKg)} kg left over${share ? ` (${toFixed(share, 1)} %)` : ''}`;
};

/** What was fed, newest first, including feedings in the outbox. */
export function FeedingLog() {
  const account = useAccount();
  const { zone } = account.settings;
  const mixes = useQuery(tmrMixesQuery(account)).data;
  const filter = useLogFilter();
  const list = useInfiniteQuery(feedingsQuery(account, filter));
  const mapper = useMemo(() => feedingMapper(account, mixes ?? []), [account, mixes]);
  return (
    <MixLog
      list={list}
      rows={useLogRows(list, filter, mapper, fits, timeOf)}
      filter={filter}
      mixes={mixes ?? []}
      exportAll={exportFeedings}
      dayOf={({ fedOn }) => fedOn}
      emptyTitle="No feedings logged yet."
      cardOf={(row) => ({
        title: row.mixName,
        lines: [
          `${row.headCount.toLocaleString('en-GB')} head, ${localTimeIn(zone, new Date(row.fedAt))}, ${row.createdByName}`,
          refusalWords(row),
        ],
        figure: `${formatQuantity(row.totalKg)} kg`,
      })}
      dialog={(row, onClose) => <FeedingDialog row={row} onClose={onClose} />}
    />
  );
}

function FeedingDialog({ row, onClose }: { row: TmrFeeding; onClose: () => void }) {
  const account = useAccount();
  const today = useToday();
  const { mixName, fedOn, fedAt, headCount, loads, createdByName, items, totalKg, note } = row;
  return (
    <LogDialog
      record={TMR_FEEDING}
      row={row}
      title={mixName}
      name="this feeding"
      entryOf={(struck) => strikeOf(TMR_FEEDING, account, row, struck)}
      onClose={onClose}
    >
      <p>
        {formatDate(fedOn, today)} at {localTimeIn(account.settings.zone, new Date(fedAt))}, {createdByName}.{' '}
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
    </LogDialog>
  );
}
