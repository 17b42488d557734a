import { AREA_UNIT_WORDS, type AreaUnit } from '@/domain/core/area';
import type { Rules } from '@/domain/rules/rules';
import { hasNMax } from '@/domain/nutrients/limits';
import { N_MAX_ADDITIONS, type NMaxAddition } from '@/domain/nutrients/nutrients';
import { readField, type FieldForm } from '@/domain/nutrients/nutrients-form';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { FormDialog } from '@/ui/popups/form-dialog';
import { useLine } from './use-line';

const ADDITION_WORDS: Readonly<Record<NMaxAddition, string>> = {
  shallow: 'Shallow soil',
  milling: 'Milling wheat',
  cuts: 'Three cuts or more',
  straw: 'Straw mulch or paper crumble',
};

/** A field of the calculation, with the values that decide its limits and closed periods. */
export function FieldDialog({
  field,
  rules,
  unit,
  onSave,
  onClose,
}: {
  field: FieldForm;
  rules: Rules;
  unit: AreaUnit;
  onSave: (field: FieldForm) => void;
  onClose: () => void;
}) {
  const { text, set, error, keep } = useLine(field, (reader, typed) => readField(reader, typed, unit));
  const hasSoil = rules.closedPeriods.some(({ soil }) => soil !== undefined);
  // Only the rules that also count the phosphorus in concentrates have limits by soil index.
  const hasIndex = 'concentrate.p' in rules.figures;
  return (
    <FormDialog
      title={field.name === '' ? 'Add a field' : `Change ${field.name}`}
      verb="Keep field"
      busy={false}
      onClose={onClose}
      onSubmit={keep(onSave)}
    >
      <TextField
        label="Field"
        maxLength={80}
        value={text.name}
        error={error('name')}
        onChange={({ target }) => set({ name: target.value })}
      />
      <NumberField
        label="Area"
        after={AREA_UNIT_WORDS[unit]}
        value={text.area}
        error={error('area')}
        onChange={({ target }) => set({ area: target.value })}
      />
      <Segmented<FieldForm['land']>
        label="Land"
        showLabel
        value={text.land}
        options={[
          { value: 'grass', label: 'Grass' },
          { value: 'tillage', label: 'Tillage' },
        ]}
        onChange={(land) => set({ land, crop: '' })}
      />
      {hasSoil && (
        <Segmented<FieldForm['soil']>
          label="Soil"
          showLabel
          value={text.soil}
          options={[
            { value: 'other', label: 'Other' },
            { value: 'sandy', label: 'Sandy or shallow' },
          ]}
          onChange={(soil) => set({ soil })}
        />
      )}
      <CropFields rules={rules} text={text} yieldError={error('yield')} set={set} />
      {hasSoil && text.land === 'tillage' && text.soil === 'sandy' && (
        <CheckField
          label="The next crop is sown by 15 September"
          checked={text.sownEarly}
          onChange={({ target }) => set({ sownEarly: target.checked })}
        />
      )}
      {hasIndex && (
        <SelectField
          label="Soil index for phosphorus"
          hint={
            'soilIndex.tillage' in rules.figures
              ? 'Without a soil test the index of the law counts, which allows less.'
              : 'Without a soil test ask your adviser which index to assume.'
          }
          value={text.pIndex}
          onChange={({ target }) => set({ pIndex: target.value })}
        >
          <option value="">No soil test</option>
          {['1', '2', '3', '4'].map((index) => (
            <option key={index}>{index}</option>
          ))}
        </SelectField>
      )}
    </FormDialog>
  );
}

/** The crop, and what raises its limit of nitrogen. */
function CropFields({
  rules,
  text,
  yieldError,
  set,
}: {
  rules: Rules;
  text: FieldForm;
  yieldError: string | undefined;
  set: (change: Partial<FieldForm>) => void;
}) {
  const crops = rules.crops.filter(({ land }) => land === text.land);
  const crop = crops.find(({ id }) => id === text.crop);
  const fits = (extra: NMaxAddition) =>
    (extra === 'straw' && crop !== undefined && hasNMax(rules)(crop)) ||
    (extra === 'cuts' && crop?.adjust === 'grass') ||
    (extra === 'milling' && crop?.id.startsWith('wheat')) ||
    (extra === 'shallow' && crop?.winter);
  return (
    <>
      {crops.length > 0 && (
        <SelectField label="Crop" value={text.crop} onChange={({ target }) => set({ crop: target.value })}>
          <option value="">None</option>
          {crops.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      {(crop?.adjust === 'cereal' || crop?.adjust === 'osr') && (
        <NumberField
          label="Expected yield"
          optional
          after="t/ha"
          value={text.yieldT}
          error={yieldError}
          onChange={({ target }) => set({ yieldT: target.value })}
        />
      )}
      {crop &&
        N_MAX_ADDITIONS.filter(fits).map((extra) => (
          <CheckField
            key={extra}
            label={ADDITION_WORDS[extra]}
            checked={text.extras.includes(extra)}
            onChange={({ target }) =>
              set({ extras: target.checked ? [...text.extras, extra] : text.extras.filter((one) => one !== extra) })
            }
          />
        ))}
    </>
  );
}
