// Plain dates, wall times and worked minutes in the farm's zone. `today` and `now` are always arguments.
import { tzOffset } from '@date-fns/tz';

export type Zone = 'Europe/London' | 'Europe/Dublin';
export type Region = 'england' | 'wales' | 'scotland' | 'northern_ireland' | 'ireland';

export type WorkTimes = {
  workDate: string;
  start: string | null;
  finish: string | null;
  /** Unpaid minutes; null counts as none. */
  breaks: number | null;
  zone: Zone;
  /** Chosen by the user if the clocks show the time twice that day; otherwise the first is meant. */
  startSecond?: boolean;
  finishSecond?: boolean;
};

export type WorkMinutes =
  | {
      ok: true;
      /** Elapsed minutes, breaks included. */
      elapsed: number;
      /** Minutes worked. */
      minutes: number;
      nextDay: boolean;
      /** The time used instead of one that was skipped when the clocks went forward. */
      movedStart?: string;
      movedFinish?: string;
    }
  | { ok: false; reason: 'same' | 'breaks-too-long' | 'over-24-hours' | 'incomplete' };

export type Period = {
  id: 'today' | 'this-week' | 'this-month' | 'last-month' | 'tax-year';
  label: string;
  from: string;
  to: string;
};

const DAY_MINUTES = 24 * 60;
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const twoDigits = (n: number): string => String(n).padStart(2, '0');
/** Days since 1 January 1970, read as UTC so that the machine's time zone cannot shift a plain date. */
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (DAY_MINUTES * 60_000);
const fromDayNumber = (day: number): string => new Date(day * DAY_MINUTES * 60_000).toISOString().slice(0, 10);

/** The first day of records that say when something was done: before it, the year was typed with two digits. */
export const FIRST_DAY = '2000-01-01';
export const BEFORE_FIRST_DAY = 'Choose a date from the year 2000 on.';

/** True for a real calendar date 'YYYY-MM-DD': 2028-02-29, not 2027-02-29. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false;
  const day = dayNumber(text);
  return Number.isFinite(day) && fromDayNumber(day) === text;
}

export const addDays = (date: string, days: number): string => fromDayNumber(dayNumber(date) + days);

/** Days from a to b; negative when b is earlier. */
export const daysBetween = (a: string, b: string): number => dayNumber(b) - dayNumber(a);

/** The same day some months later, or that month's last day: 31 Aug + 6 is 28 Feb. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const count = year * 12 + (month - 1) + months;
  const first = `${String(Math.floor(count / 12)).padStart(4, '0')}-${twoDigits((((count % 12) + 12) % 12) + 1)}-01`;
  const length = new Date(Date.UTC(2000 + (Math.floor(count / 12) % 400), (count % 12) + 1, 0)).getUTCDate();
  return addDays(first, Math.min(day, length) - 1);
}

/** 1 for Monday to 7 for Sunday. */
export const weekday = (date: string): number => ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;

/** "Monday" for 1 to "Sunday" for 7. */
export const weekdayName = (day: number): string => DAYS[day - 1] ?? '';

/** Whether a text is a time of day as it is typed, 'HH:MM'. */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Minutes since midnight of 'HH:MM' (or the database's 'HH:MM:SS'), or null. */
function minuteOfDay(time: string | null): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d(?:\.\d+)?)?$/.exec(time ?? '');
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

type WallInstants = { kind: 'once' | 'repeated' | 'skipped'; first: number; second: number };

/**
 * The instants of a wall time, in minutes since 1970 UTC. Tries the UTC offsets of the day before and the day after:
 * both are valid in the repeated hour, neither in the skipped hour, where the earlier offset moves the time on by the
 * gap.
 */
function wallInstants(day: number, minute: number, zone: Zone): WallInstants {
  const wall = day * DAY_MINUTES + minute;
  const offsetAt = (instant: number) => tzOffset(zone, new Date(instant * 60_000));
  const before = wall - offsetAt(wall - DAY_MINUTES);
  const after = wall - offsetAt(wall + DAY_MINUTES);
  const fits = [before, after].filter((instant) => instant + offsetAt(instant) === wall);
  const first = fits[0] ?? before;
  const second = fits[1] ?? first;
  return { kind: fits.length === 0 ? 'skipped' : first === second ? 'once' : 'repeated', first, second };
}

function wallKind(date: string, time: string, zone: Zone): WallInstants['kind'] | null {
  const minute = minuteOfDay(time);
  return minute === null || !isDate(date) ? null : wallInstants(dayNumber(date), minute, zone).kind;
}

/** True if the clocks show this time twice that day, when they go back. */
export const isRepeated = (date: string, time: string, zone: Zone): boolean =>
  wallKind(date, time, zone) === 'repeated';

/** True if the clocks skip this time that day, when they go forward. */
export const isSkipped = (date: string, time: string, zone: Zone): boolean => wallKind(date, time, zone) === 'skipped';

/**
 * The instant (ISO, UTC) of a wall time. `isSecondOccurrence` selects the later of two equal times, on the night when
 * the clocks go back. Throws a RangeError for an invalid date or time.
 */
export function instantOf(date: string, time: string, zone: Zone, isSecondOccurrence = false): string {
  const minute = minuteOfDay(time);
  if (minute === null || !isDate(date)) throw new RangeError(`Not a date and time: ${date} ${time}`);
  const wall = wallInstants(dayNumber(date), minute, zone);
  return new Date((isSecondOccurrence ? wall.second : wall.first) * 60_000).toISOString();
}

/** The zone's wall clock at an instant, written as if it were UTC. */
const wallClock = (zone: Zone, now: Date): string =>
  new Date(now.getTime() + tzOffset(zone, now) * 60_000).toISOString();

/** The date in the farm's zone. */
export const todayIn = (zone: Zone, now: Date): string => wallClock(zone, now).slice(0, 10);

/** The farm's date at an instant (ISO 8601): after midnight in summer it is a day later than the date in UTC. */
export const dateIn = (zone: Zone, instant: string): string => todayIn(zone, new Date(instant));

/** The time 'HH:MM' in the farm's zone. */
export const localTimeIn = (zone: Zone, now: Date): string => wallClock(zone, now).slice(11, 16);

/**
 * Minutes worked between two wall times. A finish before the start is on the next day, unless both lie in the repeated
 * hour: then it is in that hour's second pass. The shift belongs to the date it starts on.
 */
export function workMinutes(times: WorkTimes): WorkMinutes {
  const start = minuteOfDay(times.start);
  const finish = minuteOfDay(times.finish);
  const breaks = times.breaks ?? 0;
  if (start === null || finish === null || !isDate(times.workDate) || !Number.isInteger(breaks) || breaks < 0) {
    return { ok: false, reason: 'incomplete' };
  }
  if (start === finish) return { ok: false, reason: 'same' };
  const day = dayNumber(times.workDate);
  const startInstants = wallInstants(day, start, times.zone);
  const sameDay = wallInstants(day, finish, times.zone);
  const secondPass =
    finish < start && startInstants.kind === 'repeated' && sameDay.kind === 'repeated' && times.startSecond !== true;
  const nextDay = finish < start && !secondPass;
  const finishInstants = nextDay ? wallInstants(day + 1, finish, times.zone) : sameDay;
  const from = times.startSecond === true ? startInstants.second : startInstants.first;
  // A shift that starts in the second pass can only finish in or after it.
  const usesSecondPass = secondPass || times.finishSecond === true || (times.startSecond === true && !nextDay);
  const elapsed = (usesSecondPass ? finishInstants.second : finishInstants.first) - from;
  // A start in the skipped hour moves forward and may reach or pass the finish.
  if (elapsed <= 0) return { ok: false, reason: 'same' };
  if (elapsed > DAY_MINUTES) return { ok: false, reason: 'over-24-hours' };
  if (breaks >= elapsed) return { ok: false, reason: 'breaks-too-long' };
  const clock = (instant: number) => localTimeIn(times.zone, new Date(instant * 60_000));
  return {
    ok: true,
    elapsed,
    minutes: elapsed - breaks,
    nextDay,
    ...(startInstants.kind === 'skipped' ? { movedStart: clock(startInstants.first) } : {}),
    ...(finishInstants.kind === 'skipped' ? { movedFinish: clock(finishInstants.first) } : {}),
  };
}

/** Minutes rounded up to a whole number of increments; 0 bills exact minutes. */
export const roundUpMinutes = (minutes: number, increment: number): number =>
  increment > 0 ? Math.ceil(minutes / increment) * increment : minutes;

function dateWords(date: string, today: string | undefined, letters: number | undefined): string {
  const [year = '', month = '1', day = '1'] = date.split('-');
  const words = [DAYS[weekday(date) - 1], String(Number(day)), MONTHS[Number(month) - 1]];
  const short = words.map((word, at) => (at === 1 ? word : word?.slice(0, letters)));
  return [...short, ...(today !== undefined && !today.startsWith(year) ? [year] : [])].join(' ');
}

/** "Fri 20 Nov", with the year when it is not the year of `today`. */
export const formatDate = (date: string, today?: string): string => dateWords(date, today, 3);

/** "Friday 20 November", with the year when it is not the year of `today`. */
export const formatDateLong = (date: string, today?: string): string => dateWords(date, today, undefined);

/** "29 February": a day of every year. */
export const formatMonthDay = (date: string): string => formatDateFull(date).slice(0, -5);

/** "Nov" for 11. */
export const shortMonth = (month: number): string => MONTHS[month - 1]?.slice(0, 3) ?? '';

/** "15 Oct" for '10-15'. */
export const monthDayWords = (monthDay: string): string =>
  `${Number(monthDay.slice(3))} ${shortMonth(Number(monthDay.slice(0, 2)))}`;

/** "20 Nov 2026": for texts that are read years later. */
export function formatDateDated(date: string): string {
  const [year = '', month = '1', day = '1'] = date.split('-');
  return `${Number(day)} ${shortMonth(Number(month))} ${year}`;
}

/** "20 November 2026": in the text of a mail. */
export function formatDateFull(date: string): string {
  const [year = '', month = '1', day = '1'] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

/** "20/11/2026". */
export const formatDateNumeric = (date: string): string => date.split('-').reverse().join('/');

/** "7 h 20", "9 h", "0 h 37", "1,250 h". */
export function formatDuration(minutes: number): string {
  const rest = minutes % 60;
  const hours = String(Math.floor(minutes / 60)).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${hours} h${rest === 0 ? '' : ` ${twoDigits(rest)}`}`;
}

/** Period presets: weeks run Monday to Sunday; tax years 6 April to 5 April, in Ireland the calendar year. */
export function periodPresets(today: string, region: Region): Period[] {
  const monday = addDays(today, 1 - weekday(today));
  const month = `${today.slice(0, 8)}01`;
  const nextMonth = addMonths(month, 1);
  const april = `${today.slice(0, 4)}-04-06`;
  const taxFrom = region === 'ireland' ? `${today.slice(0, 4)}-01-01` : today < april ? addMonths(april, -12) : april;
  return [
    { id: 'today', label: 'Today', from: today, to: today },
    { id: 'this-week', label: 'This week', from: monday, to: addDays(monday, 6) },
    { id: 'this-month', label: 'This month', from: month, to: addDays(nextMonth, -1) },
    { id: 'last-month', label: 'Last month', from: addMonths(month, -1), to: addDays(month, -1) },
    { id: 'tax-year', label: 'Tax year', from: taxFrom, to: addDays(addMonths(taxFrom, 12), -1) },
  ];
}
