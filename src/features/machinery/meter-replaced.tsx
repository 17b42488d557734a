import { CheckField } from '@/ui/forms/check-field';

/** Whether a reading is of a new meter. */
export const MeterReplaced = ({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) => (
  <CheckField
    label="Meter replaced"
    hint="The hours of the old meter stay with the machine."
    checked={checked}
    onChange={({ currentTarget }) => onChange(currentTarget.checked)}
  />
);
