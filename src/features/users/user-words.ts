// How the crew and invitations are shown on the page and in the file.
import type { CrewPerson, Invite } from '@/data/account/crew';
import { inviteWords, isOpen } from '@/domain/account/seats';
import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import type { StateKind } from '@/ui/feedback/state-badge';

/** One row of the list: an employee or an invitation. */
export type User =
  | { kind: 'person'; id: string; name: string; email: string; person: CrewPerson }
  | { kind: 'invite'; id: string; name: string; email: string; invite: Invite };

const fullName = (first: string | null, last: string | null) => [first, last].filter((part) => part?.trim()).join(' ');

/** Employees first, then invitations. Without a name the email address is shown. */
export const usersOf = (people: readonly CrewPerson[], invites: readonly Invite[]): User[] => [
  ...people.map((person): User => {
    const { id, email, firstName, lastName } = person;
    return { kind: 'person', id, email, name: fullName(firstName, lastName) || email, person };
  }),
  ...invites.map((invite): User => {
    const { id, email, firstName, lastName } = invite;
    return { kind: 'invite', id, email, name: fullName(firstName, lastName) || email, invite };
  }),
];

/** The short name used in questions: "Tom". */
export const firstNameOf = (user: User): string =>
  (user.kind === 'person' ? user.person : user.invite).firstName?.trim() || user.name;

export function stateOf(user: User, now: Date): { badge: StateKind; words: string } {
  if (user.kind === 'invite') {
    return { badge: isOpen(user.invite, now) ? 'needs' : 'overdue', words: inviteWords(user.invite, now) };
  }
  return user.person.suspended ? { badge: 'cancelled', words: 'Suspended' } : { badge: 'paid', words: 'Active' };
}

/** "today 14:05", "Fri 20 Nov 14:05"; null if the person has never been seen. */
export function seenWords(user: User, zone: Zone, now: Date): string | null {
  const at = user.kind === 'person' ? user.person.lastSeenAt : null;
  if (at === null) return null;
  const then = new Date(at);
  const [day, today] = [todayIn(zone, then), todayIn(zone, now)];
  return `${day === today ? 'today' : formatDate(day, today)} ${localTimeIn(zone, then)}`;
}
