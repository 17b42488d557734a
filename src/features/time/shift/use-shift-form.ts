import { useState } from 'react';
import { overlapWords, shiftMinutes, timesProblem } from '@/domain/hours/shift';
import type { NewEntry } from '@/offline/outbox/entry';
import type { TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { finishAfter, instantIn, localTimeOf, type LocalTime } from './local-time';
import { insertShift, updateShift } from '@/features/time/time-entries';
import { useFarmClock } from '@/features/time/use-clock';

/** The longest text of each field, as in the database. */
const LIMITS = { activity: 80, customer: 120, note: 1000, reason: 300 } as const;
type Text = keyof typeof LIMITS;

/**
 * What is typed for a shift, and what is wrong with it. `row`: the shift to correct, or null for a new one on `date`. `others`: shifts
 * of the same person, which it may not overlap.
 */
export function useShiftForm(row: TimeEntry | null, date: string, others: readonly TimeEntry[]) {
  const account = useAccount();
  const { zone } = account.settings;
  const { now, skewS } = useFarmClock();
  const [id] = useState(() => row?.id ?? crypto.randomUUID());
  const noTime = (day: string): LocalTime => ({ date: day, time: '', isSecondOccurrence: false });
  const [start, setStart] = useState(() => (row ? localTimeOf(row.clockInAt, zone) : noTime(date)));
  const [finish, setFinish] = useState(() =>
    row?.clockOutAt ? localTimeOf(row.clockOutAt, zone) : noTime(row?.workDate ?? date),
  );
  const unpaid = row?.clockOutAt ? shiftMinutes(row, now).unpaid : 0;
  const [breaks, setBreaks] = useState(String(unpaid));
  const [text, setText] = useState<Record<Text, string>>({
    ...{ activity: row?.activity ?? 'General', customer: row?.customer ?? '', note: row?.note ?? '', reason: '' },
  });
  const changeStart = (next: LocalTime) => {
    setStart(next);
    // If the shift started and finished on the same day, move the finish to the new day too.
    if (next.date !== '' && finish.date === start.date) setFinish({ ...finish, date: next.date });
  };
  const end = finishAfter(start, finish, zone);
  const changeFinish = (next: LocalTime) =>
    // A date that only followed the times keeps following them.
    setFinish(next.date === end.date ? { ...next, date: finish.date } : next);

  const isOwn = row === null || row.employeeId === account.userId;
  const needsReason = row !== null && (!isOwn || row.status === 'submitted');
  const [from, to] = [instantIn(start, zone), instantIn(end, zone)];
  const breakMinutes = /^\d{1,4}$/.test(breaks.trim() || '0') ? Number(breaks.trim() || '0') : null;
  const times =
    from === null || to === null
      ? null
      : {
          // Keep the original seconds if the minute was not changed.
          clockInAt: row && isSameMinute(row.clockInAt, from) ? row.clockInAt : from,
          clockOutAt: row?.clockOutAt && isSameMinute(row.clockOutAt, to) ? row.clockOutAt : to,
          manualBreakMin: row && breakMinutes === unpaid ? row.manualBreakMin : breakMinutes,
        };
  const problem =
    times === null
      ? 'Enter the start and the finish.'
      : breakMinutes === null
        ? 'Enter the breaks in minutes, like 30.'
        : (timesProblem({ id, ...times }, others, { now, zone }) ??
          (needsReason && text.reason.trim() === '' ? 'Say why it is changed.' : null));
  const inOrder = times !== null && Date.parse(times.clockInAt) < Date.parse(times.clockOutAt);
  const errorOf = (name: Text) => tooLongError(text[name], LIMITS[name]);
  const isTooLong = [errorOf('activity'), errorOf('customer'), errorOf('note'), errorOf('reason')].some(Boolean);

  /** The entry to save; null if nothing was changed, undefined if something is wrong. */
  const entry = (): NewEntry | null | undefined => {
    if (problem !== null || times === null || isTooLong) return undefined;
    const fields = {
      ...times,
      breaks: row?.breaks ?? [],
      activity: text.activity.trim() || 'General',
      customer: text.customer.trim() || null,
      note: text.note.trim() || null,
    };
    return row
      ? updateShift(account, row, fields, needsReason ? text.reason.trim() : undefined)
      : insertShift(account, id, fields, 'manual', skewS);
  };
  return {
    id,
    start: { value: start, onChange: changeStart },
    finish: { value: end, onChange: changeFinish },
    breaks: { value: breaks, onChange: setBreaks },
    activity: text.activity,
    /** The props of a text field. */
    props: (name: Text) => ({
      value: text[name],
      error: errorOf(name),
      onChange: ({ target }: { target: { value: string } }) => setText({ ...text, [name]: target.value }),
    }),
    needsReason,
    problem,
    overlap: inOrder ? overlapWords({ id, ...times }, others, zone) : null,
    /** Paid and all minutes; null while something is wrong. */
    worked: times && problem === null ? shiftMinutes({ ...times, breaks: row?.breaks ?? [] }, now) : null,
    entry,
  };
}

/** The error for a text longer than its column; checked while typing, so that nothing is cut off. */
const tooLongError = (text: string, max: number) =>
  text.trim().length > max ? `Too long: ${max.toLocaleString('en-GB')} characters at most.` : undefined;

const minuteOf = (instant: string) => Math.floor(Date.parse(instant) / 60_000);
const isSameMinute = (a: string, b: string) => minuteOf(a) === minuteOf(b);
