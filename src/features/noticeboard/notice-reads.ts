// An outbox entry records that a person has read a notice. Creates such entries, and adds unsent ones to the notices.
import type { Notice } from '@/data/notices';
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/offline/outbox/entry';
import type { Waiting } from '@/offline/outbox/outbox';
import { insertOf, rowsFrom } from '@/offline/outbox/record-entries';
import { confirmMutation } from '@/offline/outbox/save-entries';
import { NOTICE_READ } from '@/records/notice-reads';

export const saveNoticeRead = confirmMutation('Could not confirm the notice');

/** The outbox entry which says that the person has opened (or confirmed) the current edition of the notice. */
export function noticeReadEntry(account: Account, { id, edition, title }: Notice, acknowledged: boolean): NewEntry {
  const entry = insertOf(NOTICE_READ, account, crypto.randomUUID(), { noticeId: id, edition, acknowledged });
  return { ...entry, title: `${entry.title}: ${title}` };
}

const { fromEntry } = rowsFrom(NOTICE_READ, ({ userId, recordedAt }) => ({ personId: userId, at: recordedAt }));

/** The notices with this person's reads from the outbox, which the database may not have yet. */
export function withWaitingReads(
  notices: readonly Notice[],
  { entries, sent }: Pick<Waiting, 'entries' | 'sent'>,
): Notice[] {
  const localReads = [...sent, ...entries]
    .filter(({ kind, problem }) => kind === NOTICE_READ.kind && problem === null)
    .map(fromEntry);
  return notices.map((notice) => {
    const own = localReads.filter(({ noticeId }) => noticeId === notice.id);
    return own.length === 0 ? notice : { ...notice, reads: [...notice.reads, ...own] };
  });
}
