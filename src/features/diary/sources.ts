// The sources of the diary's items: one hook per source, combined in `useSources`.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { eventsQuery, nearEventsQuery, nearRange } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { openRequestsQuery } from '@/data/time-off/open-requests';
import { hoursQuery, ownHoursQuery } from '@/data/time/time';
import { readerOf, worksOfDaysQuery } from '@/data/works/works';
import type { Account } from '@/domain/account/account';
import { certificateName } from '@/domain/compliance/certificate';
import type { Range } from '@/domain/core/calendar';
import { formatDate } from '@/domain/core/time';
import { dueWords } from '@/domain/machinery/machine-words';
import { movementTitle } from '@/domain/movements/movement-words';
import { useOffline } from '@/lib/online';
import { isLoading, isMissing } from '@/lib/read-state';
import { withJobLines } from '@/offline/outbox/job-lines';
import { useWaiting } from '@/offline/outbox/outbox';
import type { DiaryEvent } from '@/records/diary';
import type { Movement } from '@/records/slurry';
import { WORK, type Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useWorksCopy } from '@/session/snapshot';
import { useNow } from '@/session/today';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { isMachineDate, useCompliance } from '@/widgets/compliance/use-compliance';
import { useFleet } from '@/widgets/machines/use-fleet';
import { useOpenMovements } from '@/widgets/movements/use-open-movements';
import {
  complianceItem,
  eventItem,
  noteItem,
  requestItem,
  serviceItem,
  timeItem,
  waitingItem,
  workItem,
  type ShownItem,
} from './shown-item';

export type Source = {
  items: readonly ShownItem[];
  /** Nothing of this source is loaded yet. */
  isPending: boolean;
  isError: boolean;
  /** When the data was fetched, in milliseconds since the epoch; undefined if the age of this source is not shown. */
  at: number | undefined;
  retry: () => void;
};

/** One element per source. */
export const useSources = (range: Range, today: string): readonly Source[] => [
  useWorkSource(range),
  useEventSource(range, today),
  useRequestSource(range),
  useShiftSource(range, today),
  useNoteSource(range),
  useServiceSource(range, today),
  useComplianceSource(range),
  useMovementSource(range),
];

const NONE: readonly never[] = [];

const overlaps = ({ from, to }: Range, first: string, last: string) => first <= to && last >= from;

/** Logged work from the database, or offline from the cached copy, plus the entries in the outbox. */
function useWorkSource(range: Range): Source {
  const account = useAccount();
  const query = useQuery(worksOfDaysQuery(readerOf(account), range));
  const copy = useWorksCopy();
  const offline = useOffline();
  const { entries, sent } = useWaiting();
  // Use the copy until the database responds. A copy that does not reach back to the range is used only offline or
  // after an error.
  const coversRange = copy !== null && (!copy.older || copy.border <= range.from);
  const usesCopy = query.data === undefined && copy !== null && (coversRange || offline || query.isError);
  const { rowsOf } = useCurrentNames();
  const works = (query.data && rowsOf(query.data)) ?? (usesCopy ? copy.works : undefined);
  const at = usesCopy ? copy.at : query.dataUpdatedAt;
  const items = useMemo(() => {
    const rows = (works ?? NONE).filter(({ workDate }) => overlaps(range, workDate, workDate));
    const shownIds = new Set(rows.map(({ id }) => id));
    const recentlySent = sent.filter(({ acknowledgedAt }) => (acknowledgedAt ?? 0) > at);
    const waiting = withJobLines([...recentlySent, ...entries]).filter(
      ({ kind, action, id }) => kind === WORK.kind && action === 'insert' && !shownIds.has(id),
    );
    return [...workItems(rows, account), ...waiting.map((entry) => waitingItem(entry, account))];
  }, [works, at, entries, sent, range, account]);
  return {
    items,
    isPending: works === undefined && isLoading(query),
    isError: works === undefined && isMissing(query),
    at,
    retry: () => void query.refetch(),
  };
}

const workItems = (rows: readonly Work[], account: Account) => rows.map((work) => workItem(work, account));

/** Planned events. The weeks around today are cached on the device and used if the range itself can't be loaded. */
function useEventSource(range: Range, today: string): Source {
  const account = useAccount();
  const near = nearRange(today);
  const isNear = range.from >= near.from && range.to <= near.to;
  const nearEvents = useQuery(nearEventsQuery(account, today));
  const rangeEvents = useQuery({ ...eventsQuery(account, range), enabled: !isNear });
  const query = isNear ? nearEvents : rangeEvents;
  const events = query.data ?? nearEvents.data;
  const items = useMemo(
    () =>
      (events ?? NONE)
        .filter(({ startDate, endDate }: DiaryEvent) => overlaps(range, startDate, endDate))
        .map((event) => eventItem(event)),
    [events, range],
  );
  return {
    items,
    isPending: events === undefined && isLoading(query),
    isError: events === undefined && isMissing(query),
    at: query.data === undefined ? nearEvents.dataUpdatedAt : query.dataUpdatedAt,
    retry: () => void query.refetch(),
  };
}

/** Time off that is asked for. */
function useRequestSource(range: Range): Source {
  const query = useQuery(openRequestsQuery(useAccount()));
  const items = useMemo(
    () =>
      (query.data ?? NONE)
        .filter(({ startDate, endDate }) => overlaps(range, startDate, endDate))
        .map((request) => requestItem(request)),
    [query.data, range],
  );
  return uncachedSource(items, query);
}

/** Shifts: the account holder sees everybody's, an employee their own. The person's own recent shifts are cached. */
function useShiftSource(range: Range, today: string): Source {
  const account = useAccount();
  const now = useNow();
  const { zone } = account.settings;
  const query = useQuery(hoursQuery(account, range.from, range.to, null));
  const own = useQuery(ownHoursQuery(account, today));
  const { rowsOf } = useCurrentNames();
  const shifts = query.data ?? own.data;
  const items = useMemo(
    () =>
      rowsOf(shifts ?? NONE)
        .filter(({ workDate }) => overlaps(range, workDate, workDate))
        .map((shift) => timeItem(shift, zone, now)),
    [shifts, range, zone, now, rowsOf],
  );
  return uncachedSource(items, query);
}

function useNoteSource(range: Range): Source {
  const query = useQuery(notesOfDaysQuery(useAccount(), range));
  const { rowsOf } = useCurrentNames();
  const items = useMemo(() => rowsOf(query.data ?? NONE).map((note) => noteItem(note)), [query.data, rowsOf]);
  return uncachedSource(items, query);
}

/** What is due on machines. Something overdue by its meter is due today. */
function useServiceSource(range: Range, today: string): Source {
  const { due, isPending, isError, loadedAt, retry } = useFleet();
  const items = useMemo(
    () =>
      due.flatMap((item) => {
        const on = item.due.on ?? (item.due.state === 'overdue' ? today : null);
        if (on === null || !overlaps(range, on, on)) return [];
        return [
          serviceItem(
            item,
            on,
            dueWords(item.due, item.meterType, today, (date) => formatDate(date, today)),
          ),
        ];
      }),
    [due, range, today],
  );
  return { items, isPending, isError, at: items.length > 0 ? loadedAt : undefined, retry };
}

/** The account holder's compliance dates, and the expiry dates of the certificates that the person may read. */
function useComplianceSource(range: Range): Source {
  const { role } = useAccount();
  const { itemStatuses, isPending, isError, loadedAt, retry } = useCompliance();
  const certificateQuery = useCertificates();
  const items = useMemo(() => {
    const dates = itemStatuses.flatMap(({ item, on, state, evidence }) =>
      on === null || state === 'not_applicable' || isMachineDate({ item, evidence }) || !overlaps(range, on, on)
        ? []
        : [complianceItem(item.id, item.title, on, 'Compliance', `/compliance-center?item=${item.id}`)],
    );
    const to = role === 'admin' ? '/compliance-center?tab=certificates' : '/manage-account';
    const expiries = certificateQuery.certificates.flatMap(({ certificate }) =>
      certificate.expiresOn === null || !overlaps(range, certificate.expiresOn, certificate.expiresOn)
        ? []
        : [complianceItem(certificate.id, certificateName(certificate), certificate.expiresOn, 'Runs out', to)],
    );
    return [...dates, ...expiries];
  }, [itemStatuses, certificateQuery.certificates, range, role]);
  return {
    ...{ items, isPending, isError: role === 'admin' && isError },
    at: items.length > 0 ? loadedAt : undefined,
    retry,
  };
}

/**
 * The movements of manure that the account holder has to notify, on the last day for it. Several on one day are one item:
 * the movements of a whole year may have the same deadline.
 */
function useMovementSource(range: Range): Source {
  const { open, ...query } = useOpenMovements();
  const items = useMemo(() => {
    const days = new Map<string, Movement[]>();
    for (const { movement, by } of open) if (overlaps(range, by, by)) days.set(by, [...(days.get(by) ?? []), movement]);
    return [...days].flatMap(([by, [first, ...others]]) => {
      if (!first) return [];
      return others.length === 0
        ? [complianceItem(first.id, movementTitle(first), by, 'Last day to notify it', `/manure-movements/${first.id}`)]
        : [
            complianceItem(
              `movements-${by}`,
              `${others.length + 1} manure movements`,
              by,
              'Last day to notify them',
              '/manure-movements?show=open',
            ),
          ];
    });
  }, [open, range]);
  return uncachedSource(items, query);
}

/** For sources without a copy of every range on the device: being offline is not reported as an error. */
const uncachedSource = (
  items: readonly ShownItem[],
  query: Pick<UseQueryResult, 'isLoading' | 'data' | 'isError' | 'refetch'>,
): Source => ({
  items,
  isPending: query.isLoading,
  isError: query.data === undefined && query.isError,
  at: undefined,
  retry: () => void query.refetch(),
});
