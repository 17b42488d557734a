// Where the diary's lines come from: each source is one hook here, and they join in `useSources`.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventsQuery, nearEventsQuery, nearRange, type DiaryEvent } from '@/data/diary-events';
import { worksOfDaysQuery } from '@/data/diary-works';
import type { Work } from '@/data/works';
import type { Range } from '@/domain/calendar';
import type { Account } from '@/domain/account';
import { useWaiting } from '@/outbox/outbox';
import { WORK } from '@/outbox/records';
import { useAccount } from '@/session/account';
import { useOffline } from '@/session/contact';
import { useWorksCopy } from '@/session/snapshot';
import { eventItem, waitingItem, workItem, type ShownItem } from './shown-item';

export type Source = {
  items: readonly ShownItem[];
  /** Nothing of it is here yet. */
  isPending: boolean;
  isError: boolean;
  /** When what is shown was read, in milliseconds. */
  at: number | undefined;
  retry: () => void;
};

/** One line for each: time, services and compliance join with their screens. */
export const useSources = (range: Range, today: string): readonly Source[] => [
  useWorked(range),
  usePlanned(range, today),
];

const NONE: readonly never[] = [];

const isIn = ({ from, to }: Range, first: string, last: string) => first <= to && last >= from;

/** What was done: the database's entries, or the copy's without signal, and what waits on this device. */
function useWorked(range: Range): Source {
  const account = useAccount();
  const who = { ownerId: account.ownerId, userId: account.userId, seesRates: account.settings.seesRates };
  const query = useQuery(worksOfDaysQuery(who, range));
  const copy = useWorksCopy();
  const offline = useOffline();
  const { entries, sent } = useWaiting();
  // The copy stands in until the database has answered; one that does not reach back so far only without signal.
  const reaches = copy !== null && (!copy.older || copy.border <= range.from);
  const usesCopy = query.data === undefined && copy !== null && (reaches || offline || query.isError);
  const works = query.data ?? (usesCopy ? copy.works : undefined);
  const at = usesCopy ? copy.at : query.dataUpdatedAt;
  const items = useMemo(() => {
    const rows = (works ?? NONE).filter(({ workDate }) => isIn(range, workDate, workDate));
    const here = new Set(rows.map(({ id }) => id));
    const late = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > at);
    const waiting = [...late, ...entries].filter(
      ({ kind, action, id }) => kind === WORK.kind && action === 'insert' && !here.has(id),
    );
    return [...asItems(rows, account), ...waiting.map((entry) => waitingItem(entry, account.userId))];
  }, [works, at, entries, sent, range, account]);
  return {
    items,
    isPending: works === undefined && !query.isError && query.fetchStatus !== 'paused',
    isError: works === undefined && (query.isError || query.fetchStatus === 'paused'),
    at,
    retry: () => void query.refetch(),
  };
}

const asItems = (rows: readonly Work[], account: Account) => rows.map((work) => workItem(work, account));

/** What is planned. The two weeks around today are on the device; they stand in where the range itself can't be read. */
function usePlanned(range: Range, today: string): Source {
  const account = useAccount();
  const near = nearRange(today);
  const isNear = range.from >= near.from && range.to <= near.to;
  const kept = useQuery(nearEventsQuery(account, today));
  const wider = useQuery({ ...eventsQuery(account, range), enabled: !isNear });
  const query = isNear ? kept : wider;
  const events = query.data ?? kept.data;
  const items = useMemo(
    () =>
      (events ?? NONE)
        .filter(({ startDate, endDate }: DiaryEvent) => isIn(range, startDate, endDate))
        .map((event) => eventItem(event)),
    [events, range],
  );
  return {
    items,
    isPending: query.data === undefined && !query.isError && query.fetchStatus !== 'paused' && events === undefined,
    isError: query.data === undefined && (query.isError || query.fetchStatus === 'paused') && events === undefined,
    at: query.data === undefined ? kept.dataUpdatedAt : query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}
