import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { withoutFailureMessage } from '@/data/load-failed';
import { jobPlacesQuery } from '@/data/works/job-places';
import { fieldNamesQuery, machineNamesQuery } from '@/data/works/place-names';
import { docketNumber } from '@/domain/works/docket-number';
import { NO_PART } from '@/domain/works/works-list';
import type { ListAddress } from '@/features/works/list/use-list-address';
import { Chip } from '@/ui/forms/chip';
import { SeveralChips } from './several-chips';

type Places = readonly { id: string; name: string }[] | undefined;

const optionsOf = (places: Places, none: string) =>
  [...(places ?? []), { id: NO_PART, name: none }].map(({ id, name }) => ({ value: id, label: name }));

/** The filters by machine, field and job. A farm without machines has no filter for them; fields likewise. */
export function PlaceChips({ address: { account, view, set } }: { address: ListAddress }) {
  const { filter } = view;
  const { data: machines } = useQuery(machineNamesQuery(account));
  const { data: fields } = useQuery(fieldNamesQuery(account));
  const hasMachines = (machines ?? []).length > 0;
  const hasFields = (fields ?? []).length > 0;
  // Read before they are needed, so that the filters and groups work without signal.
  useQuery({ ...withoutFailureMessage(jobPlacesQuery(account)), enabled: hasMachines || hasFields });
  const machineOptions = useMemo(() => optionsOf(machines, 'No machine'), [machines]);
  const fieldOptions = useMemo(() => optionsOf(fields, 'No field'), [fields]);
  return (
    <>
      {(hasMachines || filter.machines.length > 0) && (
        <SeveralChips
          label="Machine"
          values={filter.machines}
          options={machineOptions}
          onChange={(next) => set((current) => ({ machine: next(current.getAll('machine')) }))}
        />
      )}
      {(hasFields || filter.fields.length > 0) && (
        <SeveralChips
          label="Field"
          values={filter.fields}
          options={fieldOptions}
          onChange={(next) => set((current) => ({ field: next(current.getAll('field')) }))}
        />
      )}
      {filter.jobs.map((job) => (
        <Chip
          key={job}
          pressed
          aria-label={`Job ${docketNumber(job)}, take away`}
          onClick={() => set((current) => ({ job: current.getAll('job').filter((other) => other !== job) }))}
        >
          Job {docketNumber(job)}
          <X aria-hidden="true" />
        </Chip>
      ))}
    </>
  );
}
