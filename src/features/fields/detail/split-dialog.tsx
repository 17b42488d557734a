import { useMutation } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { replaceFields } from '@/data/fields/field-changes';
import { add, ZERO } from '@/domain/core/money';
import { areaText, AREA_UNIT_WORDS, formatArea, typedArea } from '@/domain/core/area';
import type { FarmField } from '@/records/fields';
import { IconButton, Button } from '@/ui/button';
import { FieldError, SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useAreaUnit } from '@/features/fields/use-fields';

type Part = { id: string; name: string; area: string };
const newPart = (name: string, area = ''): Part => ({ id: crypto.randomUUID(), name, area });
const MAX_PARTS = 20;

function nameError(parts: readonly Part[], { name, id }: Part): string | undefined {
  if (name.trim() === '') return 'Give the field a name.';
  const isTaken = parts.some((one) => one.id !== id && one.name.trim().toLowerCase() === name.trim().toLowerCase());
  return isTaken ? 'Two parts have this name.' : undefined;
}
const areaError = (area: FarmField['areaHa'] | null | undefined) =>
  area == null || area <= 0 ? 'Area must be more than 0.' : undefined;

/** No part gets the outline. */
const NO_PART = 'none';

/**
 * Splits a field into parts with names and areas of their own. A drawn outline fits none of them, so the person says what
 * happens to it.
 */
export function SplitDialog({ field, onClose }: { field: FarmField; onClose: () => void }) {
  const unit = useAreaUnit();
  const navigate = useNavigate();
  const split = useMutation(replaceFields);
  const [parts, setParts] = useState<readonly Part[]>(() => [
    newPart(`${field.name} 1`, areaText(field.areaHa, unit)),
    newPart(`${field.name} 2`),
  ]);
  const [outlineTo, setOutlineTo] = useState('');
  const [tried, setTried] = useState(false);
  const change = (id: string, values: Partial<Part>) =>
    setParts(parts.map((part) => (part.id === id ? { ...part, ...values } : part)));
  const areas = parts.map(({ area }) => typedArea(area, unit, field.areaHa));
  const sum = add(...areas.map((area) => area ?? ZERO));
  const isOutlineLeft = field.boundary === null || outlineTo === NO_PART || parts.some(({ id }) => id === outlineTo);
  const outline = {
    boundary: field.boundary,
    drawnAreaHa: field.drawnAreaHa,
    centroidLat: field.centroidLat,
    centroidLng: field.centroidLng,
  };
  const isValid = isOutlineLeft && parts.every((part, at) => !nameError(parts, part) && !areaError(areas[at]));
  const save = () => {
    setTried(true);
    if (!isValid) return;
    split.mutate(
      {
        old: [field.id],
        parts: parts.map(({ id, name }, at) => ({
          id,
          name: name.trim(),
          areaHa: areas[at] ?? ZERO,
          ...(id === outlineTo && outline),
        })),
      },
      {
        onSuccess: () => {
          onClose();
          void navigate('/fields');
        },
      },
    );
  };
  return (
    <FormDialog
      title={`Split ${field.name}`}
      verb="Split field"
      busy={split.isPending}
      busyText="Saving..."
      onSubmit={() => {
        save();
      }}
      onClose={onClose}
    >
      <p className="text-muted">
        {field.name} is archived and keeps its records. The parts begin with its soil, land use and hazards.
      </p>
      {parts.map((part, at) => (
        <fieldset key={part.id} className="grid grid-cols-[1fr_8rem_auto] items-start gap-2">
          <legend className="sr-only">Part {at + 1}</legend>
          <TextField
            label={`Name of part ${at + 1}`}
            autoComplete="off"
            maxLength={80}
            value={part.name}
            error={tried ? nameError(parts, part) : undefined}
            onChange={({ target }) => change(part.id, { name: target.value })}
          />
          <NumberField
            label="Area"
            after={AREA_UNIT_WORDS[unit]}
            value={part.area}
            error={tried ? areaError(areas[at]) : undefined}
            onChange={({ target }) => change(part.id, { area: target.value })}
          />
          {parts.length > 2 && (
            <IconButton
              label={`Remove part ${at + 1}`}
              onClick={() => setParts(parts.filter(({ id }) => id !== part.id))}
            >
              <X aria-hidden="true" />
            </IconButton>
          )}
        </fieldset>
      ))}
      {parts.length < MAX_PARTS && (
        <Button className="justify-self-start" onClick={() => setParts([...parts, newPart('')])}>
          <Plus aria-hidden="true" />
          Another part
        </Button>
      )}
      {field.boundary !== null && (
        <SelectField
          label="The drawn outline"
          value={outlineTo}
          error={tried && !isOutlineLeft ? 'Choose what happens to the outline.' : undefined}
          onChange={({ target }) => setOutlineTo(target.value)}
        >
          <option value="">Choose</option>
          {parts.map(({ id, name }, at) => (
            <option key={id} value={id}>
              {name.trim() || `Part ${at + 1}`} gets it, to be cut to size on the map
            </option>
          ))}
          <option value={NO_PART}>Stays with the archived field; the parts are drawn anew</option>
        </SelectField>
      )}
      <p className="hint">
        Together {formatArea(sum, unit)} of {formatArea(field.areaHa, unit)}.
      </p>
      {split.error && <FieldError>{split.error.message}</FieldError>}
    </FormDialog>
  );
}
