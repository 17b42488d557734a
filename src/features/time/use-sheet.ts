import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { withoutFailureMessage } from '@/data/load-failed';
import { hoursQuery, nearHoursQuery, timeSettingsQuery, workingTimeQuery, type WorkingTime } from '@/data/time/time';
import { mondayOf } from '@/domain/core/calendar';
import { addDays } from '@/domain/core/time';
import { averageWarning, restWarningsByAge, type RestWarning } from '@/domain/hours/rest-warnings';
import { shiftMinutes } from '@/domain/hours/shift';
import { timesheet, weeksOf, type Span } from '@/domain/hours/timesheet';
import { WORKING_TIME } from '@/domain/hours/working-time';
import { isMissing } from '@/lib/read-state';
import { useWaiting } from '@/offline/outbox/outbox';
import { shownRows } from '@/offline/outbox/shown-rows';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { shiftMapper } from '@/widgets/hours/own-shifts';
import { useFarmClock } from './use-clock';

const NO_THRESHOLDS = { afterDayMin: null, afterWeekMin: null };
const NO_WORKING_TIME: readonly WorkingTime[] = [];
const nameOf = (first: string | null, last: string | null) => [first, last].filter(Boolean).join(' ') || 'Somebody';

/**
 * The people with a row: employees only themselves, the account holder also the crew. `useSheet` adds people who have
 * left but have hours in the period.
 */
function usePeople() {
  const { role, ownerId, userId, firstName, lastName } = useAccount();
  const { data: crew = [] } = useQuery({ ...crewQuery(ownerId), enabled: role === 'admin' });
  return useMemo(
    () => [
      ...crew.map((one) => ({ id: one.id, name: nameOf(one.firstName, one.lastName) })),
      { id: userId, name: nameOf(firstName, lastName) },
    ],
    [crew, userId, firstName, lastName],
  );
}

/** The hours of a week or month per person, including the outbox, with warnings. */
export function useSheet(span: Span) {
  const account = useAccount();
  const { role, ownerId, userId, settings } = account;
  const { now } = useFarmClock();
  const waiting = useWaiting();
  const crew = usePeople();
  const { averageOverWeeks } = WORKING_TIME[settings.region];
  const sunday = addDays(mondayOf(span.to), 6);
  const person = role === 'admin' ? null : userId;
  const today = useToday();
  const isRecent = span.kind === 'week' && span.from >= addDays(mondayOf(today), -7) && span.from <= mondayOf(today);
  // Whole weeks, and one week before and after for the rest rules.
  const recentQuery = useQuery({ ...nearHoursQuery(account, today, person), enabled: isRecent });
  const rangeQuery = useQuery({
    ...hoursQuery(account, addDays(mondayOf(span.from), -7), addDays(sunday, 7), person),
    enabled: !isRecent,
  });
  const query = isRecent ? recentQuery : rangeQuery;
  const settingsQuery = useQuery(timeSettingsQuery(ownerId));
  const timeSettings = settingsQuery.data;
  const { data: averagePeriodShifts } = useQuery(
    withoutFailureMessage(hoursQuery(account, addDays(sunday, 1 - averageOverWeeks * 7), sunday, person)),
  );
  const { data: workingTime = NO_WORKING_TIME } = useQuery(workingTimeQuery(account));
  const { data, dataUpdatedAt } = query;
  const { rowsOf } = useCurrentNames();
  const shown = useMemo(
    () =>
      shownRows(rowsOf(data ?? []), waiting, dataUpdatedAt, shiftMapper(account)).filter(
        ({ entry }) => entry?.action !== 'delete',
      ),
    [data, dataUpdatedAt, waiting, account, rowsOf],
  );
  const people = useMemo(() => {
    const known = new Set(crew.map(({ id }) => id));
    const formerEmployees = new Map<string, string>();
    for (const { row } of shown)
      if (row.employeeId !== null && !known.has(row.employeeId)) formerEmployees.set(row.employeeId, row.createdByName);
    return [...crew, ...[...formerEmployees].map(([id, name]) => ({ id, name }))];
  }, [crew, shown]);
  const rows = useMemo(
    () =>
      timesheet(
        shown.map(({ row }) => row),
        people,
        span,
        timeSettings ?? NO_THRESHOLDS,
        now,
      ),
    [shown, people, span, timeSettings, now],
  );
  const warnings = useMemo(() => {
    const rules = WORKING_TIME[settings.region];
    const clock = { zone: settings.zone, today };
    return people.flatMap(({ id, name }): (RestWarning & { name: string; person: string })[] => {
      const own = shown.filter(({ row }) => row.employeeId === id).map(({ row }) => row);
      const weeks = weeksOf(span.from, span.to);
      const paidMin = (averagePeriodShifts ?? [])
        .filter(({ employeeId, status }) => employeeId === id && status !== 'needs_review')
        .reduce((sum, one) => sum + paidOf(one), 0);
      const { turns18On = null, optedOut = false } = workingTime.find((one) => one.id === id) ?? {};
      const average = averageWarning({ paidMin, optedOut }, sunday, rules);
      return [...restWarningsByAge(turns18On, own, weeks, rules, clock), ...(average ? [average] : [])].map((one) => ({
        ...one,
        name,
        person: id,
      }));
    });
  }, [people, shown, span, averagePeriodShifts, workingTime, sunday, settings.region, settings.zone, today]);
  return {
    query,
    /** False while the hours of the period are neither loaded nor on this device: then `rows` has only waiting entries. */
    isRead: data !== undefined,
    people,
    rows,
    shown,
    warnings,
    now,
    /** Null until loaded: until then the overtime in the rows is not valid. */
    settings: timeSettings ?? null,
    settingsFailed: isMissing(settingsQuery),
    retrySettings: () => void settingsQuery.refetch(),
    workingTime,
  };
}

const paidOf = ({ clockInAt, clockOutAt, breaks, manualBreakMin }: Parameters<typeof shiftMinutes>[0]): number =>
  clockOutAt === null ? 0 : shiftMinutes({ clockInAt, clockOutAt, breaks, manualBreakMin }, EPOCH).paid;
/** Minutes of a finished shift do not depend on the current time. */
const EPOCH = new Date(0);

export type Sheet = ReturnType<typeof useSheet>;
