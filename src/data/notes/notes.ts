// Notes: observations on the farm. Crew members read their own, those assigned to them and those shared with them; the
// database enforces that.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { loadFailed } from '@/data/load-failed';
import { DESCENDING, readRecords, rowsOf } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import { NO_FILTER, isFiltered, type NoteFilter } from '@/domain/notes/note';
import * as keys from '@/lib/query-keys';
import { unwrap } from '@/lib/supabase';
import { NOTE, type Note } from '@/records/notes';
import { fromRow, pickFields, type RecordOf } from '@/records/record';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

const PAGE_SIZE = 50;
/** Further words hardly narrow a search. */
const MAX_WORDS = 5;
type Cursor = Pick<Note, 'noteDate' | 'createdAt' | 'id'> | null;

/** A word as a LIKE pattern. Special characters of patterns or requests are replaced with '_' (any one character). */
const patternOf = (word: string) => `%${word.replace(/[^\p{L}\p{N}.'-]/gu, '_')}%`;

async function readPage({ ownerId }: Reader, filter: NoteFilter, after: Cursor, signal: AbortSignal): Promise<Note[]> {
  let query = rowsOf(NOTE, ownerId);
  if (filter.title !== '') query = query.eq('title', filter.title);
  if (filter.person !== '') query = query.eq('created_by', filter.person);
  if (filter.customer !== '') query = query.eq('customer', filter.customer);
  if (filter.action !== '') query = query.eq('needs_action', true).eq('action_done', filter.action === 'done');
  if (filter.from !== '') query = query.gte('note_date', filter.from);
  if (filter.to !== '') query = query.lte('note_date', filter.to);
  for (const word of filter.search.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
    const like = patternOf(word);
    query = query.or(`title.ilike.${like},body.ilike.${like},customer.ilike.${like}`);
  }
  if (after) {
    const { noteDate, createdAt, id } = after;
    // Rows after the cursor: on an earlier day, or on the same day and later in this order. `lte` stands apart from the
    // or(), so that the database can start in its index at the cursor.
    query = query
      .lte('note_date', noteDate)
      .or(`note_date.lt.${noteDate},created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`);
  }
  const rows = unwrap(
    await query
      .order('note_date', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE_SIZE)
      .abortSignal(signal),
  );
  return rows.map((row) => fromRow(NOTE, row));
}

/** The notes that this user may read, newest first, paged by the last row's key: complete at any length. */
export const notesQuery = (reader: Reader, filter: NoteFilter = NO_FILTER) =>
  infiniteQueryOptions({
    queryKey: isFiltered(filter)
      ? [keys.notes, reader.ownerId, reader.userId, 'found', filter]
      : [keys.notes, reader.ownerId, reader.userId],
    queryFn: ({ pageParam, signal }) => readPage(reader, filter, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return undefined;
      return { noteDate: last.noteDate, createdAt: last.createdAt, id: last.id };
    },
    meta: { offline: isFiltered(filter) ? undefined : 'list', failed: loadFailed },
  });

/** Every note of a filter, for an export. */
export async function readAllNotes(reader: Reader, filter: NoteFilter, signal: AbortSignal): Promise<Note[]> {
  const notes: Note[] = [];
  for (;;) {
    const page = await readPage(reader, filter, notes.at(-1) ?? null, signal);
    notes.push(...page);
    if (page.length < PAGE_SIZE) return notes;
  }
}

/** One note; null if it does not exist (any more) or this user may not read it. */
export const noteQuery = ({ ownerId, userId }: Reader, id: string) =>
  queryOptions({
    queryKey: [keys.notes, ownerId, userId, id],
    queryFn: async ({ signal }): Promise<Note | null> => {
      const { data, error } = await rowsOf(NOTE, ownerId).eq('id', id).abortSignal(signal).maybeSingle();
      if (error) throw error;
      return data && fromRow(NOTE, data);
    },
    meta: { failed: loadFailed },
  });

/** The notes that follow one, oldest first. */
export const followUpsQuery = ({ ownerId, userId }: Reader, id: string) =>
  queryOptions({
    queryKey: [keys.notes, ownerId, userId, 'after', id],
    queryFn: ({ signal }) =>
      readRecords(NOTE, ownerId, (rows) => rows.eq('follows', id).order('created_at').order('id'), signal),
    meta: { failed: loadFailed },
  });

const OPEN_NOTE = pickFields(NOTE, ['title', 'noteDate', 'createdBy', 'createdByName', 'assignedTo', 'accident']);
export type OpenNote = RecordOf<typeof OPEN_NOTE>;

/** Accidents, and notes assigned to this user, that have not been dealt with; newest first. */
export const openNotesQuery = ({ ownerId, userId }: Reader) =>
  queryOptions({
    queryKey: [keys.openNotes, ownerId, userId],
    queryFn: ({ signal }) =>
      readRecords(
        OPEN_NOTE,
        ownerId,
        (rows) =>
          rows
            .eq('needs_action', true)
            .eq('action_done', false)
            .or(`accident.is.true,assigned_to.eq.${userId}`)
            .order('note_date', DESCENDING)
            .order('created_at', DESCENDING)
            .order('id', DESCENDING),
        signal,
      ),
    meta: { offline: 'list', failed: loadFailed },
  });
