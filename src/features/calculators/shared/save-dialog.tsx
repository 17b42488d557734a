import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { saveCalculation } from '@/data/calculations/calculations';
import { formatDateNumeric } from '@/domain/core/time';
import type { CalculationKind, SavedResults } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import type { AnyForm, Calculator } from './use-calculator';

const NAME_MAX = 80;

/** Saves the calculation on the screen under a name, together with the rules it uses. */
export function SaveDialog<Form extends AnyForm>({
  kind,
  calculator: { rules, regime, form, own },
  results,
  onClose,
}: {
  kind: CalculationKind;
  calculator: Calculator<Form>;
  results: SavedResults;
  onClose: () => void;
}) {
  const { ownerId } = useAccount();
  const save = useMutation(saveCalculation);
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(form.year);
  const [pressed, setPressed] = useState(false);
  const trimmed = name.trim();
  return (
    <FormDialog
      title="Save calculation"
      verb="Save"
      busy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        setPressed(true);
        if (trimmed === '') return;
        const inputs = { ...form, own };
        save.mutate(
          {
            ownerId,
            calculation: {
              ...{ id, kind, regime, inputs, results, name: trimmed, year: Number(form.year) },
              ruleVersion: rules.version,
            },
          },
          { onSuccess: onClose },
        );
      }}
    >
      <TextField
        label="Name"
        maxLength={NAME_MAX}
        value={name}
        onChange={({ target }) => setName(target.value)}
        error={pressed && trimmed === '' ? 'Give the calculation a name.' : undefined}
      />
      <p className="hint">
        It keeps the rules of {formatDateNumeric(rules.version)}, so it gives the same result in later years.
      </p>
    </FormDialog>
  );
}
