// Who is signed in, as their own page shows them: it stands inside the account and outside it.
import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '@/data/profiles';
import type { Profile } from '@/domain/access';
import { useSession } from '@/session/session-store';

/** The profile is there: the gate has asked for it before it let anybody in. */
export function useMe(): { profile: Profile; email: string | null } | null {
  const session = useSession();
  const person = session.kind === 'signedIn' ? session : null;
  const { data } = useQuery({ ...profileQuery(person?.userId ?? ''), enabled: person !== null });
  return person && typeof data === 'object' ? { profile: data, email: person.email } : null;
}
