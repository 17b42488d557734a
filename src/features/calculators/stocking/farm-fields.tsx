import type { ReactNode } from 'react';
import type { Rules } from '@/domain/rules/rules';
import type { StockingForm } from '@/domain/stocking/stocking-form';
import { AREA_UNIT_WORDS } from '@/domain/core/area';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { DEROGATION_LABELS } from '@/domain/stocking/limit-words';
import { DEROGATION_KEYS } from '@/domain/stocking/stocking';

const DEROGATIONS = ['grazing', 'upper', 'reduced'] as const;

type FarmFieldsProps = {
  rules: Rules;
  form: StockingForm;
  problems: Readonly<Record<string, string>>;
  change: (change: Partial<StockingForm>) => void;
};

/** Area, limit and the set of livestock units. */
export function FarmFields({ rules, form, problems, change }: FarmFieldsProps) {
  const unit = AREA_UNIT_WORDS[form.unit];
  const derogations = DEROGATIONS.filter((name) => DEROGATION_KEYS[name] in rules.figures);
  const areaField = (name: 'area' | 'outside' | 'grass' | 'derogationGrass', label: string, hint?: string) => (
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
              change({ derogation: derogations.find((name) => name === target.value) ?? 'none' })
            }
          >
            <option value="none">None</option>
            {derogations.map((name) => (
              <option key={name} value={name}>
                {DEROGATION_LABELS[name]}
              </option>
            ))}
          </SelectField>
        )}
        {form.derogation !== 'none' && derogations.length > 0 && (
          <DerogationFields {...{ rules, form, problems, change }}>
            {areaField('derogationGrass', 'Grass on the farm', 'Grazed or cut. The derogation needs a share of it.')}
          </DerogationFields>
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

/** What the conditions of a derogation are checked with. */
function DerogationFields({ rules, form, problems, change, children }: FarmFieldsProps & { children: ReactNode }) {
  return (
    <>
      {children}
      {'derogation.pBalance' in rules.figures && (
        <NumberField
          label="Phosphorus balance"
          optional
          after="kg P/ha"
          hint="Of the fertilisation account: what came to the farm less what left it."
          value={form.pBalance}
          error={problems['pBalance']}
          onChange={({ target }) => change({ pBalance: target.value })}
        />
      )}
      {'derogation.soilYears' in rules.figures && (
        <SelectField
          label="Soil analysed as the derogation asks"
          value={form.soilAnalysed}
          onChange={({ target }) => change({ soilAnalysed: target.value })}
        >
          <option value="">Not answered</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </SelectField>
      )}
    </>
  );
}
