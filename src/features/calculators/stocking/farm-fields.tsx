import type { Rules } from '@/domain/rules/rules';
import type { Derogation } from '@/domain/stocking/stocking';
import type { StockingForm } from '@/domain/stocking/stocking-form';
import { AREA_SHORT } from '@/domain/rules/form-reader';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';

const DEROGATIONS: readonly { value: Derogation; key: string; label: string }[] = [
  { value: 'grazing', key: 'derogation.grazingN', label: 'Grazing livestock' },
  { value: 'upper', key: 'derogation.upperN', label: 'Full derogation' },
  { value: 'reduced', key: 'derogation.reducedN', label: 'Reduced derogation' },
];

/** Area, limit and the set of livestock units. */
export function FarmFields({
  rules,
  form,
  problems,
  change,
}: {
  rules: Rules;
  form: StockingForm;
  problems: Readonly<Record<string, string>>;
  change: (change: Partial<StockingForm>) => void;
}) {
  const unit = AREA_SHORT[form.unit];
  const derogations = DEROGATIONS.filter(({ key }) => key in rules.figures);
  const areaField = (name: 'area' | 'outside' | 'grass', label: string, hint?: string) => (
    <NumberField
      label={label}
      optional={name !== 'area'}
      after={unit}
      hint={hint}
      value={form[name]}
      error={form[name] === '' ? undefined : problems[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  return (
    <>
      <Segmented
        label="Areas in"
        showLabel
        value={form.unit}
        options={[
          { value: 'hectare', label: 'Hectares' },
          { value: 'acre', label: 'Acres' },
        ]}
        onChange={(value) => change({ unit: value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {areaField(
          'area',
          'Area of the farm',
          'Without water, hardstanding, buildings, roads and woodland that is not grazed.',
        )}
        {areaField(
          'grass',
          'Grazed land',
          'For livestock units and the grassland stocking rate. Empty: the whole area. 0: no animal grazes.',
        )}
        {'limit.outsideN' in rules.figures && areaField('outside', 'More land outside the NVZ')}
        {rules.noFarmLimit && (
          <NumberField
            label="Your own limit"
            optional
            after="kg N/ha"
            hint="The law has no limit for the whole farm here."
            value={form.ownLimit}
            error={problems['ownLimit']}
            onChange={({ target }) => change({ ownLimit: target.value })}
          />
        )}
        {derogations.length > 0 && (
          <SelectField
            label="Derogation"
            value={form.derogation}
            hint="Only with an approved derogation for the year."
            onChange={({ target }) =>
              change({ derogation: derogations.find(({ value }) => value === target.value)?.value ?? 'none' })
            }
          >
            <option value="none">None</option>
            {derogations.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField
          label="Livestock units of"
          value={form.luSet}
          hint="The sets disagree, so name the one you use."
          onChange={({ target }) => change({ luSet: target.value })}
        >
          {rules.luSets.map(([id, label]) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  );
}
