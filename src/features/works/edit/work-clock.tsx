import { useQuery } from '@tanstack/react-query';
import { workClockQuery } from '@/data/works/work-clock';
import { formatDate, localTimeIn, todayIn } from '@/domain/core/time';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Banner } from '@/ui/feedback/banner';

/** Tells the account holder if an entry reached the server long before or after the time its phone saved it. */
export function WorkClock({ work }: { work: Work }) {
  const { role, ownerId, settings } = useAccount();
  const today = useToday();
  // An entry that is only in the outbox can't be fetched.
  const { data } = useQuery({
    ...workClockQuery(ownerId, work.id),
    enabled: role === 'admin' && work.updatedAt !== '',
  });
  if (!data) return null;
  const words = (at: string) => {
    const instant = new Date(at);
    return `${formatDate(todayIn(settings.zone, instant), today)}, ${localTimeIn(settings.zone, instant)}`;
  };
  const ahead = data.recordedAt > data.createdAt;
  return (
    <Banner tone="note">
      By its phone’s clock this was saved on {words(data.recordedAt)}; it came in on {words(data.createdAt)}.{' '}
      {ahead ? 'That clock was wrong.' : 'It waited without signal, or that clock was wrong.'} Check the date.
    </Banner>
  );
}
