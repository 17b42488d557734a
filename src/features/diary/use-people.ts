import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { crewQuery } from '@/data/account/profiles';
import { useAccount } from '@/session/account';

export type DiaryPerson = { id: string; name: string };

const nameOf = (first: string | null, last: string | null, other: string) =>
  [first, last].filter(Boolean).join(' ') || other;

/** The people a job can be assigned to, the account holder first. Empty for employees: they may not read the crew. */
export function usePeople(): readonly DiaryPerson[] {
  const { userId, ownerId, role, firstName, lastName } = useAccount();
  const admin = role === 'admin';
  const { data } = useQuery({ ...crewQuery(ownerId), enabled: admin });
  return useMemo(
    () =>
      admin
        ? [
            { id: userId, name: nameOf(firstName, lastName, 'Me') },
            ...(data ?? []).map((person) => ({
              id: person.id,
              name: nameOf(person.firstName, person.lastName, 'Somebody'),
            })),
          ]
        : [],
    [admin, userId, firstName, lastName, data],
  );
}
