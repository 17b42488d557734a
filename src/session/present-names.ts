import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { farmPeopleQuery, type FarmPerson } from '@/data/account/farm-people';
import { presentNames, type PresentNames } from '@/domain/account/present-names';
import { useAccount } from './account';

const NOBODY: readonly FarmPerson[] = [];

/** The current names of this farm's people. Until they are loaded, records show the name they were written under. */
export function usePresentNames(): PresentNames {
  const { data = NOBODY } = useQuery(farmPeopleQuery(useAccount().ownerId));
  return useMemo(() => presentNames(data), [data]);
}
