// Planned diary events. An employee reads those that are assigned to them or to no one; the database enforces that.
import { mutationOptions, queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { isUnchangedSince, COMPARED_ROWS, polledEveryMinute, readIfChanged } from '@/data/polling';
import { readRecords } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import type { Range } from '@/domain/core/calendar';
import { addDays, daysBetween } from '@/domain/core/time';
import {
  MAX_EVENT_DAYS,
  type CancelReason,
  type DeclineReason,
  type EventKind,
  type EventStatus,
} from '@/domain/diary/diary-event';
import { undoDeletion } from '@/data/undo-deletion';
import { counted } from '@/domain/core/word-list';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { DIARY_EVENT, type DiaryEvent, type EventFields } from '@/records/diary';
import { toRow } from '@/records/record';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

type Bounded<Query> = Record<'gte' | 'lte', (column: 'start_date' | 'end_date', day: string) => Query>;

/** Rows that overlap the range. */
export const overlapping = <Query extends Bounded<Query>>(query: Query, { from, to }: Range) =>
  query
    // Redundant, because no event is longer than MAX_EVENT_DAYS, but lets the database start in its index.
    .gte('start_date', addDays(from, 1 - MAX_EVENT_DAYS))
    .lte('start_date', to)
    .gte('end_date', from);

const readAll = ({ ownerId }: Reader, range: Range, signal: AbortSignal): Promise<DiaryEvent[]> =>
  readRecords(DIARY_EVENT, ownerId, (rows) => overlapping(rows, range).order('start_date').order('id'), signal);

const readLatest = ({ ownerId }: Reader, range: Range, signal: AbortSignal) =>
  overlapping(
    supabase.from('diary_events').select('id, updatedAt:updated_at', { count: 'exact' }).eq('user_id', ownerId),
    range,
  )
    .order('updated_at', { ascending: false })
    .limit(COMPARED_ROWS)
    .abortSignal(signal);

const readEvents = (context: QueryFunctionContext, reader: Reader, range: Range): Promise<DiaryEvent[]> =>
  readIfChanged(
    context,
    async (previous) => isUnchangedSince(previous, await readLatest(reader, range, context.signal)),
    () => readAll(reader, range, context.signal),
  );

/** Everything planned that overlaps the range. */
export const eventsQuery = (reader: Reader, range: Range) =>
  queryOptions({
    queryKey: [keys.diaryEvents, reader.ownerId, reader.userId, range.from, range.to],
    queryFn: (context) => readEvents(context, reader, range),
    ...polledEveryMinute,
    meta: { failed: loadFailed },
  });

/** Days before and after today that are in a phone's snapshot. */
const NEAR_DAYS = 14;
export const nearRange = (today: string): Range => ({
  from: addDays(today, -NEAR_DAYS),
  to: addDays(today, NEAR_DAYS),
});

/** Events around today: part of the snapshot, for reading offline. */
export const nearEventsQuery = (reader: Reader, today: string) =>
  queryOptions({
    queryKey: [keys.diaryEvents, reader.ownerId, reader.userId, 'near', today],
    queryFn: (context) => readEvents(context, reader, nearRange(today)),
    ...polledEveryMinute,
    meta: { offline: 'today', failed: loadFailed },
  });

export const columns = (fields: EventFields) => ({
  ...toRow(DIARY_EVENT, fields),
  all_day: fields.startTime === null,
});

/** The fields of an event that its form edits. */
export const fieldsOf = ({
  title,
  taskName,
  customer,
  absenceType,
  startDate,
  endDate,
  startTime,
  endTime,
  assignedTo,
  notes,
}: DiaryEvent): EventFields => ({
  ...{ title, taskName, customer, absenceType, startDate, endDate, startTime, endTime, assignedTo, notes },
});

const CHANGED = 'It was changed or deleted meanwhile. Look at it again.';
const invalidates = [keys.diaryEvents] as const;

/** The id is generated when the form opens, so that saving it twice creates only one. */
export const addEvent = mutationOptions({
  mutationKey: ['diary-events', 'add'],
  mutationFn: async ({
    id,
    kind,
    fields,
    ownerId,
  }: {
    id: string;
    kind: EventKind;
    fields: EventFields;
    ownerId: string;
  }) =>
    unwrap(
      await supabase
        .from('diary_events')
        .upsert(
          { id, user_id: ownerId, kind, ...columns(fields) },
          { onConflict: 'user_id,id', ignoreDuplicates: true },
        )
        .select('id'),
    ),
  meta: { saved: { title: 'Added to the diary!' }, failed: { title: 'Error Saving' }, invalidates },
});

/** The first day of an event and who does it. */
export type Target = { startDate: string; assignedTo: readonly string[] };

type Change = { event: DiaryEvent; fields: EventFields; ownerId: string };

/** Changes an event that is unchanged since `updatedAt`; resolves with when it was changed. */
async function writeFields({ event, fields, ownerId }: Change, updatedAt: string): Promise<string> {
  const [row] = unwrap(
    await supabase
      .from('diary_events')
      .update(columns(fields))
      .eq('user_id', ownerId)
      .eq('id', event.id)
      .eq('updated_at', updatedAt)
      .select('id, updated_at'),
  );
  if (!row) throw new Error(CHANGED);
  return row.updated_at;
}

/** Changes an event, if it is unchanged since this user read it. */
export const updateEvent = mutationOptions({
  mutationKey: ['diary-events', 'update'],
  mutationFn: (change: Change) => writeFields(change, change.event.updatedAt),
  meta: {
    saved: { title: 'Diary updated!' },
    failed: { title: 'Error Saving' },
    undo: (changedAt: string, change: Change) => ({
      run: () => writeFields({ ...change, fields: fieldsOf(change.event) }, changedAt),
    }),
    invalidates,
  },
});

type Move = Omit<Change, 'fields'> & Target & { words: string };

/** The fields of an event that was moved: it keeps its length. */
function movedFields({ event, startDate, assignedTo }: Move): EventFields {
  const fields = fieldsOf(event);
  return {
    ...fields,
    startDate,
    endDate: addDays(startDate, daysBetween(event.startDate, event.endDate)),
    assignedTo: [...assignedTo],
  };
}

/** Moves an event to other days or people. `words` say where to, and are announced. */
export const moveEvent = mutationOptions({
  mutationKey: ['diary-events', 'move-one'],
  mutationFn: async (change: Move) => ({
    words: change.words,
    changedAt: await writeFields({ ...change, fields: movedFields(change) }, change.event.updatedAt),
  }),
  meta: {
    saved: ({ words }: { words: string }) => ({ title: words }),
    failed: { title: 'Could not move it' },
    undo: ({ changedAt }: { changedAt: string }, change: Move) => ({
      run: () => writeFields({ ...change, fields: fieldsOf(change.event) }, changedAt),
    }),
    invalidates,
  },
});

type StatusChange = {
  id: string;
  status: EventStatus;
  ownerId: string;
  /** Why the job will not be done. */
  cancelled?: { reason: CancelReason; note: string | null };
};

async function writeStatus({ id, status, ownerId, cancelled }: StatusChange) {
  const reason = cancelled && { cancel_reason: cancelled.reason, cancel_note: cancelled.note };
  const rows = unwrap(
    await supabase
      .from('diary_events')
      .update({ status, ...reason })
      .eq('user_id', ownerId)
      .eq('id', id)
      .select('id'),
  );
  if (rows.length === 0) throw new Error(CHANGED);
  return status;
}

/** Sets the status of a job: the only change open to employees too, for jobs assigned to them or to no one. */
export const setEventStatus = mutationOptions({
  mutationKey: ['diary-events', 'status'],
  mutationFn: writeStatus,
  meta: {
    saved: (status: EventStatus) => (status === 'cancelled' ? { title: 'Job cancelled.' } : null),
    failed: { title: 'Error Saving' },
    // Only a planned job can be cancelled.
    undo: (status: EventStatus, { id, ownerId }: StatusChange) =>
      status === 'cancelled' ? { run: () => writeStatus({ id, status: 'planned', ownerId }) } : null,
    invalidates,
  },
});

type Declined = {
  id: string;
  ownerId: string;
  /** Why the person can't do the job; null if they can after all. */
  declined: { reason: DeclineReason; note: string | null } | null;
};

/** Says that this person can't do a job, or that they can after all. The account holder sees it on the noticeboard. */
export const declineEvent = mutationOptions({
  mutationKey: ['diary-events', 'decline'],
  mutationFn: async ({ id, ownerId, declined }: Declined) => {
    const rows = unwrap(
      await supabase
        .from('diary_events')
        .update({ declined_reason: declined?.reason ?? null, declined_note: declined?.note ?? null })
        .eq('user_id', ownerId)
        .eq('id', id)
        .select('id'),
    );
    if (rows.length === 0) throw new Error(CHANGED);
    return declined !== null;
  },
  meta: {
    saved: (declined: boolean) => ({
      title: declined ? 'The account holder is told.' : 'The job is yours again.',
    }),
    failed: { title: 'Error Saving' },
    invalidates,
  },
});

export const deleteEvent = mutationOptions({
  mutationKey: ['diary-events', 'delete'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) =>
    unwrap(await supabase.from('diary_events').delete().eq('user_id', ownerId).eq('id', id).select('id')),
  meta: {
    saved: { title: 'Deleted from the diary.' },
    failed: { title: 'Error' },
    undo: (_answer: unknown, { id }: { id: string }) => ({ run: () => undoDeletion('diary_events', id) }),
    invalidates,
  },
});

type JobMove = { ids: readonly string[]; from: string; to: string };

const moveJobs = async ({ ids, from, to }: JobMove) =>
  unwrap(await supabase.rpc('move_planned_jobs', { p_ids: [...ids], p_from: from, p_to: to }));

/** "Rained off": moves jobs of one day to another, all in one transaction; resolves with how many moved. */
export const movePlannedJobs = mutationOptions({
  mutationKey: ['diary-events', 'move'],
  mutationFn: moveJobs,
  meta: {
    undo: (moved: number, { ids, from, to }: JobMove) => ({
      run: async () => {
        const back = await moveJobs({ ids, from: to, to: from });
        if (back < moved)
          throw new Error(`${back} of ${moved} jobs are back. The others were begun, moved or deleted meanwhile.`);
      },
    }),
    saved: (moved: number) => ({ title: `${counted(moved, 'job', 'jobs')} moved.` }),
    failed: { title: 'Error Moving Jobs' },
    invalidates,
  },
});
