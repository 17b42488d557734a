import { useQuery } from '@tanstack/react-query';
import { crewQuery } from '@/data/account/profiles';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';

type Choice = { id: string; name: string };

/**
 * The account holder and the crew, to choose from. The person whom the record names is always one of them, also if they
 * have left or the crew is not loaded: a select without an option for its value would show another person and save them.
 */
export function usePeople(stored: { id: string | null; name: string | null }): readonly Choice[] {
  const { ownerId, userId } = useAccount();
  const { nameOf } = useCurrentNames();
  const crew = useQuery(crewQuery(ownerId)).data ?? [];
  const people = [
    { id: userId, name: 'Me' },
    ...crew.map(({ id, firstName, lastName }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' ') || 'Someone',
    })),
  ];
  if (stored.id === null || people.some(({ id }) => id === stored.id)) return people;
  return [...people, { id: stored.id, name: nameOf(stored.id, stored.name ?? 'Someone') }];
}
