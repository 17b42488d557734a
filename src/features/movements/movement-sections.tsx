// Parts of the form of a movement.
import { Controller, type FieldPath, type UseFormReturn } from 'react-hook-form';
import { MANURE_UNIT_WORDS, type Direction } from '@/domain/movements/movement';
import { P_FORM_WORDS } from '@/domain/movements/movement-words';
import type { Rules } from '@/domain/rules/rules';
import type { Movement, MovementFields } from '@/records/slurry';
import { SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { FormSection } from '@/ui/forms/form-section';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { fieldProps } from '@/widgets/field-props';
import type { MovementText } from './movement-schema';
import { TableContent } from './rule-lines';
import type { useSuggestions } from './use-suggestions';

type Form = UseFormReturn<MovementText, unknown, MovementFields>;
type Suggestions = ReturnType<typeof useSuggestions>;

const OTHER_TITLES = { export: 'Where it went', import: 'Where it came from', own: 'The other holding' } as const;

const isSame = (name: string | null, typed: string) =>
  name !== null && name.trim().toLowerCase() === typed.trim().toLowerCase();

/** Fills in what is still empty from the last movement with the same name. */
function fillFrom(form: Form, known: Partial<Record<FieldPath<MovementText>, string | null>> | undefined) {
  for (const [name, value] of Object.entries(known ?? {})) {
    // The cast is safe: the names are those of the form.
    const field = name as FieldPath<MovementText>;
    if (value && form.getValues(field) === '') form.setValue(field, value, { shouldDirty: true });
  }
}

/** The kinds of manure in the rules, the common ones first. The kind of a stored movement stays, also if the rules dropped it. */
export function ManureSelect({ form, rules, stored }: { form: Form; rules: Rules; stored: Movement | null }) {
  const isListed = rules.manures.some(({ id }) => id === form.getValues('manure'));
  const commonManures = rules.manures.filter((one) => one.common);
  const otherManures = rules.manures.filter((one) => !one.common);
  return (
    <SelectField
      label="Manure"
      {...fieldProps(form)('manure', {
        onChange: ({ target }: { target: { value: string } }) => {
          const chosen = rules.manures.find((one) => one.id === target.value);
          if (chosen) form.setValue('unit', chosen.unit, { shouldDirty: true });
        },
      })}
    >
      {!isListed && stored && <option value={stored.manure}>{stored.manureName}</option>}
      {[...commonManures, ...otherManures].map((one) => (
        <option key={one.id} value={one.id}>
          {one.label}
        </option>
      ))}
    </SelectField>
  );
}

/** Who it went to or came from, and the own store. */
export function OtherParty({
  form,
  direction,
  suggestions: { lists, others },
}: {
  form: Form;
  direction: Direction;
  suggestions: Suggestions;
}) {
  const props = fieldProps(form);
  return (
    <FormSection title={OTHER_TITLES[direction]}>
      <TextField
        label="Name"
        optional
        autoComplete="off"
        list={lists.others}
        {...props('otherName', {
          onChange: ({ target }: { target: { value: string } }) =>
            fillFrom(
              form,
              others.find(({ otherName }) => isSame(otherName, target.value)),
            ),
        })}
      />
      <TextAreaField label="Address" optional rows={2} {...props('otherAddress')} />
      <TextField label="Herd or business number" optional autoComplete="off" {...props('otherNumber')} />
      <TextField label="Field or LPIS number" optional autoComplete="off" {...props('otherLand')} />
      <TextField
        label={direction === 'import' ? 'Into own store' : 'From own store'}
        optional
        autoComplete="off"
        list={lists.stores}
        {...props('store')}
      />
    </FormSection>
  );
}

export function Transporter({ form, suggestions: { lists, transporters } }: { form: Form; suggestions: Suggestions }) {
  const props = fieldProps(form);
  return (
    <FormSection title="Who carried it">
      <TextField
        label="Transporter"
        optional
        autoComplete="off"
        list={lists.transporters}
        {...props('transporterName', {
          onChange: ({ target }: { target: { value: string } }) =>
            fillFrom(
              form,
              transporters.find(({ transporterName }) => isSame(transporterName, target.value)),
            ),
        })}
      />
      <TextAreaField label="Address of the transporter" optional rows={2} {...props('transporterAddress')} />
      <TextField
        label="Registration"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        {...props('vehicleReg')}
      />
    </FormSection>
  );
}

/** The nitrogen and phosphorus in it, from the table of the rules or from an analysis. */
export function Content({
  form,
  rules,
  text,
  pForm,
}: {
  form: Form;
  rules: Rules;
  text: MovementText;
  pForm: Movement['pForm'];
}) {
  const props = fieldProps(form);
  const unit = MANURE_UNIT_WORDS[text.unit];
  return (
    <FormSection title="What is in it">
      <Controller
        control={form.control}
        name="contentFrom"
        render={({ field }) => (
          <Segmented
            label="Content from"
            options={[
              { value: 'table', label: 'Table' },
              { value: 'analysis', label: 'Own analysis' },
            ]}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      {text.contentFrom === 'analysis' ? (
        <div className="grid grid-cols-2 items-start gap-3">
          <NumberField label="Nitrogen" optional after={`kg/${unit}`} {...props('n')} />
          <NumberField label={P_FORM_WORDS[pForm]} optional after={`kg/${unit}`} {...props('p')} />
        </div>
      ) : (
        <TableContent rules={rules} text={text} />
      )}
    </FormSection>
  );
}
