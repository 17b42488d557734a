import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import type { ListedField } from '@/features/fields/fields-address';
import { saveActivitiesFile, saveFieldsFile, saveHarvestsFile } from './fields-files';

/** The exports of the register: the fields shown, all activities, all harvests. */
export function RegisterFiles({ listed }: { listed: readonly ListedField[] }) {
  const { ownerId } = useAccount();
  const today = useToday();
  const fields = useMutation(saveFieldsFile);
  const activities = useMutation(saveActivitiesFile);
  const harvests = useMutation(saveHarvestsFile);
  const client = useQueryClient();
  const request = { ownerId, today };
  return (
    <p className="-mx-3 flex flex-wrap">
      <Button
        variant="quiet"
        busy={fields.isPending}
        busyText="Saving..."
        onClick={() => fields.mutate({ listed, today })}
      >
        <Download aria-hidden="true" />
        Fields as CSV
      </Button>
      <Button
        variant="quiet"
        busy={activities.isPending}
        busyText="Saving..."
        onClick={() => activities.mutate({ ...request, client, format: 'csv' })}
      >
        <Download aria-hidden="true" />
        Activities as CSV
      </Button>
      <Button
        variant="quiet"
        busy={activities.isPending}
        busyText="Saving..."
        onClick={() => activities.mutate({ ...request, client, format: 'json' })}
      >
        <Download aria-hidden="true" />
        Activities as JSON
      </Button>
      <Button variant="quiet" busy={harvests.isPending} busyText="Saving..." onClick={() => harvests.mutate(request)}>
        <Download aria-hidden="true" />
        Harvests as CSV
      </Button>
    </p>
  );
}
