import { isDate } from '@/domain/core/time';
import type { Rules } from '@/domain/rules/rules';
import { harvestsFor } from '@/domain/nutrients/crop-year';
import { hasNMax } from '@/domain/nutrients/limits';
import type { Warning } from '@/domain/nutrients/nutrients';
import {
  readApplication,
  type ApplicationForm,
  type FieldForm,
  type ProductForm,
} from '@/domain/nutrients/nutrients-form';
import { Banner } from '@/ui/feedback/banner';
import { DateField, SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useLine } from './use-line';

/** What was spread on a field on a day. A serious warning requires a reason; with it, every warning can be saved. */
export function ApplicationDialog({
  application,
  isNew,
  rules,
  fields,
  products,
  warningsOf,
  onSave,
  onClose,
}: {
  application: ApplicationForm;
  isNew: boolean;
  rules: Rules;
  fields: readonly FieldForm[];
  products: readonly ProductForm[];
  /** The warnings for this application together with the others of the year; empty if the form can't be calculated. */
  warningsOf: (application: ApplicationForm) => readonly Warning[];
  onSave: (application: ApplicationForm) => void;
  onClose: () => void;
}) {
  const { text, isValid, tried, set, error, keep } = useLine(application, readApplication);
  const warnings = isValid ? warningsOf(text) : [];
  const needsReason = warnings.some(({ serious }) => serious) && text.reason.trim() === '';
  const manure = rules.manures.find(({ id }) => id === text.material);
  const onTillage = fields.find(({ id }) => id === text.field)?.land === 'tillage' && rules.crops.some(hasNMax(rules));
  const [byDate, other] = harvestsFor(text.date);
  const unit = manure ? (manure.unit === 'm3' ? 'm³/ha' : 't/ha') : 'kg/ha';
  return (
    <FormDialog
      title={isNew ? 'Add spreading' : 'Change spreading'}
      verb="Keep spreading"
      busy={false}
      onClose={onClose}
      onSubmit={keep(({ harvest, ...rest }) => {
        if (!needsReason) onSave(harvest && onTillage ? text : rest);
      })}
    >
      <SelectField
        label="Field"
        value={text.field}
        error={error('field')}
        onChange={({ target }) => set({ field: target.value })}
      >
        <option value="">Choose</option>
        <Named rows={fields} />
      </SelectField>
      <DateField
        label="Date"
        value={text.date}
        error={error('date')}
        // The harvests to choose from depend on the date.
        onChange={({ target }) => set({ date: target.value, harvest: '' })}
      />
      {onTillage && isDate(text.date) && (
        <SelectField
          label="Counts for the crop harvested in"
          hint="By the date, if you do not choose."
          value={text.harvest ?? ''}
          onChange={({ target }) => set({ harvest: target.value })}
        >
          <option value="">{byDate} (by the date)</option>
          <option value={other}>{other}</option>
        </SelectField>
      )}
      <SelectField
        label="What was spread"
        value={text.material}
        error={error('material')}
        // An analysis is of the manure that was chosen before, unless none was.
        onChange={({ target }) => set({ material: target.value, ...(text.material !== '' && { n: '', p: '' }) })}
      >
        <Materials rules={rules} products={products} />
      </SelectField>
      <NumberField
        label="Rate"
        after={unit}
        value={text.rate}
        error={error('rate')}
        onChange={({ target }) => set({ rate: target.value })}
      />
      {manure &&
        (['n', 'p'] as const).map((name) => (
          <NumberField
            key={name}
            label={name === 'n' ? 'Laboratory, N' : `Laboratory, ${rules.phosphorus === 'P' ? 'P' : 'P₂O₅'}`}
            optional
            after={manure.unit === 'm3' ? 'kg/m³' : 'kg/t'}
            value={text[name]}
            error={error(name)}
            onChange={({ target }) => set({ [name]: target.value })}
          />
        ))}
      {warnings.map(({ words, serious }) => (
        <Banner key={words} tone={serious ? 'warn' : 'note'}>
          {words}
        </Banner>
      ))}
      {warnings.some(({ serious }) => serious) && (
        <TextField
          label="Reason"
          hint="It is kept with the calculation."
          maxLength={300}
          value={text.reason}
          error={tried && needsReason ? 'Say why it was spread.' : undefined}
          onChange={({ target }) => set({ reason: target.value })}
        />
      )}
    </FormDialog>
  );
}

/** The options of what was spread. */
const Materials = ({ rules, products }: { rules: Rules; products: readonly ProductForm[] }) => (
  <>
    <option value="">Choose</option>
    {products.length > 0 && (
      <optgroup label="Fertiliser">
        <Named rows={products} />
      </optgroup>
    )}
    <optgroup label="Manure">
      {rules.manures.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </optgroup>
  </>
);

const Named = ({ rows }: { rows: readonly { id: string; name: string }[] }) =>
  rows.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ));
