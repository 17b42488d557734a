// Notices, current and expired, with the people who have read and confirmed them. Posted and changed online.
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import { deleteRecord, insertRecord, updateRecord, type RowId } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import type { NoticeRead } from '@/domain/noticeboard/notice';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { NOTICE_READ } from '@/records/notice-reads';
import { NOTICE, type NoticeFields, type NoticeRecord } from '@/records/notices';
import { fromRow, type RowOf } from '@/records/record';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';
import { isUnchangedSince, COMPARED_ROWS, polledEveryMinute, readIfChanged } from './polling';
import { undoDeletion } from './undo-deletion';

type Reader = Pick<Account, 'ownerId' | 'userId'>;

export type Notice = NoticeRecord & {
  /** All people's if the user is the account holder, otherwise only the user's own. */
  reads: NoticeRead[];
};
type Row = RowOf<typeof NOTICE>;

const notices = () => supabase.from('notices').select<string, Row>(NOTICE.select);

/** As many ids as fit into one URL. */
const IDS_PER_REQUEST = 100;

async function readsOf({ ownerId }: Reader, ids: readonly string[], signal: AbortSignal) {
  const reads = new Map<string, NoticeRead[]>();
  for (let at = 0; at < ids.length; at += IDS_PER_REQUEST) {
    const rows = await allRows((from, to) =>
      supabase
        .from('notice_reads')
        .select<string, RowOf<typeof NOTICE_READ>>(NOTICE_READ.select)
        .eq('user_id', ownerId)
        .in('notice_id', ids.slice(at, at + IDS_PER_REQUEST))
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    );
    for (const row of rows) {
      const { noticeId, ...read } = fromRow(NOTICE_READ, row);
      reads.set(noticeId, [...(reads.get(noticeId) ?? []), read]);
    }
  }
  return reads;
}

async function withReads(reader: Reader, rows: readonly Row[], signal: AbortSignal): Promise<Notice[]> {
  const ids = rows.map(({ id }) => id);
  const reads = await readsOf(reader, ids, signal);
  return rows.map((row) => ({ ...fromRow(NOTICE, row), reads: reads.get(row.id) ?? [] }));
}

const notExpired = <Query extends { or(filter: string): Query }>(query: Query, today: string) =>
  query.or(`expires_on.is.null,expires_on.gte.${today}`);

async function readBoard(reader: Reader, today: string, signal: AbortSignal) {
  const rows = await allRows((from, to) =>
    notExpired(notices().eq('user_id', reader.ownerId), today)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(from, to)
      .abortSignal(signal),
  );
  return withReads(reader, rows, signal);
}

/**
 * Whether no notice was posted, changed, deleted, read or confirmed since. Rows of notice_reads never change, so comparing
 * their number is enough.
 */
async function isSameBoard(previous: readonly Notice[], { ownerId }: Reader, today: string, signal: AbortSignal) {
  const latest = notExpired(
    supabase.from('notices').select('id, updatedAt:updated_at', { count: 'exact' }).eq('user_id', ownerId),
    today,
  );
  const answer = await latest.order('updated_at', { ascending: false }).limit(COMPARED_ROWS).abortSignal(signal);
  if (!isUnchangedSince(previous, answer)) return false;
  for (let at = 0; at < previous.length; at += IDS_PER_REQUEST) {
    const chunk = previous.slice(at, at + IDS_PER_REQUEST);
    const { count } = await supabase
      .from('notice_reads')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', ownerId)
      .in(
        'notice_id',
        chunk.map(({ id }) => id),
      )
      .abortSignal(signal);
    if (count !== chunk.flatMap(({ reads }) => reads).length) return false;
  }
  return true;
}

/** All notices that are on the board on this day or will be later. */
export const boardQuery = (reader: Reader, today: string) =>
  queryOptions({
    queryKey: [keys.board, reader.ownerId, reader.userId, today],
    queryFn: (context): Promise<Notice[]> =>
      readIfChanged(
        context,
        (previous) => isSameBoard(previous, reader, today, context.signal),
        () => readBoard(reader, today, context.signal),
      ),
    ...polledEveryMinute,
    meta: { offline: 'today', failed: loadFailed },
  });

const PAGE_SIZE = 50;
type Cursor = Pick<Notice, 'createdAt' | 'id'> | null;

/** Notices that expired before this day, newest first, paged by the last row's key. */
export const pastNoticesQuery = (reader: Reader, today: string) =>
  infiniteQueryOptions({
    queryKey: [keys.pastNotices, reader.ownerId, reader.userId, today],
    queryFn: async ({ pageParam: after, signal }) => {
      let query = notices().eq('user_id', reader.ownerId).lt('expires_on', today);
      if (after) {
        // Rows after the cursor: at an earlier instant, or at the same one with a smaller id. `lte` stands apart from the
        // or(), so that the database can start in its index at the cursor.
        query = query.lte('created_at', after.createdAt).or(`created_at.lt."${after.createdAt}",id.lt.${after.id}`);
      }
      const rows = unwrap(
        await query
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE_SIZE)
          .abortSignal(signal),
      );
      return withReads(reader, rows, signal);
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE_SIZE ? { createdAt: last.createdAt, id: last.id } : undefined;
    },
    meta: { failed: loadFailed },
  });

const invalidates = [keys.board, keys.pastNotices] as const;

/** The id is generated when the form opens, so that posting it twice creates only one. */
export const postNotice = mutationOptions({
  mutationKey: ['board', 'post'],
  mutationFn: ({ fields, ...row }: RowId & { fields: NoticeFields }) => insertRecord(NOTICE, row, fields),
  meta: { saved: { title: 'Notice posted!' }, failed: { title: 'Could not post the notice' }, invalidates },
});

export const updateNotice = mutationOptions({
  mutationKey: ['board', 'update'],
  mutationFn: ({ fields, ...row }: RowId & { fields: NoticeFields }) => updateRecord(NOTICE, row, fields),
  meta: { saved: { title: 'Notice updated!' }, failed: { title: 'Could not change the notice' }, invalidates },
});

export const deleteNotice = mutationOptions({
  mutationKey: ['board', 'delete'],
  mutationFn: (row: RowId) => deleteRecord(NOTICE, row),
  meta: {
    saved: { title: 'Notice deleted.' },
    failed: { title: 'Could not delete the notice' },
    undo: (_answer: unknown, { id }: { id: string }) => ({ run: () => undoDeletion('notices', id) }),
    invalidates,
  },
});
