import { useQuery } from '@tanstack/react-query';
import { machineChoicesQuery } from '@/data/works/job-choices';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { NumberField } from '@/ui/forms/number-field';
import type { MachineText } from './job-more';
import { NoChoices, PartCard, withElementAt, type EditedJob } from './part-card';

/** The machines on the job, with their hours and meters. */
export function MachineParts({ entry }: { entry: EditedJob }) {
  const { more, setMore, account } = entry;
  const stored = useQuery(machineChoicesQuery(account));
  const machines = stored.data ?? [];
  const setMachines = (chosen: readonly MachineText[]) => setMore({ ...more, machines: chosen });
  return (
    <>
      {machines.length === 0 && <NoChoices query={stored} none="The farm has no machines yet." />}
      <fieldset className="chips" aria-label="Machines of the farm">
        {machines.map(({ id, name }) => {
          const at = more.machines.findIndex(({ machineId }) => machineId === id);
          return (
            <Chip
              key={id}
              pressed={at >= 0}
              onClick={() =>
                setMachines(
                  at >= 0
                    ? withElementAt(more.machines, at, null)
                    : [...more.machines, { machineId: id, name, implement: false, hours: '', meterEnd: '' }],
                )
              }
            >
              {name}
            </Chip>
          );
        })}
      </fieldset>
      {more.machines.map((machine, at) => {
        const change = (patch: Partial<MachineText> | null) => setMachines(withElementAt(more.machines, at, patch));
        const status = machines.find(({ id }) => id === machine.machineId)?.status;
        return (
          <PartCard key={machine.machineId} title={machine.name} onRemove={() => change(null)}>
            {status === 'do_not_use' && <Banner tone="bad">Do not use: this machine has a defect.</Banner>}
            <div className="grid grid-cols-2 gap-3">
              <NumberField
                label="Hours"
                after="h"
                value={machine.hours}
                onChange={({ target }) => change({ hours: target.value })}
              />
              <NumberField
                label="Meter afterwards"
                value={machine.meterEnd}
                onChange={({ target }) => change({ meterEnd: target.value })}
              />
            </div>
            <CheckField
              label="Implement, pulled or carried"
              checked={machine.implement}
              onChange={({ currentTarget }) => change({ implement: currentTarget.checked })}
            />
          </PartCard>
        );
      })}
    </>
  );
}
