// Hours: shifts with stored instants. Users read their own, the account holder everybody's; the database enforces that.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import type { Account } from '@/domain/account/account';
import { mondayOf } from '@/domain/core/calendar';
import { addDays } from '@/domain/core/time';
import type { Thresholds } from '@/domain/hours/timesheet';
import { storeSkew, lastSkew } from '@/lib/device/device-clock';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { fromRow, type RowOf } from '@/records/record';
import { TIME, type TimeEntry } from '@/records/time';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

const PAGE_SIZE = 1000;

async function readSpan(
  { ownerId }: Reader,
  from: string,
  to: string,
  person: string | null,
  signal: AbortSignal,
  only?: 'handed in' | 'sent back',
) {
  const rows: RowOf<typeof TIME>[] = [];
  for (;;) {
    const last = rows.at(-1);
    let query = supabase
      .from('time_entries')
      .select<string, RowOf<typeof TIME>>(TIME.select)
      .eq('user_id', ownerId)
      .gte('work_date', from)
      .lte('work_date', last?.workDate ?? to);
    if (person !== null) query = query.eq('employee_id', person);
    if (only === 'handed in') query = query.eq('status', 'submitted');
    if (only === 'sent back') query = query.eq('status', 'open').not('query_note', 'is', null);
    if (last) {
      const { workDate, clockInAt, id } = last;
      query = query.or(
        `work_date.lt.${workDate},clock_in_at.lt."${clockInAt}",and(clock_in_at.eq."${clockInAt}",id.lt.${id})`,
      );
    }
    const page = unwrap(
      await query
        .order('work_date', { ascending: false })
        .order('clock_in_at', { ascending: false })
        .order('id', { ascending: false })
        .limit(PAGE_SIZE)
        .abortSignal(signal),
    );
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows.map((row) => fromRow(TIME, row));
  }
}

/**
 * The shifts that begin on these days, of one person or of everybody whom this user may read; newest first, complete.
 */
export const hoursQuery = (reader: Reader, from: string, to: string, person: string | null) =>
  queryOptions({
    queryKey: [keys.time, reader.ownerId, reader.userId, 'span', from, to, person],
    queryFn: ({ signal }) => readSpan(reader, from, to, person, signal),
    meta: { failed: loadFailed },
  });

/**
 * The shifts of this week and the last, and of the week before, because its rest periods count. Part of the snapshot,
 * so the key contains no days.
 */
export const nearHoursQuery = (reader: Reader, today: string, person: string | null) =>
  queryOptions({
    queryKey: [keys.time, reader.ownerId, reader.userId, 'near'],
    queryFn: ({ signal }) =>
      readSpan(reader, addDays(mondayOf(today), -14), addDays(mondayOf(today), 6), person, signal),
    meta: { offline: 'list', failed: loadFailed },
  });

const ALL_TIME = ['2000-01-01', '2199-12-31'] as const;

/** Every shift of the user's own, newest first. */
export const readOwnHours = (reader: Reader, signal: AbortSignal): Promise<TimeEntry[]> =>
  readSpan(reader, ...ALL_TIME, reader.userId, signal);

/** Every shift of the weeks that wait for approval, newest first. */
export const submittedHoursQuery = (reader: Reader) =>
  queryOptions({
    queryKey: [keys.time, reader.ownerId, reader.userId, 'handed-in'],
    queryFn: ({ signal }) => readSpan(reader, ...ALL_TIME, null, signal, 'handed in'),
    meta: { failed: loadFailed },
  });

/** The user's own shifts of the weeks that the account holder sent back with a question, until they are handed in again. */
export const queriedHoursQuery = (reader: Reader) =>
  queryOptions({
    queryKey: [keys.time, reader.ownerId, reader.userId, 'sent-back'],
    queryFn: ({ signal }) => readSpan(reader, ...ALL_TIME, reader.userId, signal, 'sent back'),
    meta: { offline: 'list', failed: loadFailed },
  });

/** How far back the tracker looks: this week and the last, and with them any shift that may still be running. */
const TRACKED_DAYS = 14;

/** The user's own latest shifts, for the time clock, also offline. The key contains no days. */
export const ownHoursQuery = (reader: Reader, today: string) =>
  queryOptions({
    queryKey: [keys.time, reader.ownerId, reader.userId],
    queryFn: ({ signal }) => readSpan(reader, addDays(today, -TRACKED_DAYS), addDays(today, 1), reader.userId, signal),
    meta: { offline: 'list', failed: loadFailed },
  });

export type TimeSettings = Thresholds & { lockedUntil: string | null };

export const timeSettingsQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.farmSettings, ownerId, 'time'],
    queryFn: async ({ signal }): Promise<TimeSettings> =>
      unwrap(
        await supabase
          .from('farm_settings')
          .select(
            'afterDayMin:overtime_after_day_min, afterWeekMin:overtime_after_week_min, lockedUntil:time_locked_until',
          )
          .eq('user_id', ownerId)
          .abortSignal(signal)
          .single(),
      ),
    meta: { offline: 'identity', failed: loadFailed },
  });

type TimeSettingsChange = { ownerId: string; settings: TimeSettings; people: readonly WorkingTime[] };

/** Overtime thresholds, and the day up to which hours are locked; set by the account holder. */
export const saveTimeSettings = mutationOptions({
  mutationKey: ['farm-settings', 'time'],
  mutationFn: async ({ ownerId, settings, people }: TimeSettingsChange) => {
    unwrap(
      await supabase
        .from('farm_settings')
        .update({
          overtime_after_day_min: settings.afterDayMin,
          overtime_after_week_min: settings.afterWeekMin,
          time_locked_until: settings.lockedUntil,
        })
        .eq('user_id', ownerId)
        .select('user_id')
        .single(),
    );
    for (const { id, turns18On, optedOut } of people) {
      const day = turns18On === null ? {} : { p_turns_18_on: turns18On };
      unwrap(await supabase.rpc('set_working_time', { p_person: id, p_opted_out: optedOut, ...day }));
    }
  },
  meta: {
    saved: { title: 'Time settings saved!' },
    failed: { title: 'Could not save time settings.' },
    invalidates: [keys.farmSettings, keys.workingTime],
  },
});

/** The facts about a person that decide which working-time rules apply. */
export type WorkingTime = { id: string; turns18On: string | null; optedOut: boolean };

/** The user's own working-time facts and, if the user is the account holder, the crew's. */
export const workingTimeQuery = ({ userId }: Reader) =>
  queryOptions({
    queryKey: [keys.workingTime, userId],
    queryFn: async ({ signal }): Promise<WorkingTime[]> =>
      unwrap(
        await supabase
          .from('profiles')
          .select('id, turns18On:turns_18_on, optedOut:opted_out_48h')
          .or(`id.eq.${userId},admin_id.eq.${userId}`)
          .limit(100)
          .abortSignal(signal),
      ),
    // If it fails, the rules for adults are shown; it is loaded in the background, so no error is reported.
    meta: { offline: 'list' },
  });

export type WeekStep = 'submit' | 'take_back' | 'approve' | 'query' | 'reopen';
type Step = { employeeId: string; monday: string; words?: string };

const stepMutation = (step: WeekStep, saved: string, failed: string) =>
  mutationOptions({
    mutationKey: ['time', step],
    mutationFn: async ({ employeeId, monday, words }: Step) =>
      unwrap(
        await supabase.rpc('step_week', {
          p_employee: employeeId,
          p_monday: monday,
          p_step: step,
          ...(words === undefined ? {} : { p_words: words }),
        }),
      ),
    meta: { saved: { title: saved }, failed: { title: failed }, invalidates: [keys.time, TIME.table] },
  });

export const submitWeek = stepMutation('submit', 'Week handed in!', 'Could not hand in the week.');
export const takeBackWeek = stepMutation('take_back', 'Week taken back!', 'Could not take back the week.');
export const approveWeek = stepMutation('approve', 'Week approved!', 'Could not approve the week.');
export const queryWeek = stepMutation('query', 'Question sent!', 'Could not send the question.');
export const reopenWeek = stepMutation('reopen', 'Week reopened!', 'Could not reopen the week.');

/**
 * How far this device's clock is ahead of the server's, in seconds, at this contact. Half of the round trip is taken as
 * latency; a smaller skew can't be distinguished from it and counts as none, as does one of less than 2 s.
 */
export const clockSkewQuery = () =>
  queryOptions({
    queryKey: [keys.clock],
    queryFn: async ({ signal }): Promise<number> => {
      const sentAt = Date.now();
      const server = Date.parse(unwrap(await supabase.rpc('server_time').abortSignal(signal)));
      const receivedAt = Date.now();
      const skew = (sentAt + (receivedAt - sentAt) / 2 - server) / 1000;
      const roundedSkew = Math.abs(skew) * 2000 <= receivedAt - sentAt || Math.abs(skew) < 2 ? 0 : Math.round(skew);
      storeSkew(roundedSkew);
      return roundedSkew;
    },
    // The value of the last contact, until there is a new one.
    initialData: () => lastSkew() ?? undefined,
    initialDataUpdatedAt: 0,
    // Loaded in the background: if it fails, the last value remains valid.
    meta: {},
    retry: false,
  });
