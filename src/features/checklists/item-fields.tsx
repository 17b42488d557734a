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
  at,
  last,
  onMove,
  onRemove,
}: {
  form: ChecklistForm;
  at: number;
  last: boolean;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const { register, formState, control } = form;
  const errors = formState.errors.items?.[at];
  const type = useWatch({ control, name: `items.${at}.type` });
  const name = `Question ${at + 1}`;
  return (
    <li className="grid gap-3 border-t border-line p-4 first:border-t-0">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-3">{name}</h3>
        <div className="flex">
          <IconButton label={`Move ${name} up`} disabled={at === 0} onClick={() => onMove(-1)}>
            <ArrowUp aria-hidden="true" />
          </IconButton>
          <IconButton label={`Move ${name} down`} disabled={last} onClick={() => onMove(1)}>
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
        {...register(`items.${at}.prompt`)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Section"
          optional
          autoComplete="off"
          error={errors?.section?.message}
          {...register(`items.${at}.section`)}
        />
        <SelectField label="Answer" {...register(`items.${at}.type`)}>
          {ANSWER_TYPES.map((one) => (
            <option key={one} value={one}>
              {TYPE_WORDS[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {type === 'number' && (
        <div className="grid gap-3 sm:grid-cols-3">
          <NumberField label="At least" optional error={errors?.min?.message} {...register(`items.${at}.min`)} />
          <NumberField label="At most" optional error={errors?.max?.message} {...register(`items.${at}.max`)} />
          <TextField label="Unit" optional error={errors?.unit?.message} {...register(`items.${at}.unit`)} />
        </div>
      )}
      <TextField
        label="Help"
        optional
        autoComplete="off"
        error={errors?.help?.message}
        {...register(`items.${at}.help`)}
      />
      <div className="grid gap-1">
        <CheckField label="Has to be answered" {...register(`items.${at}.required`)} />
        {type !== 'text' && type !== 'photo' && (
          <CheckField
            label="Critical"
            hint="A defect here fails the whole check: the machine is not to be used."
            {...register(`items.${at}.critical`)}
          />
        )}
      </div>
    </li>
  );
}
