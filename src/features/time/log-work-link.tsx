import { CircleCheck, ReceiptText } from 'lucide-react';
import type { TimeEntry } from '@/records/time';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { logAddress, useLoggedWorkId } from './log-work';

/** A link to the work that a shift was logged as. Otherwise, for the person's own finished shift, a link to log it. */
export function LogWork({ shift }: { shift: TimeEntry }) {
  const { settings, userId, canWrite } = useAccount();
  const workId = useLoggedWorkId(shift);
  if (workId !== null)
    return (
      <ButtonLink to={`/works-list?edit=${workId}`}>
        <CircleCheck aria-hidden="true" />
        Logged as work
      </ButtonLink>
    );
  if (!canWrite || shift.clockOutAt === null || shift.employeeId !== userId) return null;
  return (
    <ButtonLink to={logAddress(shift, settings.zone)}>
      <ReceiptText aria-hidden="true" />
      Log as work
    </ButtonLink>
  );
}
