import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { addSchedules } from '@/data/machinery/services';
import { intervalWords } from '@/domain/machinery/machine-words';
import { readyMadeFor } from '@/domain/machinery/ready-made';
import { CHECK_WORDS } from '@/domain/rules/regimes';
import type { Machine } from '@/records/machines';
import type { Schedule } from '@/records/services';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { FormDialog } from '@/ui/popups/form-dialog';

/** Ready-made services to add to a machine's plan, without those that are in it already. */
export function PlanDialog({
  machine,
  planned,
  onClose,
}: {
  machine: Machine;
  planned: readonly Schedule[];
  onClose: () => void;
}) {
  const { ownerId, settings } = useAccount();
  const names = new Set(planned.map(({ name }) => name));
  const plans = readyMadeFor(machine, settings.region).filter(({ plan: { name } }) => !names.has(name));
  const add = useMutation(addSchedules);
  const [chosen, setChosen] = useState(
    () => new Set(plans.filter(({ usual }) => usual).map(({ plan: { name } }) => name)),
  );
  return (
    <FormDialog
      title="Ready-made plan"
      verb="Add to the plan"
      busy={add.isPending}
      busyText="Saving..."
      disabled={chosen.size === 0}
      onSubmit={() => {
        add.mutate(
          plans
            .filter(({ plan: { name } }) => chosen.has(name))
            .map(({ plan }) => ({
              id: crypto.randomUUID(),
              ownerId,
              machineId: machine.id,
              fields: {
                ...plan,
                ...{ lastDoneAt: null, lastDoneReading: null, warnPct: 10, warnDays: 30, parts: [], active: true },
              },
            })),
          { onSuccess: onClose },
        );
      }}
      onClose={onClose}
    >
      <p className="text-2 text-muted">
        {plans.length === 0
          ? 'Every ready-made service is in the plan already.'
          : 'Usual intervals, a start only: follow your manual. Then say when each was last done.'}
      </p>
      {plans.map(({ plan, law }) => (
        <CheckField
          key={plan.name}
          label={`${plan.name}, ${intervalWords(plan, machine.meterType)}`}
          hint={law && [law.note, law.unconfirmed && `${CHECK_WORDS}.`].filter(Boolean).join(' ')}
          checked={chosen.has(plan.name)}
          onChange={({ currentTarget }) => {
            const next = new Set(chosen);
            if (currentTarget.checked) next.add(plan.name);
            else next.delete(plan.name);
            setChosen(next);
          }}
        />
      ))}
    </FormDialog>
  );
}
