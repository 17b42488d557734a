import { modelWords } from '@/domain/machinery/machine-words';
import type { Machine } from '@/records/machines';
import { SelectField } from '@/ui/forms/field';
import { useMachines } from '@/widgets/machines/use-fleet';

/** A machine of the farm, also without signal. Sold ones are left out, except the one that is chosen. */
export function MachineSelect({
  label,
  value,
  none,
  hint,
  error,
  onChange,
}: {
  label: string;
  /** The id of the machine; '' for none. */
  value: string;
  /** The label of the option for no machine. */
  none: string;
  hint?: string | undefined;
  error?: string | undefined;
  onChange: (id: string, machine: Machine | null) => void;
}) {
  const { machines } = useMachines();
  const offered = machines.filter(({ id, status }) => status !== 'sold' || id === value);
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      value={value}
      onChange={({ target }) => onChange(target.value, offered.find(({ id }) => id === target.value) ?? null)}
    >
      <option value="">{none}</option>
      {offered.map((machine) => (
        <option key={machine.id} value={machine.id}>
          {[machine.name, modelWords(machine), machine.status === 'do_not_use' && 'do not use']
            .filter(Boolean)
            .join(' · ')}
        </option>
      ))}
    </SelectField>
  );
}
