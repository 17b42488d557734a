import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveFarmLeave, type FarmLeave } from '@/data/time-off/leave-terms';
import { formatMonthDay } from '@/domain/core/time';
import { useAccount } from '@/session/account';
import { SelectField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { daysOf, DaysField, textOfDays, WorkDaysField } from './leave-fields';

const MONTHS = Array.from({ length: 12 }, (_, month) => month + 1);

/** The days of holiday that everyone on the farm has, the leave year, and the working days. */
export function LeaveDialog({ farm, onClose }: { farm: FarmLeave; onClose: () => void }) {
  const { ownerId } = useAccount();
  const save = useMutation(saveFarmLeave);
  const [text, setText] = useState(textOfDays(farm.days));
  const [startMonth, setStartMonth] = useState(farm.startMonth);
  const [workDays, setWorkDays] = useState(farm.workDays);
  const days = daysOf(text);
  return (
    <FormDialog
      title="Days of holiday"
      verb="Save"
      busy={save.isPending}
      onSubmit={() => {
        if (days === undefined || workDays.length === 0) return;
        save.mutate({ ownerId, farm: { days, startMonth, workDays } }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <DaysField
        value={text}
        hint="For everyone. Open a person to set other days for them. None is assumed: ask your adviser."
        onChange={setText}
      />
      <SelectField
        label="The leave year begins on"
        hint="What the law counts by: 1 April in Ireland. In the UK it is the farm’s own choice."
        value={startMonth}
        onChange={({ target }) => setStartMonth(Number(target.value))}
      >
        {MONTHS.map((month) => (
          <option key={month} value={month}>
            {formatMonthDay(`2026-${String(month).padStart(2, '0')}-01`)}
          </option>
        ))}
      </SelectField>
      <WorkDaysField value={workDays} onChange={setWorkDays} />
    </FormDialog>
  );
}
