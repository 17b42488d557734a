import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { farmPeopleQuery, type FarmPerson } from '@/data/account/farm-people';
import { currentNames, type CurrentNames } from '@/domain/account/current-names';
import { useAccount } from './account';

const NO_PEOPLE: readonly FarmPerson[] = [];

/** The current names of this farm's people. Until they are loaded, records show the name they were written under. */
export function useCurrentNames(): CurrentNames {
  const { data = NO_PEOPLE } = useQuery(farmPeopleQuery(useAccount().ownerId));
  return useMemo(() => currentNames(data), [data]);
}
