import type { CrewMember } from '@/data/account/profiles';
import type { Notice } from '@/data/notices';
import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { noticeState } from '@/domain/noticeboard/notice';

export const nameOf = ({ firstName, lastName }: Pick<CrewMember, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || 'Someone';

/** "Fri 20 Nov at 06:31", "today at 06:31". */
export function momentWords(at: string, zone: Zone, today: string): string {
  const date = todayIn(zone, new Date(at));
  return `${date === today ? 'today' : formatDate(date, today)} at ${localTimeIn(zone, new Date(at))}`;
}

/** "Alex Hill, today at 06:31, for 2 people, until Fri 27 Nov". */
export function postedWords(notice: Notice, role: 'admin' | 'employee', zone: Zone, today: string): string {
  const { createdByName, createdAt, startsOn, expiresOn, audience, recipients } = notice;
  const state = noticeState(notice, today);
  return [
    createdByName,
    momentWords(createdAt, zone, today),
    // Employees are not told who else the notice is for.
    audience === 'selected' && role === 'admin' && `for ${counted(recipients.length, 'person', 'people')}`,
    state === 'planned' && startsOn !== null && `on the board from ${formatDate(startsOn, today)}`,
    expiresOn !== null && `${state === 'expired' ? 'ran out on' : 'until'} ${formatDate(expiresOn, today)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
