import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LogFilter } from '@/data/rations/logs';
import { batchesQuery } from '@/data/rations/meal-batches';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { LogDialog } from '@/features/rations/log/log-dialog';
import { fitsFilter, useLogFilter } from '@/features/rations/log/log-filters';
import { MixLog, useLogRows } from '@/features/rations/log/mix-log';
import { useParams } from '@/ui/use-address';
import { strikeOf } from '@/offline/outbox/record-entries';
import type { Shown } from '@/offline/outbox/shown-rows';
import { MEAL_BATCH, type MealBatch } from '@/records/rations/meal-batches';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { SearchField } from '@/ui/forms/search-field';
import { usePausedSearch } from '@/ui/forms/use-paused-search';
import { batchMapper } from './batch-entries';
import { exportBatches } from './documents';

const textsOf = ({ batchNo, mixName, usedBy, note, createdByName, items }: MealBatch) => [
  ...[batchNo, mixName, usedBy, note, createdByName],
  ...items.flatMap(({ name, lot }) => [name, lot]),
];
/** Rows from the database have a batch number, and are filtered already. */
const fits = ({ row, entry }: Shown<MealBatch>, filter: LogFilter) =>
  (entry === null && row.batchNo !== '') ||
  (fitsFilter(row.mixId, row.mixedOn, filter) && matchesSearch(filter.search, textsOf(row)));
const timeOf = ({ mixedAt }: MealBatch) => mixedAt;

const numberWords = ({ batchNo }: MealBatch) => (batchNo === '' ? 'Number when it reaches the office' : batchNo);

/**
 * The batches that were mixed, newest first; found by number, lot or animals, to trace which lots went into a batch and
 * which animals ate it.
 */
export function BatchLog() {
  const account = useAccount();
  const { zone } = account.settings;
  const mixes = useQuery(mealMixesQuery(account)).data;
  const filter = useLogFilter(useParams().get('q'));
  const list = useInfiniteQuery(batchesQuery(account, filter));
  const mapper = useMemo(() => batchMapper(account, mixes ?? []), [account, mixes]);
  return (
    <MixLog
      list={list}
      rows={useLogRows(list, filter, mapper, fits, timeOf)}
      filter={filter}
      mixes={mixes ?? []}
      exportAll={exportBatches}
      dayOf={({ mixedOn }) => mixedOn}
      emptyTitle="No batches mixed yet."
      cardOf={(row) => ({
        title: `${numberWords(row)}, ${row.mixName}`,
        lines: [
          `${localTimeIn(zone, new Date(row.mixedAt))}, ${row.createdByName}`,
          row.usedBy === null ? null : `Fed to ${row.usedBy}`,
        ],
        figure: `${formatQuantity(row.kg)} kg`,
      })}
      dialog={(row, onClose) => <BatchDialog row={row} onClose={onClose} />}
    >
      <BatchSearch />
    </MixLog>
  );
}

const isFiltered = (params: URLSearchParams) => ['mix', 'q', 'from', 'to'].some((name) => params.has(name));

function BatchSearch() {
  const { get, set } = useParams();
  const [typed, type] = usePausedSearch(get('q'), isFiltered, (q) => set({ q }));
  return (
    <SearchField
      label="Search batch, lot or animals"
      className="nav:max-w-96"
      value={typed}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function BatchDialog({ row, onClose }: { row: MealBatch; onClose: () => void }) {
  const account = useAccount();
  const today = useToday();
  return (
    <LogDialog
      record={MEAL_BATCH}
      row={row}
      title={`Batch ${numberWords(row)}`}
      name={`batch ${numberWords(row)}`}
      entryOf={(struck) => strikeOf(MEAL_BATCH, account, row, struck)}
      onClose={onClose}
    >
      <p>
        {row.mixName}, recipe version {row.mixVersion}. {formatDate(row.mixedOn, today)} at{' '}
        {localTimeIn(account.settings.zone, new Date(row.mixedAt))}, {row.createdByName}.
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
    </LogDialog>
  );
}
