import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { listPrintout } from '@/domain/core/list-printout';
import type { AreaUnit } from '@/domain/core/area';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { PdfButton } from '@/widgets/pdf-button';
import type { ListedField, readView } from '@/features/fields/fields-address';
import { fieldColumns, fieldFilterWords, fieldSums } from './field-columns';
import { saveActivitiesFile, saveFieldsFile, saveHarvestsFile } from './fields-files';

/** The exports of the register: the fields shown, all activities, all harvests. */
export function RegisterFiles({
  listed,
  view,
  unit,
  isReady,
}: {
  listed: readonly ListedField[];
  view: ReturnType<typeof readView>;
  unit: AreaUnit;
  /** Whether the crops, activities and soil tests of the fields are loaded. */
  isReady: boolean;
}) {
  const account = useAccount();
  const { ownerId } = account;
  const today = useToday();
  const fields = useMutation(saveFieldsFile);
  const activities = useMutation(saveActivitiesFile);
  const harvests = useMutation(saveHarvestsFile);
  const client = useQueryClient();
  const request = { ownerId, today };
  return (
    <p className="-mx-quiet flex flex-wrap">
      <Button
        variant="quiet"
        busy={fields.isPending}
        busyText="Saving..."
        onClick={() => fields.mutate({ listed, today })}
      >
        <Download aria-hidden="true" />
        Fields as CSV
      </Button>
      <PdfButton
        look="quiet"
        label="Fields as PDF"
        disabled={!isReady}
        read={() =>
          listPrintout({
            title: 'Fields',
            file: `fields-${today}`,
            only: fieldFilterWords(view),
            sums: fieldSums(listed),
            columns: fieldColumns(account, today, unit),
            rows: listed,
          })
        }
      />
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
