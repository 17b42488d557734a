// What the outbox is given of a notice that was read, and what it gives back to be shown.
import type { Notice } from '@/data/notices';
import type { Account } from '@/domain/account';
import type { NewEntry } from '@/outbox/entry';
import type { Waiting } from '@/outbox/outbox';
import { NOTICE_READ } from '@/outbox/records';

/** Said by this person of the words as they stand: opened, or confirmed. */
export const readOf = (account: Account, notice: Notice, acknowledged: boolean): NewEntry => ({
  userId: account.userId,
  accountId: account.ownerId,
  kind: NOTICE_READ.kind,
  version: NOTICE_READ.version,
  id: crypto.randomUUID(),
  action: 'insert',
  fields: { notice_id: notice.id, edition: notice.edition, acknowledged },
  seen: null,
  parents: [],
  title: `${acknowledged ? 'Confirmed' : 'Read'}: ${notice.title}`,
});

/** The notices with what this device has said of them and the database may not know yet. */
export function withWaiting(
  notices: readonly Notice[],
  { entries, sent }: Pick<Waiting, 'entries' | 'sent'>,
  userId: string,
): Notice[] {
  const said = [...sent, ...entries].filter(({ kind, problem }) => kind === NOTICE_READ.kind && problem === null);
  return notices.map((notice) => {
    const own = said
      .filter(({ fields }) => fields.notice_id === notice.id)
      .map(({ fields, recordedAt }) => ({
        personId: userId,
        personName: '',
        edition: typeof fields.edition === 'number' ? fields.edition : 0,
        acknowledged: fields.acknowledged === true,
        at: recordedAt,
      }));
    return own.length === 0 ? notice : { ...notice, reads: [...notice.reads, ...own] };
  });
}
