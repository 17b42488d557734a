// Warnings about breaks and rest, by the rules of the farm's region. They inform and never block.
import { addDays, formatDate, formatDuration, instantOf, todayIn, type Zone } from '@/domain/core/time';
import { plural } from '@/domain/core/word-list';
import { shiftMinutes, wholeMinutes, type Shift } from './shift';
import type { WorkingTimeRules } from './working-time';

export type RestWarning = {
  kind: 'break' | 'daily-rest' | 'weekly-rest' | 'day' | 'week' | 'average';
  /** The day at which it is shown. */
  date: string;
  words: string;
};

type WorkedShift = Pick<Shift, 'clockInAt' | 'clockOutAt' | 'workDate' | 'breaks' | 'manualBreakMin'>;
/** Only finished shifts are judged. */
type FinishedShift = WorkedShift & { clockOutAt: string };

const REST_LATER = 'Give the rest back later.';

/** Merges adjoining shifts into one period of work: only the job changed, there was no rest in between. */
function mergeAdjoining(shifts: readonly WorkedShift[]): FinishedShift[] {
  const merged: FinishedShift[] = [];
  const finished = shifts.flatMap((shift) =>
    shift.clockOutAt === null ? [] : [{ ...shift, clockOutAt: shift.clockOutAt }],
  );
  for (const shift of finished.toSorted((a, b) => Date.parse(a.clockInAt) - Date.parse(b.clockInAt))) {
    const last = merged.at(-1);
    if (last && wholeMinutes(last.clockOutAt, shift.clockInAt) <= 0) {
      const later = Date.parse(shift.clockOutAt) > Date.parse(last.clockOutAt) ? shift.clockOutAt : last.clockOutAt;
      const bothRecorded = last.manualBreakMin === null && shift.manualBreakMin === null;
      merged[merged.length - 1] = {
        ...last,
        clockOutAt: later,
        breaks: [...last.breaks, ...shift.breaks],
        manualBreakMin: bothRecorded ? null : breakMinutes(last) + breakMinutes(shift),
      };
    } else merged.push(shift);
  }
  return merged;
}

/** A paid break counts as rest too. */
const breakMinutes = ({ breaks, manualBreakMin }: WorkedShift): number =>
  manualBreakMin ?? breaks.reduce((sum, { start, end }) => sum + (end === null ? 0 : wholeMinutes(start, end)), 0);

const grossOf = (shift: FinishedShift) => wholeMinutes(shift.clockInAt, shift.clockOutAt);

function breakWarnings(work: readonly FinishedShift[], { breaks }: WorkingTimeRules): RestWarning[] {
  return work.flatMap((shift) => {
    const due = breaks.filter(({ afterMin }) => grossOf(shift) > afterMin).at(-1);
    if (!due || breakMinutes(shift) >= due.breakMin) return [];
    const words = `${formatDuration(grossOf(shift))} with less than ${due.breakMin} min break.`;
    return [{ kind: 'break' as const, date: shift.workDate, words }];
  });
}

/** Every period of 24 hours that begins with work after a full rest must contain another full rest. */
function dailyWarnings(work: readonly FinishedShift[], { dailyRestMin }: WorkingTimeRules, zone: Zone): RestWarning[] {
  const warnings: RestWarning[] = [];
  let periodStart: string | null = null;
  let previous: FinishedShift | null = null;
  let warned = false;
  for (const shift of work) {
    const gap = previous && wholeMinutes(previous.clockOutAt, shift.clockInAt);
    if (periodStart === null || (gap !== null && gap >= dailyRestMin)) {
      periodStart = shift.clockInAt;
      warned = false;
    } else if (gap !== null && previous && gap >= dailyRestMin / 2 && previous.workDate !== shift.workDate) {
      // A night's rest that was too short; the next 24 hours are counted from here.
      const words = `Only ${formatDuration(gap)} rest before ${formatDate(shift.workDate)}. ${REST_LATER}`;
      warnings.push({ kind: 'daily-rest', date: shift.workDate, words });
      periodStart = shift.clockInAt;
      warned = false;
    }
    if (!warned && wholeMinutes(periodStart, shift.clockOutAt) > 24 * 60 - dailyRestMin) {
      const date = todayIn(zone, new Date(periodStart));
      warnings.push({
        kind: 'daily-rest',
        date,
        words: `Less than ${formatDuration(dailyRestMin)} rest in 24 h. ${REST_LATER}`,
      });
      warned = true;
    }
    previous = shift;
  }
  return warnings;
}

/** How many full rests of the given length fit between these instants; a gap twice as long counts twice. */
function countRests(work: readonly FinishedShift[], from: string, to: string, restMin: number): number {
  let freeSince = from;
  let count = 0;
  for (const { clockInAt, clockOutAt } of work) {
    if (Date.parse(clockOutAt) <= Date.parse(from) || Date.parse(clockInAt) >= Date.parse(to)) continue;
    count += Math.max(0, Math.floor(wholeMinutes(freeSince, clockInAt) / restMin));
    if (Date.parse(clockOutAt) > Date.parse(freeSince)) freeSince = clockOutAt;
  }
  return count + Math.max(0, Math.floor(wholeMinutes(freeSince, to) / restMin));
}

/** The farm's time zone, and its date. */
type Clock = { zone: Zone; today: string };

function weeklyWarnings(
  work: readonly FinishedShift[],
  { weeklyRest: { times, min }, insteadOfWeeklyRest }: WorkingTimeRules,
  weeks: readonly string[],
  { zone, today }: Clock,
): RestWarning[] {
  const restsIn = (from: string, days: number) =>
    countRests(work, instantOf(from, '00:00', zone), instantOf(addDays(from, days), '00:00', zone), min);
  return weeks.flatMap((monday) => {
    if (restsIn(monday, 7) >= times) return [];
    if (insteadOfWeeklyRest === 'two-in-fortnight' && restsIn(addDays(monday, -7), 14) >= 2 * times) return [];
    const next = addDays(monday, 7);
    // Until the next week is over, it is not known.
    const hasNext = insteadOfWeeklyRest === 'two-in-next-week' && addDays(next, 7) <= today;
    if (hasNext && restsIn(next, 7) >= 2 * times) return [];
    const rest = plural(times, `No ${formatDuration(min)}`, `Not ${times} × ${formatDuration(min)}`);
    const words = `${rest} off in the week of ${formatDate(monday)}. ${REST_LATER}`;
    return [{ kind: 'weekly-rest' as const, date: addDays(monday, 6), words }];
  });
}

/**
 * The warnings for one person's shifts, for the weeks that begin on these Mondays. Include the shifts of the week before
 * and of the week after: rests in them may count. Unfinished shifts are ignored.
 */
export function restWarnings(
  shifts: readonly WorkedShift[],
  weeks: readonly string[],
  rules: WorkingTimeRules,
  clock: Clock,
): RestWarning[] {
  const work = mergeAdjoining(shifts);
  const isShown = (date: string) => weeks.some((monday) => date >= monday && date <= addDays(monday, 6));
  return [
    ...breakWarnings(work, rules),
    ...dailyWarnings(work, rules, clock.zone),
    ...weeklyWarnings(work, rules, weeks, clock),
  ].filter(({ date }) => isShown(date));
}

/** For people under 18: days and weeks with more than the most that they may work. */
function youngMaxima(
  shifts: readonly WorkedShift[],
  weeks: readonly string[],
  { dayMin, weekMin }: WorkingTimeRules['young'],
): RestWarning[] {
  const over = (kind: 'day' | 'week', from: string, to: string, max: number): RestWarning[] => {
    const paid = shifts
      .filter(({ clockOutAt, workDate }) => clockOutAt !== null && workDate >= from && workDate <= to)
      .reduce((sum, shift) => sum + shiftMinutes(shift, ANY_TIME).paid, 0);
    const words = `${formatDuration(paid)} this ${kind}: more than ${max / 60} h, under 18.`;
    return paid > max ? [{ kind, date: to, words }] : [];
  };
  return weeks.flatMap((monday) => [
    ...[0, 1, 2, 3, 4, 5, 6].map((at) => addDays(monday, at)).flatMap((day) => over('day', day, day, dayMin)),
    ...over('week', monday, addDays(monday, 6), weekMin),
  ]);
}
/** A placeholder for the current time, which does not matter for a finished shift. */
const ANY_TIME = new Date(0);

/** As `restWarnings`, but before `turns18On` by the rules for young people. */
export function restWarningsByAge(
  turns18On: string | null,
  ...[shifts, weeks, rules, clock]: Parameters<typeof restWarnings>
): RestWarning[] {
  const adult = restWarnings(shifts, weeks, rules, clock);
  if (turns18On === null) return adult;
  const { young } = rules;
  const before = [
    // The law of young people knows no rest that is given in another week instead.
    ...restWarnings(shifts, weeks, { ...rules, ...young, insteadOfWeeklyRest: null }, clock),
    ...youngMaxima(shifts, weeks, young),
  ];
  return [...before.filter(({ date }) => date < turns18On), ...adult.filter(({ date }) => date >= turns18On)];
}

/** The average week in minutes: 833 h in 17 weeks is 49 h a week. */
export const averageWeek = (paidMin: number, weeks: number): number => paidMin / weeks;

/** A warning if the average is exceeded, else null. */
export function averageWarning(
  { paidMin, optedOut }: { paidMin: number; optedOut: boolean },
  sunday: string,
  rules: WorkingTimeRules,
): RestWarning | null {
  const { averageWeekMin, averageOverWeeks, mayOptOut } = rules;
  if (optedOut && mayOptOut) return null;
  const average = averageWeek(paidMin, averageOverWeeks);
  if (average <= averageWeekMin) return null;
  const hours = (Math.floor((average * 10) / 60) / 10).toFixed(1);
  const words = `Over ${averageWeekMin / 60} h average: ${hours} h a week over ${averageOverWeeks} weeks.`;
  return { kind: 'average', date: sunday, words };
}
