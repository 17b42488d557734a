// The balance of holidays in a leave year, counted in half days so that nothing is rounded. Days are dates of the farm, not
// instants, so a change of the clocks does not move them.
import { datesOf, type Range } from '@/domain/core/calendar';
import { addDays, addMonths, weekday } from '@/domain/core/time';
import type { AbsenceType } from '@/domain/diary/diary-event';
import { HALVES, type Half } from './request';

export type LeaveTerms = {
  /** Days of holiday in a leave year; null: the account holder has not set them. */
  days: number | null;
  /** The days of the week on which a holiday counts, 1 for Monday. */
  workDays: readonly number[];
};

type Days = { startDate: string; endDate: string };
type Absence = Days & { absenceType: AbsenceType | null; startTime: string | null; endTime: string | null };
type Request = Days & { absenceType: AbsenceType; half: Half | null };

/** All in days, halves included. Taken, booked, asked and left add up to the entitlement. */
export type Balance = {
  entitlement: number | null;
  /** Holiday up to today. */
  taken: number;
  /** Holiday after today that is in the diary. */
  booked: number;
  /** Holiday in requests that are not answered yet. */
  asked: number;
  /** Below zero: more than the entitlement. */
  left: number | null;
  sick: number;
  other: number;
};

/** The leave year that contains a date. */
export function leaveYearOf(date: string, startMonth: number): Range {
  const first = `${date.slice(0, 4)}-${String(startMonth).padStart(2, '0')}-01`;
  const from = first <= date ? first : addMonths(first, -12);
  return { from, to: addDays(addMonths(from, 12), -1) };
}

/** The halves of each day that an absence takes: its times count only if it lasts one day. As `private.takes_half` counts. */
export function halvesOf({ startDate, endDate, startTime, endTime }: Omit<Absence, 'absenceType'>): readonly Half[] {
  if (startDate < endDate || startTime === null) return HALVES;
  // A finish before the start is on the next day.
  const lastsLong = endTime === null || endTime > '13:00' || endTime < startTime;
  return HALVES.filter((half) => (half === 'morning' ? startTime < '12:00' : lastsLong));
}

/** The half days of a range that count, each as 'date half'. */
const countedHalves = (
  { startDate, endDate }: Days,
  halves: readonly Half[],
  { workDays }: Pick<LeaveTerms, 'workDays'>,
  year: Range,
): string[] =>
  datesOf({ from: startDate > year.from ? startDate : year.from, to: endDate < year.to ? endDate : year.to })
    .filter((date) => workDays.includes(weekday(date)))
    .flatMap((date) => halves.map((half) => `${date} ${half}`));

/** How many days of holiday a request takes. */
export const daysOfRequest = (request: Days & { half: Half | null }, terms: Pick<LeaveTerms, 'workDays'>): number =>
  countedHalves(request, request.half ? [request.half] : HALVES, terms, {
    from: request.startDate,
    to: request.endDate,
  }).length / 2;

/**
 * One person's balance of a leave year; an absence that runs over its end counts in both years. Each half day counts once:
 * sick days override holiday, and absences in the diary override requests.
 */
export function balanceOf(
  absences: readonly Absence[],
  requests: readonly Request[],
  terms: LeaveTerms,
  year: Range,
  today: string,
): Balance {
  const uses = new Map<string, AbsenceType | 'asked'>();
  for (const request of requests.filter(({ absenceType }) => absenceType === 'holiday'))
    for (const half of countedHalves(request, request.half ? [request.half] : HALVES, terms, year))
      uses.set(half, 'asked');
  // A later type overrides the earlier ones on the same half day.
  for (const type of ['other', 'holiday', 'sick'] as const)
    for (const absence of absences.filter(({ absenceType }) => absenceType === type))
      for (const half of countedHalves(absence, halvesOf(absence), terms, year)) uses.set(half, type);
  const count = (use: AbsenceType | 'asked', days: Range = year) =>
    [...uses].filter(([half, one]) => one === use && days.from <= half.slice(0, 10) && half.slice(0, 10) <= days.to)
      .length / 2;
  const taken = count('holiday', { from: year.from, to: today });
  const booked = count('holiday', { from: addDays(today, 1), to: year.to });
  const asked = count('asked');
  return {
    entitlement: terms.days,
    ...{ taken, booked, asked },
    left: terms.days === null ? null : terms.days - taken - booked - asked,
    sick: count('sick'),
    other: count('other'),
  };
}
