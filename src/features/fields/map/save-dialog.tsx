import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { importFields } from '@/data/fields/boundaries';
import { decimalIn } from '@/domain/core/money';
import type { Boundary } from '@/domain/fields/boundary';
import { drawnAreaWarning } from '@/domain/fields/field';
import { areaOf } from '@/domain/geometry/measure';
import { FIELD, type FarmField } from '@/records/fields';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { limitedText } from '@/widgets/text-schema';
import { areaWords, toHectares } from './area-words';
import { outlineOf } from './outline-of';

const NEW = 'new';
/** A Decimal counts ten-thousandths. */
const DECIMAL_SCALE = 10_000;

const schemaFor = (fields: readonly FarmField[]) =>
  v.pipe(
    v.object({
      target: v.string(),
      name: limitedText(FIELD.fields.name),
      area: v.string(),
      customer: limitedText(FIELD.fields.customer),
    }),
    v.forward(
      v.check(({ target, name }) => target !== NEW || name !== '', 'Give the field a name.'),
      ['name'],
    ),
    v.forward(
      v.check(({ target, area }) => target !== NEW || (decimalIn(area) ?? 0) > 0, 'Area must be more than 0.'),
      ['area'],
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed || dataset.value.target !== NEW) return;
      const { name, customer } = dataset.value;
      const isTaken = fields.some(
        (field) =>
          field.archivedOn === null &&
          field.name.toLowerCase() === name.toLowerCase() &&
          (field.customer ?? '').toLowerCase() === customer.toLowerCase(),
      );
      if (isTaken) {
        addIssue({
          message: `You already have a field called ${name}.`,
          path: [{ type: 'object', origin: 'value', input: dataset.value, key: 'name', value: name }],
        });
      }
    }),
  );

/** Saves a drawn outline: as a new field, or as the boundary of one that is there. */
export function SaveDialog({
  boundary,
  fields,
  target: proposed,
  onSaved,
  onClose,
}: {
  boundary: Boundary;
  fields: readonly FarmField[];
  /** The field to preselect, or null for a new one. */
  target: string | null;
  onSaved: (fieldId: string) => void;
  onClose: () => void;
}) {
  const save = useMutation(importFields);
  const drawn = toHectares(areaOf(boundary));
  const form = useForm({
    resolver: standardSchemaResolver(schemaFor(fields)),
    defaultValues: { target: proposed ?? NEW, name: '', area: (drawn / DECIMAL_SCALE).toFixed(2), customer: '' },
  });
  const { errors } = form.formState;
  const [target, area, customer] = useWatch({ control: form.control, name: ['target', 'area', 'customer'] });
  const active = fields.filter(({ archivedOn }) => archivedOn === null);
  const chosen = active.find(({ id }) => id === target);
  const fieldArea = chosen ? chosen.areaHa : decimalIn(area);
  const warning = fieldArea === null ? null : drawnAreaWarning(fieldArea, drawn);
  const submit = form.handleSubmit((text) => {
    const outline = outlineOf(boundary);
    const id = chosen?.id ?? crypto.randomUUID();
    const typed = decimalIn(text.area);
    const isTyped = form.formState.dirtyFields.area === true;
    const added = chosen
      ? []
      : [
          {
            ...{ id, outline, name: text.name, customer: text.customer || null },
            ...{ parcelRef: null, parcelScheme: null },
            areaHa: isTyped && typed !== null ? typed : drawn,
            areaSource: isTyped ? ('typed' as const) : ('drawn' as const),
          },
        ];
    save.mutate({ added, changed: chosen ? [{ id, ...outline }] : [] }, { onSuccess: () => onSaved(id) });
  });
  return (
    <FormDialog title="Save the boundary" verb="Save" busy={save.isPending} onSubmit={submit} onClose={onClose}>
      <p className="total">{areaWords(drawn)}</p>
      <SelectField label="Save it as" {...form.register('target')}>
        <option value={NEW}>A new field</option>
        {active
          .toSorted((a, b) => Number(a.boundary !== null) - Number(b.boundary !== null))
          .map((field) => (
            <option key={field.id} value={field.id}>
              Boundary of {field.name}
              {field.customer && ` (${field.customer})`}
            </option>
          ))}
      </SelectField>
      {chosen?.boundary && <p className="hint">{chosen.name} has a boundary, which this one replaces.</p>}
      {!chosen && (
        <>
          <TextField
            label="Name"
            autoComplete="off"
            maxLength={FIELD.fields.name.max}
            error={errors.name?.message}
            {...form.register('name')}
          />
          <NumberField
            label="Area"
            after="ha"
            hint="As drawn. Change it if the official area is another."
            error={errors.area?.message}
            {...form.register('area')}
          />
          <CustomerSelect
            label="Customer (optional)"
            hint="Empty means your own land."
            value={customer}
            error={errors.customer?.message}
            onChange={(name) => form.setValue('customer', name, { shouldDirty: true })}
          />
        </>
      )}
      {warning && <p className="text-2">{warning}</p>}
    </FormDialog>
  );
}
