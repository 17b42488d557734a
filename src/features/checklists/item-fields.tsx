import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { ANSWER_TYPES } from '@/domain/checklists/checklist';
import { TYPE_WORDS } from '@/domain/checklists/checklist-words';
import type { ChecklistFields } from '@/records/checklists';
import { IconButton } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import type { ChecklistText } from './checklist-schema';

type ChecklistForm = UseFormReturn<ChecklistText, unknown, ChecklistFields>;

/** One question of a template, in the editor. */
export function ItemFields({
  form,
  index,
  isLast,
  onMove,
  onRemove,
}: {
  form: ChecklistForm;
  index: number;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { register, formState, control } = form;
  const errors = formState.errors.items?.[index];
  const type = useWatch({ control, name: `items.${index}.type` });
  const name = `Question ${index + 1}`;
  return (
    <li className="grid gap-3 border-t border-line p-4 first:border-t-0">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-3">{name}</h3>
        <div className="flex">
          <IconButton label={`Move ${name} up`} disabled={index === 0} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden="true" />
          </IconButton>
          <IconButton label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
            <ArrowDown aria-hidden="true" />
          </IconButton>
          <IconButton label={`Remove ${name}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <TextField
        label="Question"
        autoComplete="off"
        error={errors?.prompt?.message}
        {...register(`items.${index}.prompt`)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Section"
          optional
          autoComplete="off"
          error={errors?.section?.message}
          {...register(`items.${index}.section`)}
        />
        <SelectField label="Answer" {...register(`items.${index}.type`)}>
          {ANSWER_TYPES.map((one) => (
            <option key={one} value={one}>
              {TYPE_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {type === 'number' && (
        <div className="grid gap-3 sm:grid-cols-3">
          <NumberField label="At least" optional error={errors?.min?.message} {...register(`items.${index}.min`)} />
          <NumberField label="At most" optional error={errors?.max?.message} {...register(`items.${index}.max`)} />
          <TextField label="Unit" optional error={errors?.unit?.message} {...register(`items.${index}.unit`)} />
        </div>
      )}
      <TextField
        label="Help"
        optional
        autoComplete="off"
        error={errors?.help?.message}
        {...register(`items.${index}.help`)}
      />
      <div className="grid gap-1">
        <CheckField label="Has to be answered" {...register(`items.${index}.required`)} />
        {type !== 'text' && type !== 'photo' && (
          <CheckField
            label="Critical"
            hint="A defect here fails the whole check: the machine is not to be used."
            {...register(`items.${index}.critical`)}
          />
        )}
      </div>
    </li>
  );
}
