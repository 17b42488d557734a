// How the people of a farm and its invitations are told on the page and in the file.
import type { CrewPerson, Invite } from '@/data/crew';
import { inviteWords, isOpen } from '@/domain/seats';
import { formatDate, localTimeIn, todayIn, type Zone } from '@/domain/time';
import type { StateKind } from '@/ui/state-badge';

/** One line of the list: somebody of the crew, or somebody who is invited. */
export type User =
  | { kind: 'person'; id: string; name: string; email: string; person: CrewPerson }
  | { kind: 'invite'; id: string; name: string; email: string; invite: Invite };

const fullName = (first: string | null, last: string | null) => [first, last].filter((part) => part?.trim()).join(' ');

/** People first, then who is expected. Whoever has no name goes by their address. */
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

/** What somebody is called in a question: "Tom". */
export const firstNameOf = (user: User): string =>
  (user.kind === 'person' ? user.person : user.invite).firstName?.trim() || user.name;

export function stateOf(user: User, now: Date): { badge: StateKind; words: string } {
  if (user.kind === 'invite') {
    return { badge: isOpen(user.invite, now) ? 'needs' : 'overdue', words: inviteWords(user.invite, now) };
  }
  return user.person.suspended ? { badge: 'cancelled', words: 'Suspended' } : { badge: 'paid', words: 'Active' };
}

/** "today 14:05", "Fri 20 Nov 14:05"; null for somebody who was not here yet. */
export function seenWords(user: User, zone: Zone, now: Date): string | null {
  const at = user.kind === 'person' ? user.person.lastSeenAt : null;
  if (at === null) return null;
  const then = new Date(at);
  const [day, today] = [todayIn(zone, then), todayIn(zone, now)];
  return `${day === today ? 'today' : formatDate(day, today)} ${localTimeIn(zone, then)}`;
}
