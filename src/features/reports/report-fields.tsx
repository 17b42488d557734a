import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, Sheet as SheetIcon } from 'lucide-react';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { ChipSelect, type Option } from '@/ui/forms/chip';
import { FilterDate } from '@/ui/forms/filter-fields';
import { CHOSEN_DATES, periodOptions, type PeriodView } from './report-address';
import { saveSheetCsv, saveSheetPdf, saveSheetXlsx, type Sheet, type SheetSums } from './sheet';

type SetParams = (changes: Record<string, string>) => void;

/** The choice of the period. */
export function PeriodChip({ view, set }: { view: PeriodView; set: SetParams }) {
  const { settings } = useAccount();
  return (
    <ChipSelect
      label="Period"
      all={null}
      value={view.periodId}
      options={[...periodOptions(useToday(), settings.region), { value: CHOSEN_DATES, label: 'Choose dates' }]}
      onChange={(period) =>
        // The date fields start with the dates of the period shown so far.
        set(period === CHOSEN_DATES ? { period, from: view.from, to: view.to } : { period, from: '', to: '' })
      }
    />
  );
}

/** The two dates of a period that is chosen freely. */
export function PeriodDates({ view, set }: { view: PeriodView; set: SetParams }) {
  if (view.periodId !== CHOSEN_DATES) return null;
  return (
    <div className="grid max-w-form grid-cols-2 items-start gap-3">
      <FilterDate label="From" value={view.from} error={view.fromProblem} onChange={(from) => set({ from })} />
      <FilterDate label="To" value={view.to} error={view.toProblem} onChange={(to) => set({ to })} />
    </div>
  );
}

/** The choice of the grouping. The first is not in the URL. */
export function GroupChip({ groups, value, set }: { groups: readonly Option[]; value: string; set: SetParams }) {
  return (
    <ChipSelect
      label="Group by"
      all={null}
      value={value}
      options={groups}
      onChange={(by) => set({ by: by === groups[0]?.value ? '' : by })}
    />
  );
}

/** Saves the report that is shown as CSV, Excel or PDF. `ready`: it is loaded and has rows. */
export function FileButtons({ sheet, sums, ready }: { sheet: Sheet; sums: SheetSums; ready: boolean }) {
  const { settings } = useAccount();
  const today = useToday();
  const csv = useMutation(saveSheetCsv);
  const xlsx = useMutation(saveSheetXlsx);
  const pdf = useMutation(saveSheetPdf);
  const request = { sheet, sums, farm: settings.farmName, today, zone: settings.zone };
  return (
    <>
      <Button
        className="nav:ml-auto"
        disabled={!ready}
        busy={csv.isPending}
        busyText="Making..."
        onClick={() => csv.mutate(sheet)}
      >
        <FileSpreadsheet aria-hidden="true" />
        CSV
      </Button>
      <Button disabled={!ready} busy={xlsx.isPending} busyText="Making..." onClick={() => xlsx.mutate(request)}>
        <SheetIcon aria-hidden="true" />
        Excel
      </Button>
      <Button disabled={!ready} busy={pdf.isPending} busyText="Making..." onClick={() => pdf.mutate(request)}>
        <FileText aria-hidden="true" />
        PDF
      </Button>
    </>
  );
}
