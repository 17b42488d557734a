import { Plus, Trash2 } from 'lucide-react';
import { figureOf, keyOn, type OwnFigures } from '@/domain/rules/figures';
import { figureWords } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { emptySlurryLine, type SlurryForm, type SlurryLineForm } from '@/domain/slurry/slurry-form';
import { StockSelect } from '@/features/calculators/shared/stock-lines';
import { Button, IconButton } from '@/ui/button';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';

type Props = {
  rules: Rules;
  form: SlurryForm;
  problems: Readonly<Record<string, string>>;
  change: (change: Partial<SlurryForm>) => void;
};
type NumberFieldName =
  | 'rain'
  | 'uplift'
  | 'yard'
  | 'cowsWashed'
  | 'wash'
  | 'bedding'
  | 'imports'
  | 'exports'
  | 'lowRisk'
  | 'carryOver'
  | 'buffer';

/** The inputs of the calculation: period, rain, washings, stock, and slurry that comes or leaves. */
export function SlurryFields({ rules, form, own, problems, change }: Props & { own: OwnFigures }) {
  const numberField = (name: NumberFieldName, label: string, after: string, hint?: string) => (
    <NumberField
      label={label}
      optional
      after={after}
      hint={hint}
      value={form[name]}
      error={problems[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  );
  const countyField = (name: 'county' | 'otherCounty', label: string, hint?: string) => (
    <SelectField
      label={label}
      hint={hint}
      optional={name === 'otherCounty'}
      value={form[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    >
      <option value="">{name === 'county' ? 'Choose' : 'None'}</option>
      {rules.counties.map(([one]) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </SelectField>
  );
  const hasSheepPeriod = 'storage.weeks.sheep' in rules.figures;
  const wash = figureOf(rules, own, keyOn(rules, 'wash.cow', `${form.year}-10-01`));
  return (
    <>
      <Segmented
        label="Storage period of"
        showLabel
        value={form.periodOf}
        options={[
          { value: 'cattle', label: hasSheepPeriod ? 'Cattle and other' : 'Cattle, sheep and other' },
          ...(hasSheepPeriod ? [{ value: 'sheep' as const, label: 'Sheep, goats and deer' }] : []),
          { value: 'pigs', label: 'Pigs and poultry' },
        ]}
        onChange={(periodOf) => change({ periodOf })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {rules.counties.length > 0 && (
          <>
            {countyField('county', 'County', problems['county'])}
            {countyField('otherCounty', 'Another county', 'If a fifth of the holding or more is there.')}
          </>
        )}
        {numberField('rain', 'Rain in the period', 'mm', 'Of an average year.')}
        {numberField('uplift', 'More for a wet year', '%')}
        {numberField('yard', 'Yards and roofs that drain in', 'm²', 'Without clean water that is drained apart.')}
        {numberField('cowsWashed', 'Cows milked', 'cows', 'Only if washings go into the store.')}
        {numberField(
          'wash',
          'Washings',
          'l/cow/day',
          wash.value === null ? undefined : `Empty: ${figureWords(wash)}, as in the rules.`,
        )}
        <DateField
          label="First day you may spread"
          optional
          value={form.spreadFrom}
          error={problems['spreadFrom']}
          onChange={({ target }) => change({ spreadFrom: target.value })}
        />
      </div>
      <Lines {...{ rules, form, problems, change }} />
      <details className="calc-more">
        <summary>More</summary>
        <div className="grid gap-4 sm:grid-cols-2">
          {numberField('carryOver', 'In the stores when the period begins', 'm³')}
          {numberField('bedding', 'Bedding in the slurry', 'm³')}
          {numberField('imports', 'Comes from other farms', 'm³')}
          {numberField('exports', 'Leaves the farm', 'm³')}
          {numberField('lowRisk', 'Spread on land with little run-off', 'm³')}
          {numberField('buffer', 'Advised extra room', '%')}
          <DateField
            label="Own period from"
            optional
            value={form.ownFrom}
            onChange={({ target }) => change({ ownFrom: target.value })}
          />
          <DateField
            label="Own period to"
            optional
            value={form.ownTo}
            error={problems['ownTo']}
            onChange={({ target }) => change({ ownTo: target.value })}
          />
          {'separator.cattle' in rules.figures && (
            <CheckField
              label="Slurry separator"
              hint="The separated solids are left out."
              checked={form.separator}
              onChange={({ target }) => change({ separator: target.checked })}
            />
          )}
        </div>
      </details>
    </>
  );
}

function Lines({ rules, form: { lines }, problems, change }: Props) {
  const set = (id: string, changed: Partial<SlurryLineForm>) =>
    change({ lines: lines.map((line) => (line.id === id ? { ...line, ...changed } : line)) });
  return (
    <section className="calc-lines" aria-label="Livestock">
      <h3>Livestock</h3>
      {lines.map((line, index) => (
        <fieldset key={line.id} className="calc-line">
          <legend className="sr-only">Livestock {index + 1}</legend>
          <StockSelect {...{ rules, line, problems }} withSlurryOnly onChange={(stock) => set(line.id, { stock })} />
          <NumberField
            label="Number"
            value={line.head}
            error={line.head === '' ? undefined : problems[`${line.id}.head`]}
            onChange={({ target }) => set(line.id, { head: target.value })}
          />
          <NumberField
            label="Into the store"
            after="%"
            value={line.share}
            error={problems[`${line.id}.share`]}
            onChange={({ target }) => set(line.id, { share: target.value })}
          />
          <IconButton
            label={`Remove livestock ${index + 1}`}
            onClick={() => change({ lines: lines.filter(({ id }) => id !== line.id) })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
          <details className="calc-more">
            <summary>More</summary>
            <NumberField
              label="Weeks inside"
              optional
              hint="Empty: the whole period."
              value={line.weeks}
              error={problems[`${line.id}.weeks`]}
              onChange={({ target }) => set(line.id, { weeks: target.value })}
            />
          </details>
        </fieldset>
      ))}
      <Button
        onClick={() =>
          change({ lines: [...lines, emptySlurryLine(crypto.randomUUID(), rules.livestock[0]?.id ?? '')] })
        }
      >
        <Plus aria-hidden="true" />
        Add livestock
      </Button>
    </section>
  );
}
