// Events that repeat: one row for each of their days, planned together. Moving, cancelling or deleting one of them changes
// only its row (diary-events.ts); the mutations here also change those after it.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { undoDeletion } from '@/data/undo-deletion';
import { addDays, daysBetween } from '@/domain/core/time';
import type { EventKind, Repeat } from '@/domain/diary/diary-event';
import { addedAndDeleted, countedEvents } from '@/domain/diary/repeat';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { DIARY_EVENT, type DiaryEvent, type EventFields } from '@/records/diary';
import { fromRow, type RowOf } from '@/records/record';
import { columns } from './diary-events';

const invalidates = [keys.diaryEvents] as const;

type Planned = {
  /** Generated when the form opens, so that saving it twice plans the days only once. */
  repeatId: string;
  every: Repeat;
  dates: readonly string[];
  /** How many days after its date each event starts; 0 by default. */
  shift?: number;
  kind: EventKind;
  fields: EventFields;
  ownerId: string;
};

export const addRepeatedEvent = mutationOptions({
  mutationKey: ['diary-events', 'repeat'],
  mutationFn: async ({ repeatId, every, dates, shift = 0, kind, fields, ownerId }: Planned) => {
    const length = daysBetween(fields.startDate, fields.endDate);
    const rows = dates.map((date) => ({
      ...columns({ ...fields, startDate: addDays(date, shift), endDate: addDays(date, shift + length) }),
      ...{ user_id: ownerId, kind, repeat_id: repeatId, repeat_date: date, repeat_every: every },
    }));
    unwrap(
      await supabase
        .from('diary_events')
        .upsert(rows, { onConflict: 'user_id,repeat_id,repeat_date', ignoreDuplicates: true })
        .select('id'),
    );
    return countedEvents(dates.length, kind);
  },
  meta: {
    saved: (added: string) => ({ title: `${added} added to the diary!` }),
    failed: { title: 'Error Saving' },
    invalidates,
  },
});

/** Changes a repeating event and the later ones of its repetition, except those that were begun, done or cancelled. */
export const changeRepeatedEvent = mutationOptions({
  mutationKey: ['diary-events', 'change-repeated'],
  mutationFn: async ({ event, fields }: { event: DiaryEvent; fields: EventFields }) =>
    countedEvents(
      unwrap(
        await supabase.rpc('change_repeated_events', {
          p_id: event.id,
          p_seen: event.updatedAt,
          p_start_date: fields.startDate,
          p_end_date: fields.endDate,
          p_start_time: fields.startTime,
          p_end_time: fields.endTime,
          p_title: fields.title,
          p_task_name: fields.taskName,
          p_customer: fields.customer,
          p_assigned_to: fields.assignedTo,
          p_notes: fields.notes,
        }),
      ),
      event.kind,
    ),
  meta: {
    saved: (changed: string) => ({ title: `${changed} changed.` }),
    failed: { title: 'Error Saving' },
    invalidates,
  },
});

/** The rows of a repetition from this event on. */
type Part = Pick<DiaryEvent, 'id' | 'repeatId' | 'repeatDate'> & { ownerId: string };

export const deleteRepeatedEvent = mutationOptions({
  mutationKey: ['diary-events', 'delete-repeated'],
  mutationFn: async ({ id, repeatId, repeatDate, kind, ownerId }: Part & { kind: EventKind }) => {
    const rows = unwrap(
      await supabase
        .from('diary_events')
        .delete()
        .eq('user_id', ownerId)
        .eq('repeat_id', repeatId ?? '')
        .gte('repeat_date', repeatDate ?? '')
        .or(`status.eq.planned,id.eq.${id}`)
        .select('id'),
    );
    return countedEvents(rows.length, kind);
  },
  meta: {
    saved: (deleted: string) => ({ title: `${deleted} deleted from the diary.` }),
    failed: { title: 'Error' },
    undo: (_deleted: string, { id }: Part) => ({ run: () => undoDeletion('diary_events', id) }),
    invalidates,
  },
});

type Shortened = { repeatId: string; until: string; kind: EventKind; ownerId: string };

/** Deletes the events of a repetition that start after `until` and were not begun, done or cancelled. */
export const shortenRepeatedEvent = mutationOptions({
  mutationKey: ['diary-events', 'shorten-repeated'],
  mutationFn: async ({ repeatId, until, kind, ownerId }: Shortened) => {
    const rows = unwrap(
      await supabase
        .from('diary_events')
        .delete()
        .eq('user_id', ownerId)
        .eq('repeat_id', repeatId)
        .eq('status', 'planned')
        .gt('start_date', until)
        .select('id'),
    );
    return { deleted: countedEvents(rows.length, kind), ids: rows.map(({ id }) => id) };
  },
  meta: {
    saved: ({ deleted }: { deleted: string }) => ({ title: `${deleted} deleted from the diary.` }),
    failed: { title: 'Error' },
    undo: ({ ids: [id] }: { ids: string[] }) => (id ? { run: () => undoDeletion('diary_events', id) } : null),
    invalidates,
  },
});

type DaysChanged = {
  repeatId: string;
  /** The repetition that the coming events become. Generated when the form opens, so that saving twice changes once. */
  newId: string;
  every: Repeat;
  from: string;
  dates: readonly string[];
  /** The ids of what is planned from that day on. */
  seen: readonly string[];
  kind: EventKind;
};

/** Moves what is planned from a day on to other days, with what it adds and deletes. */
export const changeRepeatDays = mutationOptions({
  mutationKey: ['diary-events', 'repeat-days'],
  mutationFn: async ({ repeatId, newId, every, from, dates, seen, kind }: DaysChanged) => {
    const change = { p_repeat_id: repeatId, p_new_id: newId, p_every: every, p_from: from };
    const { added, removed, changed_at } = unwrap(
      await supabase.rpc('change_repeat_days', { ...change, p_dates: [...dates], p_seen: [...seen] }).single(),
    );
    return { words: addedAndDeleted(added, removed, kind), changedAt: changed_at };
  },
  meta: {
    saved: ({ words }: { words: string }) => ({ title: words === '' ? 'The days are changed.' : `${words}.` }),
    failed: { title: 'Error Saving' },
    undo: ({ changedAt }: { changedAt: string | null }, { repeatId, newId }: DaysChanged) =>
      changedAt === null ? null : { run: () => undoRepeatDays(repeatId, newId, changedAt) },
    invalidates,
  },
});

async function undoRepeatDays(repeatId: string, newId: string, changedAt: string) {
  const change = { p_repeat_id: repeatId, p_new_id: newId, p_at: changedAt };
  unwrap(await supabase.rpc('undo_repeat_days', change));
}

/** All events of a repetition, by the day they were planned for. */
export const repetitionQuery = ({ repeatId, ownerId }: { repeatId: string; ownerId: string }) =>
  queryOptions({
    queryKey: [keys.diaryEvents, ownerId, 'repetition', repeatId],
    queryFn: async ({ signal }) =>
      // At most MAX_REPEATS rows.
      unwrap(
        await supabase
          .from('diary_events')
          .select<string, RowOf<typeof DIARY_EVENT>>(DIARY_EVENT.select)
          .eq('user_id', ownerId)
          .eq('repeat_id', repeatId)
          .order('repeat_date')
          .abortSignal(signal),
      ).map((row) => fromRow(DIARY_EVENT, row)),
    meta: { failed: loadFailed },
  });

/** The days on which an event that repeats is still planned after this one. */
export const laterDaysQuery = ({ repeatId, repeatDate, ownerId }: Omit<Part, 'id'>) =>
  queryOptions({
    queryKey: [keys.diaryEvents, ownerId, 'later', repeatId, repeatDate],
    queryFn: async ({ signal }) =>
      // At most MAX_REPEATS rows.
      unwrap(
        await supabase
          .from('diary_events')
          .select('startDate:start_date')
          .eq('user_id', ownerId)
          .eq('repeat_id', repeatId ?? '')
          .gt('repeat_date', repeatDate ?? '')
          .eq('status', 'planned')
          .order('repeat_date')
          .abortSignal(signal),
      ).map(({ startDate }) => startDate),
    enabled: Boolean(repeatId),
  });
