import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { slurryLevelsQuery, slurryStoresQuery } from '@/data/calculations/slurry';
import { toNumeric, type Decimal } from '@/domain/core/money';
import type { Reading, Store } from '@/domain/slurry/store';
import { useWaiting } from '@/offline/outbox/outbox';
import { rowMapper } from '@/offline/outbox/record-entries';
import { shownRows } from '@/offline/outbox/shown-rows';
import { SLURRY_LEVEL, type SlurryLevel, type SlurryStoreFields } from '@/records/slurry';
import { counts } from '@/records/struck';
import { useAccount } from '@/session/account';

const numberOf = (value: Decimal | null) => (value === null ? null : toNumeric(value));

export const asStore = (store: SlurryStoreFields & { id: string }): Store => ({
  ...{ id: store.id, name: store.name, shape: store.shape, covered: store.covered, manure: store.manure },
  lengthM: numberOf(store.lengthM),
  widthM: numberOf(store.widthM),
  depthM: numberOf(store.depthM),
  diameterM: numberOf(store.diameterM),
  bankRun: numberOf(store.bankRun),
  freeboardM: numberOf(store.freeboardM),
  deductionM3: numberOf(store.deductionM3),
  volumeM3: numberOf(store.volumeM3),
});

const newestFirst = (a: SlurryLevel, b: SlurryLevel) => {
  const [first, second] = [
    `${a.readOn} ${a.readTime ?? ''} ${a.createdAt}`,
    `${b.readOn} ${b.readTime ?? ''} ${b.createdAt}`,
  ];
  return first < second ? 1 : -1;
};

/**
 * `stores`: those in use. `levels`: the levels read at all stores, including those in the outbox, newest first.
 * `readings`: the newest level of each store that counts. `unused`: the stores that were taken out of use.
 */
export function useStores() {
  const account = useAccount();
  const records = useQuery(slurryStoresQuery(account.ownerId));
  const query = useInfiniteQuery(slurryLevelsQuery(account.ownerId));
  const waiting = useWaiting();
  const { data, dataUpdatedAt } = query;
  const levels = useMemo(
    () =>
      shownRows<SlurryLevel>(
        data?.pages.flat() ?? [],
        waiting,
        dataUpdatedAt,
        rowMapper(SLURRY_LEVEL, account),
      ).toSorted((a, b) => newestFirst(a.row, b.row)),
    [data, dataUpdatedAt, waiting, account],
  );
  const unused = useMemo(() => (records.data ?? []).filter(({ active }) => !active), [records.data]);
  const stores = useMemo(() => (records.data ?? []).filter(({ active }) => active).map(asStore), [records.data]);
  const readings = useMemo(() => {
    const latest: Record<string, Reading & { date: string }> = {};
    for (const { row } of levels.filter((level) => counts(level.row))) {
      latest[row.storeId] ??= { how: row.how, amount: toNumeric(row.amount), date: row.readOn };
    }
    return latest;
  }, [levels]);
  return { records, stores, unused, levels, readings, levelsQuery: query };
}
