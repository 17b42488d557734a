// The signed-in person for the account pages, which exist both inside and outside the account's gate.
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '@/data/account/profiles';
import type { Profile } from '@/domain/account/access';
import { useSession } from '@/session/session-store';

/** The profile is already cached: the gate loads it before it renders any page. */
export function useOwnProfile(): { profile: Profile; email: string | null } | null {
  const session = useSession();
  const person = session.kind === 'signedIn' ? session : null;
  const { data } = useQuery({ ...profileQuery(person?.userId ?? ''), enabled: person !== null });
  return person && typeof data === 'object' ? { profile: data, email: person.email } : null;
}
