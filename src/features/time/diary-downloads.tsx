import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useAccount } from '@/session/account';
import { Menu } from '@/ui/popups/menu';
import type { DiaryView } from './diary-address';
import { savePayFile, saveShiftsFile, saveTimesheet } from './diary-files';
import type { Rows } from './filtered-rows';

/** Downloads of the rows on the screen. */
export function DiaryDownloads({
  rows,
  view: { span, status, flagged, search },
  now,
  overtimeKnown,
}: {
  rows: Rows;
  view: DiaryView;
  now: Date;
  overtimeKnown: boolean;
}) {
  const { settings, firstName, lastName } = useAccount();
  const shifts = useMutation(saveShiftsFile);
  const pay = useMutation(savePayFile);
  const timesheet = useMutation(saveTimesheet);
  const filters = [
    status !== null && `State: ${status}`,
    flagged && 'With a warning',
    search !== '' && `Search: ${search}`,
  ]
    .filter(Boolean)
    .join(', ');
  const request = {
    rows,
    span,
    now,
    overtimeKnown,
    zone: settings.zone,
    farm: settings.farmName ?? [firstName, lastName].filter(Boolean).join(' '),
    filters: filters === '' ? null : filters,
  };
  return (
    <Menu
      className="btn btn-plain"
      items={[
        { label: 'Hours (CSV)', onSelect: () => shifts.mutate(request) },
        { label: 'Pay summary (CSV)', onSelect: () => pay.mutate(request) },
        { label: 'Timesheet (PDF)', onSelect: () => timesheet.mutate(request) },
        { label: 'Print', onSelect: () => window.print() },
      ]}
    >
      <Download aria-hidden="true" />
      Export
    </Menu>
  );
}
