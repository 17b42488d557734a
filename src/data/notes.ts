// Notes: what was seen on the farm. A crew reads its own and what is shared with it; the database sees to that.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account';
import { supabase, unwrap } from '@/lib/supabase';
import { loadFailed } from './load-failed';

type Who = Pick<Account, 'ownerId' | 'userId'>;

export type Note = {
  id: string;
  title: string;
  body: string;
  /** 'YYYY-MM-DD' on the farm. */
  noteDate: string;
  /** The whole crew may read it. */
  shared: boolean;
  createdBy: string | null;
  createdByName: string;
  createdAt: string;
  /** Empty for one that only this device has. */
  updatedAt: string;
};

/** What a person writes. */
export type NoteFields = Pick<Note, 'title' | 'body' | 'noteDate' | 'shared'>;

const COLUMNS = `id, title, body, noteDate:note_date, shared, createdBy:created_by, createdByName:created_by_name,
  createdAt:created_at, updatedAt:updated_at` as const;

const PAGE = 50;
type Cursor = Pick<Note, 'noteDate' | 'createdAt' | 'id'> | null;

async function readPage({ ownerId }: Who, after: Cursor, signal: AbortSignal): Promise<Note[]> {
  let query = supabase.from('notes').select(COLUMNS).eq('user_id', ownerId);
  if (after) {
    const { noteDate, createdAt, id } = after;
    // The first says nothing new, but lets the database start in its index at the right place.
    query = query
      .lte('note_date', noteDate)
      .or(`note_date.lt.${noteDate},created_at.lt."${createdAt}",and(created_at.eq."${createdAt}",id.lt.${id})`);
  }
  return unwrap(
    await query
      .order('note_date', { ascending: false })
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(PAGE)
      .abortSignal(signal),
  );
}

/** The notes that this person may read, newest first, in pages by the last row's key: complete at any length. */
export const notesQuery = (who: Who) =>
  infiniteQueryOptions({
    queryKey: ['notes', who.ownerId, who.userId],
    queryFn: ({ pageParam, signal }) => readPage(who, pageParam, signal),
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      if (!last || page.length < PAGE) return undefined;
      return { noteDate: last.noteDate, createdAt: last.createdAt, id: last.id };
    },
    meta: { failed: loadFailed },
  });

/** One note; null when it is not there (any more) or not this person's to read. */
export const noteQuery = ({ ownerId, userId }: Who, id: string) =>
  queryOptions({
    queryKey: ['notes', ownerId, userId, id],
    queryFn: async ({ signal }): Promise<Note | null> => {
      const { data, error } = await supabase
        .from('notes')
        .select(COLUMNS)
        .eq('user_id', ownerId)
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data;
    },
    meta: { failed: loadFailed },
  });
