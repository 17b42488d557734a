import { useQuery } from '@tanstack/react-query';
import { machineChoicesQuery } from '@/data/works/job-choices';
import { formatReading, meterUnit } from '@/domain/machinery/machine';
import type { MachineText } from '@/domain/works/job-more';
import type { Machine } from '@/records/machines';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { Chip } from '@/ui/forms/chip';
import { NumberField } from '@/ui/forms/number-field';
import { useDoubt } from '@/widgets/machines/use-doubt';
import { useMachines } from '@/widgets/machines/use-fleet';
import { NoChoices, PartCard, withElementAt, withToggled, type EditedJob } from './part-card';

/** The machines on the job, with their hours and meters. */
export function MachineParts({ job }: { job: EditedJob }) {
  const { more, setMore, account, text, rules, id: jobId } = job;
  const stored = useQuery(machineChoicesQuery(account));
  const machines = stored.data ?? [];
  // The readings that this device knows, without that of this job while it waits on this phone.
  const { machines: fleet } = useMachines(jobId);
  const setMachines = (chosen: readonly MachineText[]) => setMore({ ...more, machines: chosen });
  return (
    <>
      {machines.length === 0 && <NoChoices query={stored} none="The farm has no machines yet." />}
      <fieldset className="chips" aria-label="Machines of the farm">
        {machines.map(({ id, name }) => {
          const at = more.machines.findIndex(({ machineId }) => machineId === id);
          const machine = { machineId: id, name, implement: false, hours: '', meterEnd: '' };
          return (
            <Chip key={id} pressed={at >= 0} onClick={() => setMachines(withToggled(more.machines, at, machine))}>
              {name}
            </Chip>
          );
        })}
      </fieldset>
      {more.machines.map((machine, at) => {
        const change = (patch: Partial<MachineText> | null) => setMachines(withElementAt(more.machines, at, patch));
        const status = machines.find(({ id }) => id === machine.machineId)?.status;
        const known = fleet.find(({ id }) => id === machine.machineId);
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
              {(known?.meterType !== 'none' || machine.meterEnd !== '') && (
                <MeterField
                  machine={known}
                  // The reading of a stored job may be the last one itself.
                  isCompared={machine.id === undefined}
                  date={text.workDate || rules.today}
                  value={machine.meterEnd}
                  onChange={(meterEnd) => change({ meterEnd })}
                />
              )}
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

type MeterFieldProps = {
  /** Undefined as long as it is not on this device. */
  machine: Machine | undefined;
  isCompared: boolean;
  /** The day of the job. */
  date: string;
  value: string;
  onChange: (text: string) => void;
};

/** What the meter showed afterwards. A reading in doubt is saved; the field says so before. */
function MeterField({ machine, isCompared, date, value, onChange }: MeterFieldProps) {
  const compared = isCompared ? machine : undefined;
  const last = compared?.currentReading ?? null;
  const doubt = useDoubt(compared, value, date);
  return (
    <NumberField
      label="Meter afterwards"
      after={machine && meterUnit(machine.meterType)}
      value={value}
      hint={compared && last !== null ? `Last reading ${formatReading(last, compared.meterType)}.` : undefined}
      error={doubt}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
