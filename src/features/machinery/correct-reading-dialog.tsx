import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { correctReading } from '@/data/machinery/machines';
import { parseDecimal, toNumeric } from '@/domain/core/money';
import { dateIn, formatDateDated } from '@/domain/core/time';
import { meterUnit } from '@/domain/machinery/machine';
import { correctionProblem } from '@/domain/machinery/readings';
import { asStored, type Machine, type Reading } from '@/records/machines';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { servicePath } from './machinery-address';
import { numberText } from './number-schema';

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
  const [text, setText] = useState(() => numberText(row.reading));
  const [replaced, setReplaced] = useState(row.meterReplaced);
  const [error, setError] = useState<string | null>(null);
  const dated = (at: string) => formatDateDated(dateIn(zone, at));
  const isOfService = row.source === 'service';
  const submit = () => {
    const parsed = parseDecimal(text, { decimals: 1 });
    if (!parsed.ok || parsed.value < 0) return setError('Enter a number like 12.5.');
    const reading = toNumeric(parsed.value);
    const edited = { ...asStored(row), reading, meterReplaced: replaced };
    const problem = correctionProblem(readings.map(asStored), edited, machine.meterType, dated);
    setError(problem);
    if (problem === null) save.mutate({ id: row.id, reading, meterReplaced: replaced }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Reading of ${dated(row.readAt)}`}
      verb={row.doubted && text === numberText(row.reading) && !replaced ? 'It is right' : 'Save'}
      busy={save.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
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
      <CheckField
        label="Meter replaced"
        hint="The hours of the old meter stay with the machine."
        checked={replaced}
        onChange={({ currentTarget }) => {
          setReplaced(currentTarget.checked);
          setError(null);
        }}
      />
    </FormDialog>
  );
}
