import type { Account } from '@/domain/account/account';
import type { Work } from '@/records/works';
import { READ_ONLY } from '@/session/disabled-reason';

/** Why this person may not change or delete an entry; null if they may. The database enforces the same rules. */
export function lockOf(work: Work, account: Account): string | null {
  const holder = account.ownerFirstName ?? 'the account holder';
  if (work.invoiceSentAt !== null)
    return `Invoice ${work.invoiceNumber ?? ''} has been sent. Issue a credit note to change it.`;
  if (work.invoiceNumber !== null) return `This is on invoice ${work.invoiceNumber}. Take it off the invoice first.`;
  if (!account.canWrite) return READ_ONLY;
  if (account.role === 'admin') return null;
  if (work.employeeId !== account.userId)
    return `${work.createdByName} made this entry. Ask ${holder} if you need something changed.`;
  if (!account.settings.seesRates && work.progress === 'ready')
    return `This entry has its price. Ask ${holder} if you need something changed.`;
  return null;
}

/** Why this person may not delete from a job with these lines; null if they may. */
export const jobLockOf = (lines: readonly Pick<Work, 'invoiceNumber'>[], { role }: Pick<Account, 'role'>) =>
  role === 'employee' && lines.some(({ invoiceNumber }) => invoiceNumber !== null)
    ? 'A line of this job is on an invoice, so only the account holder can delete from it.'
    : null;
