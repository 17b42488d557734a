import { formatDate } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { StateBadge } from '@/ui/feedback/state-badge';
import { useCertificates } from '@/widgets/compliance/use-certificates';
import { AccountCard } from './account-card';

/** An employee's own certificates, which the account holder enters. Nothing if there are none. */
export function OwnCertificates() {
  const { ownerFirstName } = useAccount();
  const today = useToday();
  const { certificates } = useCertificates();
  if (certificates.length === 0) return null;
  return (
    <AccountCard
      title="Your certificates"
      text={`${ownerFirstName ?? 'The account holder'} enters them and keeps them up to date.`}
    >
      <ul className="grid gap-3">
        {certificates.map(({ certificate: { id, name, number, expiresOn }, state }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 wrap-anywhere">
              <b>{name}</b>
              <span className="block text-2 text-muted">
                {[
                  number !== null && `No. ${number}`,
                  expiresOn === null ? 'Does not run out' : `Valid until ${formatDate(expiresOn, today)}`,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {state !== 'ok' && (
              <StateBadge
                kind={state === 'overdue' ? 'overdue' : 'sent'}
                label={state === 'overdue' ? 'Run out' : 'Runs out soon'}
              />
            )}
          </li>
        ))}
      </ul>
    </AccountCard>
  );
}
