// Notices: current and expired ones, with who has read and confirmed them; posted and changed online.
import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import type { NoticeRead } from '@/domain/noticeboard/notice';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { NOTICE_READ } from '@/records/notice-reads';
import { NOTICE, type NoticeFields, type NoticeRecord } from '@/records/notices';
import { fromRow, toRow, type RowOf } from '@/records/record';
import { allRows } from './all-rows';
import { loadFailed } from './load-failed';
import { isSameAs, LATEST, reachesPeople, readIfChanged } from './reaches-people';

type Who = Pick<Account, 'ownerId' | 'userId'>;

export type Notice = NoticeRecord & {
  /** Everybody's for the account holder; other users get only their own. */
  reads: NoticeRead[];
};
type Row = RowOf<typeof NOTICE>;

const notices = () => supabase.from('notices').select<string, Row>(NOTICE.select);

/** As many ids as fit into one URL. */
const IDS = 100;

async function readsOf({ ownerId }: Who, ids: readonly string[], signal: AbortSignal) {
  const reads = new Map<string, NoticeRead[]>();
  for (let at = 0; at < ids.length; at += IDS) {
    const rows = await allRows((from, to) =>
      supabase
        .from('notice_reads')
        .select<string, RowOf<typeof NOTICE_READ>>(NOTICE_READ.select)
        .eq('user_id', ownerId)
        .in('notice_id', ids.slice(at, at + IDS))
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

async function withReads(who: Who, rows: readonly Row[], signal: AbortSignal): Promise<Notice[]> {
  const ids = rows.map(({ id }) => id);
  const reads = await readsOf(who, ids, signal);
  return rows.map((row) => ({ ...fromRow(NOTICE, row), reads: reads.get(row.id) ?? [] }));
}

const standing = <Query extends { or(filter: string): Query }>(query: Query, today: string) =>
  query.or(`expires_on.is.null,expires_on.gte.${today}`);

async function readBoard(who: Who, today: string, signal: AbortSignal) {
  const rows = await allRows((from, to) =>
    standing(notices().eq('user_id', who.ownerId), today)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false })
      .range(from, to)
      .abortSignal(signal),
  );
  return withReads(who, rows, signal);
}

/**
 * Whether nobody has posted, changed, deleted, read or confirmed anything since. Rows of notice_reads never change, so
 * their number is enough.
 */
async function isSameBoard(before: readonly Notice[], { ownerId }: Who, today: string, signal: AbortSignal) {
  const latest = standing(
    supabase.from('notices').select('id, updatedAt:updated_at', { count: 'exact' }).eq('user_id', ownerId),
    today,
  );
  const answer = await latest.order('updated_at', { ascending: false }).limit(LATEST).abortSignal(signal);
  if (!isSameAs(before, answer)) return false;
  for (let at = 0; at < before.length; at += IDS) {
    const some = before.slice(at, at + IDS);
    const { count } = await supabase
      .from('notice_reads')
      .select('id', { count: 'exact', head: true })
      .eq('user_id', ownerId)
      .in(
        'notice_id',
        some.map(({ id }) => id),
      )
      .abortSignal(signal);
    if (count !== some.flatMap(({ reads }) => reads).length) return false;
  }
  return true;
}

/** All notices that are on the board on this day or will be later. */
export const boardQuery = (who: Who, today: string) =>
  queryOptions({
    queryKey: [keys.board, who.ownerId, who.userId, today],
    queryFn: (context): Promise<Notice[]> =>
      readIfChanged(
        context,
        (before) => isSameBoard(before, who, today, context.signal),
        () => readBoard(who, today, context.signal),
      ),
    ...reachesPeople,
    meta: { offline: 'today', failed: loadFailed },
  });

const PAGE = 50;
type Cursor = Pick<Notice, 'createdAt' | 'id'> | null;

/** Notices that expired before this day, newest first, paged by the last row's key. */
export const pastNoticesQuery = (who: Who, today: string) =>
  infiniteQueryOptions({
    queryKey: [keys.pastNotices, who.ownerId, who.userId, today],
    queryFn: async ({ pageParam: after, signal }) => {
      let query = notices().eq('user_id', who.ownerId).lt('expires_on', today);
      if (after) {
        // The first condition is redundant, but lets the database start in its index at the right place.
        query = query.lte('created_at', after.createdAt).or(`created_at.lt."${after.createdAt}",id.lt.${after.id}`);
      }
      const rows = unwrap(
        await query
          .order('created_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(PAGE)
          .abortSignal(signal),
      );
      return withReads(who, rows, signal);
    },
    initialPageParam: null as Cursor,
    getNextPageParam: (page): Cursor | undefined => {
      const last = page.at(-1);
      return last && page.length === PAGE ? { createdAt: last.createdAt, id: last.id } : undefined;
    },
    meta: { failed: loadFailed },
  });

const columns = (fields: NoticeFields) => ({
  ...toRow(NOTICE, fields),
  related_table: fields.checklistId === null ? null : 'checklist_templates',
});

const OLD = [keys.board, keys.pastNotices] as const;

/** The id is generated when the form opens, so that posting it twice creates only one. */
export const postNotice = mutationOptions({
  mutationKey: ['board', 'post'],
  mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: NoticeFields }) => {
    const { error } = await supabase.from('notices').insert({ ...columns(fields), id, user_id: ownerId });
    // A duplicate row means that the first response was lost.
    if (error && !(error.code === '23505' && error.message.includes('notices_pkey'))) throw error;
  },
  meta: { saved: { title: 'Notice posted!' }, failed: { title: 'Could not post the notice' }, invalidates: OLD },
});

export const updateNotice = mutationOptions({
  mutationKey: ['board', 'update'],
  mutationFn: async ({ id, ownerId, fields }: { id: string; ownerId: string; fields: NoticeFields }) =>
    unwrap(
      await supabase.from('notices').update(columns(fields)).eq('user_id', ownerId).eq('id', id).select('id').single(),
    ),
  meta: { saved: { title: 'Notice updated!' }, failed: { title: 'Could not change the notice' }, invalidates: OLD },
});

export const deleteNotice = mutationOptions({
  mutationKey: ['board', 'delete'],
  mutationFn: async ({ id, ownerId }: { id: string; ownerId: string }) =>
    unwrap(await supabase.from('notices').delete().eq('user_id', ownerId).eq('id', id).select('id').single()),
  meta: { saved: { title: 'Notice deleted.' }, failed: { title: 'Could not delete the notice' }, invalidates: OLD },
});
