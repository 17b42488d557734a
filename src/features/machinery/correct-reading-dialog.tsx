import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { correctReading } from '@/data/machinery/machines';
import { decimalIn, toNumeric, NOT_A_NUMBER } from '@/domain/core/money';
import { dateIn, formatDateDated } from '@/domain/core/time';
import { plainText } from '@/domain/core/typed';
import { meterUnit } from '@/domain/machinery/machine';
import { correctionProblem } from '@/domain/machinery/readings';
import { asStored, type Machine, type Reading } from '@/records/machines';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { servicePath } from './machinery-address';
import { MeterReplaced } from './meter-replaced';

/** Corrects a reading: its number, or that the meter was replaced. Saving one in doubt unchanged confirms it. */
export function CorrectReadingDialog({
  machine,
  row,
  readings,
  onClose,
}: {
  machine: Machine;
  row: Reading;
  readings: readonly Reading[];
  onClose: () => void;
}) {
  const { zone } = useAccount().settings;
  const save = useMutation(correctReading);
  const [text, setText] = useState(() => plainText(row.reading));
  const [replaced, setReplaced] = useState(row.meterReplaced);
  const [error, setError] = useState<string | null>(null);
  const replace = (checked: boolean) => {
    setReplaced(checked);
    setError(null);
  };
  const dated = (at: string) => formatDateDated(dateIn(zone, at));
  const isOfService = row.source === 'service';
  const submit = () => {
    const typed = decimalIn(text, { decimals: 1 });
    if (typed === null) return setError(NOT_A_NUMBER);
    const reading = toNumeric(typed);
    const edited = { ...asStored(row), reading, meterReplaced: replaced };
    const problem = correctionProblem(readings.map(asStored), edited, machine.meterType, dated);
    setError(problem);
    if (problem === null) save.mutate({ id: row.id, reading, meterReplaced: replaced }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Reading of ${dated(row.readAt)}`}
      verb={row.doubted && text === plainText(row.reading) && !replaced ? 'It is right' : 'Save'}
      busy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberField
        label="Reading"
        after={meterUnit(machine.meterType)}
        value={text}
        readOnly={isOfService}
        hint={
          isOfService
            ? 'Change the number at its service.'
            : row.source === 'manual'
              ? undefined
              : 'The job or checklist that it came with stays as it was saved.'
        }
        error={error ?? undefined}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(null);
        }}
      />
      {isOfService && row.sourceId !== null && (
        <ButtonLink to={servicePath(machine.id, row.sourceId)}>Open the service</ButtonLink>
      )}
      <MeterReplaced checked={replaced} onChange={replace} />
    </FormDialog>
  );
}
