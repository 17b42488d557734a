import { useQuery } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import type { Notice } from '@/data/notices';
import { receiptsOf, receiptWords } from '@/domain/noticeboard/notice';
import { useAccount } from '@/session/account';
import { momentWords, nameOf } from './notice-words';

/** "Read by 4 of 5", with names and times. */
export function Receipts({ notice, today }: { notice: Notice; today: string }) {
  const { ownerId, settings } = useAccount();
  const { data: crew } = useQuery(crewQuery(ownerId));
  if (!crew) return null;
  const receipts = receiptsOf(
    notice,
    crew.map((person) => ({ id: person.id, name: nameOf(person) })),
  );
  if (receipts.length === 0) return <p className="text-2 text-muted">Nobody on the farm to read it yet.</p>;
  const when = (at: string) => momentWords(at, settings.zone, today);
  return (
    <div className="grid gap-1 text-2">
      <strong>{receiptWords(receipts, notice.requiresAck)}</strong>
      <ul className="grid gap-1">
        {receipts.map(({ name, readAt, acknowledgedAt }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the index is the key, because two people may have the same name
          <li key={at}>
            {name}:{' '}
            <span className="text-muted">
              {acknowledgedAt !== null
                ? `confirmed ${when(acknowledgedAt)}`
                : readAt !== null
                  ? `read ${when(readAt)}`
                  : 'not read yet'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
