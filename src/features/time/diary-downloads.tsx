import { useMutation } from '@tanstack/react-query';
import { Download, FileText } from 'lucide-react';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import type { DiaryView } from './diary-address';
import { savePayFile, saveShiftsFile, saveTimesheet } from './diary-files';
import type { Rows } from './filtered-rows';

/** What is on the screen, as files. */
export function DiaryDownloads({
  rows,
  view: { span, status, search },
  now,
}: {
  rows: Rows;
  view: DiaryView;
  now: Date;
}) {
  const { settings, firstName, lastName } = useAccount();
  const shifts = useMutation(saveShiftsFile);
  const pay = useMutation(savePayFile);
  const paper = useMutation(saveTimesheet);
  const filters = [status !== null && `State: ${status}`, search !== '' && `Search: ${search}`]
    .filter(Boolean)
    .join(', ');
  const order = {
    rows,
    span,
    now,
    zone: settings.zone,
    farm: settings.farmName ?? [firstName, lastName].filter(Boolean).join(' '),
    filters: filters === '' ? null : filters,
  };
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={shifts.isPending} onClick={() => shifts.mutate(order)}>
        <Download aria-hidden="true" />
        Hours CSV
      </Button>
      <Button busy={pay.isPending} onClick={() => pay.mutate(order)}>
        <Download aria-hidden="true" />
        Pay summary CSV
      </Button>
      <Button busy={paper.isPending} busyText="Making the PDF..." onClick={() => paper.mutate(order)}>
        <FileText aria-hidden="true" />
        Timesheet PDF
      </Button>
    </div>
  );
}
