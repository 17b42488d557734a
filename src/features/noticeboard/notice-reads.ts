// Converts a read notice to an outbox entry, and adds such entries to the notices shown.
import type { Notice } from '@/data/notices';
import type { Account } from '@/domain/account/account';
import type { NewEntry } from '@/outbox/entry';
import type { Waiting } from '@/outbox/outbox';
import { NOTICE_READ } from '@/outbox/records';

/** The person has opened (or confirmed) the current edition of the notice. */
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

/** The notices with this person's reads from the outbox, which the database may not have yet. */
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
