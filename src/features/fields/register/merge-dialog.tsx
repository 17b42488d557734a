import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { replaceFields } from '@/data/fields/field-changes';
import { add } from '@/domain/core/money';
import { wordList } from '@/domain/core/word-list';
import { formatArea } from '@/domain/core/area';
import type { FarmField } from '@/records/fields';
import { CheckField } from '@/ui/forms/check-field';
import { FieldError, TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { fieldLink } from '@/features/fields/fields-address';
import { joinedOutline } from '@/features/fields/map/outline-of';
import { mergeableWith, useAreaUnit, useFields } from '@/features/fields/use-fields';

/** Merges a field into one with others of the same customer, or with others of the farm's own land. */
export function MergeDialog({ field, onClose }: { field: FarmField; onClose: () => void }) {
  const unit = useAreaUnit();
  const navigate = useNavigate();
  const { fields } = useFields();
  const merge = useMutation(replaceFields);
  const [id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState(field.name);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [tried, setTried] = useState(false);
  const others = mergeableWith(field, fields.data ?? []);
  const merged = [field, ...others.filter((one) => chosen.includes(one.id))];
  const areaHa = add(...merged.map((one) => one.areaHa));
  const nameError = name.trim() === '' ? 'Give the field a name.' : undefined;
  return (
    <FormDialog
      title={`Merge ${field.name} with others`}
      verb="Merge fields"
      busy={merge.isPending}
      busyText="Saving..."
      onSubmit={() => {
        setTried(true);
        if (nameError || merged.length < 2) return;
        merge.mutate(
          { old: merged.map((one) => one.id), parts: [{ id, name: name.trim(), areaHa, ...joinedOutline(merged) }] },
          {
            onSuccess: () => {
              onClose();
              void navigate(fieldLink(id), { replace: true });
            },
          },
        );
      }}
      onClose={onClose}
    >
      <p className="text-muted">The fields are archived and keep their records.</p>
      <TextField
        label="Name of the new field"
        autoComplete="off"
        maxLength={80}
        value={name}
        error={tried ? nameError : undefined}
        onChange={({ target }) => setName(target.value)}
      />
      <fieldset className="grid gap-1">
        <legend className="field-label mb-1">Merge with</legend>
        {others.map((one) => (
          <CheckField
            key={one.id}
            label={`${one.name}, ${formatArea(one.areaHa, unit)}`}
            checked={chosen.includes(one.id)}
            onChange={({ target }) =>
              setChosen(target.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id))
            }
          />
        ))}
        {others.length === 0 && <p className="hint">There is no other field of the same land.</p>}
        {tried && merged.length < 2 && others.length > 0 && <FieldError>Choose at least one other field.</FieldError>}
      </fieldset>
      <p className="hint">
        {wordList(merged.map((one) => one.name))}: together {formatArea(areaHa, unit)}.
      </p>
      {merge.error && <FieldError>{merge.error.message}</FieldError>}
    </FormDialog>
  );
}
