import { useQuery } from '@tanstack/react-query';
import { tasksQuery } from '@/data/prices/tasks';
import type { RecentJob } from '@/data/summaries';
import { matchesSearch } from '@/domain/core/search';
import { formatRateWithUnit, unitOf } from '@/domain/core/units';
import { sameName } from '@/domain/core/search';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { Combobox } from '@/ui/forms/combobox';

/** A task by name: `recent` jobs first, then the price list; any other name is allowed. */
export function TaskSelect({
  label,
  value,
  recent = [],
  tasks,
  error,
  inputRef,
  onChange,
  onKnown,
}: {
  label: string;
  value: string;
  recent?: readonly RecentJob[] | undefined;
  /** The price list, if the screen has one with more than the stored tasks. */
  tasks?: readonly Task[] | undefined;
  error?: string | undefined;
  inputRef?: ((input: HTMLInputElement | null) => void) | undefined;
  onChange: (name: string) => void;
  /** Called with a name that is in the suggestions, picked or typed in full. */
  onKnown?: ((name: string) => void) | undefined;
}) {
  const account = useAccount();
  const { data: stored = [] } = useQuery(tasksQuery(account));
  const listed = (tasks ?? stored).filter(
    (task) => task.active && !recent.some((job) => sameName(job.taskName, task.name)),
  );
  const { currency } = account.settings;
  const choices = [
    ...recent.map((job) => ({ value: job.taskName, detail: unitOf(job.chargeableUnit).label })),
    ...listed.map(({ name, chargeableUnit, defaultRate }) => ({
      value: name,
      detail:
        defaultRate === null || chargeableUnit === null
          ? chargeableUnit && unitOf(chargeableUnit).label
          : formatRateWithUnit(defaultRate, chargeableUnit, currency),
    })),
  ];
  return (
    <Combobox
      label={label}
      value={value}
      error={error}
      inputRef={inputRef}
      suggestions={choices.filter((choice) => matchesSearch(value, [choice.value]))}
      onChange={(name) => {
        onChange(name);
        const known = choices.find((choice) => sameName(choice.value, name));
        if (known) onKnown?.(known.value);
      }}
    />
  );
}
