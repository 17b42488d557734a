// Warnings about breaks and rest, by the rules of the farm's region. They inform and never block.
import { addDays, formatDate, formatDuration, instantOf, todayIn, type Zone } from '@/domain/core/time';
import { shiftMinutes, wholeMinutes, type Shift } from './shift';
import type { WorkingTimeRules } from './working-time';

export type RestWarning = {
  kind: 'break' | 'daily-rest' | 'weekly-rest' | 'week' | 'average';
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

function weeklyWarnings(
  work: readonly FinishedShift[],
  rules: WorkingTimeRules,
  weeks: readonly string[],
  zone: Zone,
): RestWarning[] {
  const midnight = (date: string) => instantOf(date, '00:00', zone);
  return weeks.flatMap((monday) => {
    const end = midnight(addDays(monday, 7));
    const { weeklyRestMin, orTwicePerFortnight } = rules;
    if (countRests(work, midnight(monday), end, weeklyRestMin) > 0) return [];
    const fortnight = countRests(work, midnight(addDays(monday, -7)), end, weeklyRestMin);
    if (orTwicePerFortnight && fortnight >= 2) return [];
    const words = `No ${formatDuration(weeklyRestMin)} off in the week of ${formatDate(monday)}. ${REST_LATER}`;
    return [{ kind: 'weekly-rest' as const, date: addDays(monday, 6), words }];
  });
}

/**
 * The warnings for one person's shifts, for the weeks that begin on these Mondays. Include the shifts of the week
 * before: a rest in that week counts. Unfinished shifts are ignored.
 */
export function restWarnings(
  shifts: readonly WorkedShift[],
  weeks: readonly string[],
  rules: WorkingTimeRules,
  zone: Zone,
): RestWarning[] {
  const work = mergeAdjoining(shifts);
  const isShown = (date: string) => weeks.some((monday) => date >= monday && date <= addDays(monday, 6));
  return [
    ...breakWarnings(work, rules),
    ...dailyWarnings(work, rules, zone),
    ...weeklyWarnings(work, rules, weeks, zone),
  ].filter(({ date }) => isShown(date));
}

/** For people under 18: weeks with more than the weekly maximum. */
function youngWeeks(shifts: readonly WorkedShift[], weeks: readonly string[], weekMin: number): RestWarning[] {
  return weeks.flatMap((monday) => {
    const sunday = addDays(monday, 6);
    const paid = shifts
      .filter(({ clockOutAt, workDate }) => clockOutAt !== null && workDate >= monday && workDate <= sunday)
      .reduce((sum, shift) => sum + shiftMinutes(shift, ANY_TIME).paid, 0);
    if (paid <= weekMin) return [];
    const words = `${formatDuration(paid)} this week: more than ${weekMin / 60} h, under 18.`;
    return [{ kind: 'week' as const, date: sunday, words }];
  });
}
/** A placeholder for the current time, which does not matter for a finished shift. */
const ANY_TIME = new Date(0);

/** As `restWarnings`, but before `turns18On` by the rules for young people, if the region has any. */
export function restWarningsByAge(
  turns18On: string | null,
  ...[shifts, weeks, rules, zone]: Parameters<typeof restWarnings>
): RestWarning[] {
  const adult = restWarnings(shifts, weeks, rules, zone);
  const { young } = rules;
  if (turns18On === null || young === null) return adult;
  const { breaks, dailyRestMin, weekMin } = young;
  const before = [
    ...restWarnings(shifts, weeks, { ...rules, breaks, dailyRestMin }, zone),
    ...youngWeeks(shifts, weeks, weekMin),
  ];
  return [...before.filter(({ date }) => date < turns18On), ...adult.filter(({ date }) => date >= turns18On)];
}

/** The average week in minutes: 833 h in 17 weeks is 49 h a week. */
export const averageWeek = (paidMin: number, weeks: number): number => paidMin / weeks;

/** A warning if the average is exceeded, else null. */
export function averageWarning(paidMin: number, sunday: string, rules: WorkingTimeRules): RestWarning | null {
  const { averageWeekMin, averageOverWeeks } = rules;
  const average = averageWeek(paidMin, averageOverWeeks);
  if (average <= averageWeekMin) return null;
  const hours = (Math.floor((average * 10) / 60) / 10).toFixed(1);
  const words = `Over ${averageWeekMin / 60} h average: ${hours} h a week over ${averageOverWeeks} weeks.`;
  return { kind: 'average', date: sunday, words };
}
