import { useQuery } from '@tanstack/react-query';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/job-places';
import type { Account } from '@/domain/account/account';
import { NO_PART } from '@/domain/works/works-list';

type Wanted = { machines: boolean; fields: boolean };

const namesOf = (places: readonly { id: string; name: string }[] | undefined, none: string) =>
  new Map([[NO_PART, none], ...(places ?? []).map(({ id, name }) => [id, name] as const)]);

/** The names of machines and fields by id, as far as they are wanted: the others are not loaded. */
export function usePlaceNames(account: Account, wanted: Wanted) {
  const machines = useQuery({ ...machineNamesQuery(account), enabled: wanted.machines }).data;
  const fields = useQuery({ ...fieldNamesQuery(account), enabled: wanted.fields }).data;
  return { machines: namesOf(machines, 'No machine'), fields: namesOf(fields, 'No field') };
}
