import { useState } from 'react';
import { BRAND } from '@/lib/brand';
import { formatNumber } from '@/domain/rules/printout';
import { calculateNutrients, type NutrientResult } from '@/domain/nutrients/nutrients';
import {
  emptyNutrients,
  readNutrients,
  type ApplicationForm,
  type NutrientForm,
} from '@/domain/nutrients/nutrients-form';
import { carryNutrients } from '@/domain/nutrients/other-rules';
import { changedInputs, exportedManure, NO_CHANGE } from '@/domain/stocking/what-if';
import { Answer } from '@/features/calculators/shared/answer';
import { BarPicture } from '@/features/calculators/shared/bar-picture';
import { CalculatorLoading, CalculatorPage } from '@/features/calculators/shared/calculator-page';
import { MoveLines } from '@/features/calculators/shared/move-lines';
import { Moves } from '@/features/calculators/shared/moves';
import { MovementsCard } from '@/features/calculators/shared/movements-card';
import { RemediesCard } from '@/features/calculators/shared/remedies-card';
import type { Compared } from '@/features/calculators/shared/saved-card';
import { StockLines } from '@/features/calculators/shared/stock-lines';
import { useCalculator, type Calculator } from '@/features/calculators/shared/use-calculator';
import { WhatIf } from '@/features/calculators/shared/what-if';
import { FarmFields } from '@/features/calculators/stocking/farm-fields';
import { pictureWords, stateWords } from '@/domain/stocking/limit-words';
import type { Calculation } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Card } from '@/ui/layout/card';
import { PartKey } from '@/ui/layout/part-key';
import { FigureCell, HeadCell, Ledger } from '@/ui/lists/ledger';
import { FieldRecordsCard } from './field-records-card';
import { ApplicationList, FieldList, ProductList } from './nutrient-lists';
import {
  nutrientPrintout,
  nutrientRemedies,
  overLimits,
  overWords,
  phosphorusLabel,
  withinEveryLimit,
} from './nutrient-words';
import { yearRows } from './year-rows';

const TITLE = 'N&P Loading';
const COMPARED: readonly Compared[] = [
  ['loading', 'Organic kg N/ha'],
  ['loadingP', 'Organic phosphorus, kg/ha'],
  ['organicN', 'Organic N spread, kg'],
  ['chemicalN', 'Chemical N spread, kg'],
  ['chemicalP', 'Chemical phosphorus spread, kg'],
  ['chemicalAllowed', 'Chemical phosphorus allowed on grass, kg'],
  ['compliant', 'Within every limit'],
];

/** /np-loading: organic nitrogen and phosphorus of the year, what was spread where, and what was allowed. */
export function NpLoadingPage() {
  const { calculator, failed, saved } = useCalculator<NutrientForm>('nutrients', emptyNutrients, carryNutrients);
  return calculator ? (
    <Loaded calculator={calculator} saved={saved} />
  ) : (
    <CalculatorLoading title={TITLE} failed={failed} />
  );
}

function Loaded({ calculator, saved }: { calculator: Calculator<NutrientForm>; saved: readonly Calculation[] }) {
  const { rules, form, own, change } = calculator;
  const { farmName } = useAccount().settings;
  const { inputs, problems } = readNutrients(rules, { ...form, own });
  const result = inputs && calculateNutrients(rules, inputs);
  const over = result ? overLimits(result) : [];
  const known = result?.farm.loading != null;
  const printout =
    result &&
    nutrientPrintout(rules, own, inputs, form.applications, result, { farm: farmName ?? BRAND, unit: form.unit });
  const isEmpty = form.area === '' && form.lines.length === 0;
  const missingWords = isEmpty
    ? 'Enter your area and your stock to see the result.'
    : (Object.values(problems)[0] ?? '');
  const warningsOf = (application: ApplicationForm) => {
    const others = form.applications.filter(({ id }) => id !== application.id);
    const tried = readNutrients(rules, { ...form, own, applications: [...others, application] }).inputs;
    if (!tried) return [];
    const outcome = calculateNutrients(rules, tried);
    const field = outcome.fields.find(({ id }) => id === application.field);
    const words = field ? overWords(field) : null;
    return [
      ...(outcome.applications.find(({ id }) => id === application.id)?.warnings ?? []),
      ...(words === null ? [] : [{ application: application.id, words, serious: true }]),
    ];
  };
  return (
    <CalculatorPage
      {...{ title: TITLE, kind: 'nutrients', calculator, saved, printout }}
      compared={COMPARED}
      results={result && known ? flatResults(result) : null}
      usedKeys={result?.usedKeys ?? []}
      missingKeys={result?.missingKeys ?? []}
      answer={
        <div className="answer-row">
          <Answer
            heading={`Organic nitrogen, ${form.year}`}
            figure={result && known ? formatNumber(result.farm.loading ?? 0) : null}
            unit="kg N/ha"
            light={over.length > 0 ? 'red' : (result?.farm.light ?? null)}
            words={over.length > 0 ? over.slice(0, 3).join(' ') : result ? stateWords(result.farm) : missingWords}
          >
            {result?.farm.loadingP != null && (
              <p className="answer-also tabular-nums">
                <b>{formatNumber(result.farm.loadingP)}</b> kg {phosphorusLabel(rules)}/ha of livestock manure
              </p>
            )}
          </Answer>
          {result && <YearPicture result={result} phosphorus={phosphorusLabel(rules)} />}
        </div>
      }
      fields={
        <>
          <FarmFields {...{ rules, form, problems, change }} />
          <YearFields {...{ calculator, problems }} />
          <StockLines rules={rules} lines={form.lines} problems={problems} onChange={(lines) => change({ lines })} />
          <MovementsCard
            year={form.year}
            calculation={{ rules, moves: form.moves, onCopy: (moves) => change({ moves }) }}
          />
          <MoveLines rules={rules} moves={form.moves} problems={problems} onChange={(moves) => change({ moves })} />
        </>
      }
    >
      {result && <RemediesCard {...nutrientRemedies(rules, inputs, result, form.unit)} />}
      {result && known && <NutrientWhatIf calculator={calculator} />}
      <FieldRecordsCard {...{ rules, form, change }} />
      <FieldList {...{ rules, form, result, change }} />
      <ProductList {...{ form, result, change }} />
      <ApplicationList {...{ rules, form, result, change, warningsOf }} />
    </CalculatorPage>
  );
}

const flatResults = (result: NutrientResult) => {
  const { farm, totals, phosphorus } = result;
  const compliant = withinEveryLimit(result) ?? 'not known';
  return Object.fromEntries(
    Object.entries({
      ...{ loading: farm.loading, loadingP: farm.loadingP, organicN: totals.organicN, chemicalN: totals.chemicalN },
      ...{ chemicalP: totals.chemicalP, chemicalAllowed: phosphorus?.grass?.chemicalAllowed ?? null, compliant },
    }).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'number' ? Math.round(value * 1e4) / 1e4 : value]],
    ),
  );
};

/** Inputs that only countries with zones ask for: zone, stocking rate and concentrates of last year, approvals. */
function YearFields({
  calculator: { rules, form, change },
  problems,
}: {
  calculator: Calculator<NutrientForm>;
  problems: Readonly<Record<string, string>>;
}) {
  if (rules.zones.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Zone of the closed periods"
        value={form.zone}
        hint={problems['zone']}
        onChange={({ target }) => change({ zone: target.value })}
      >
        <option value="">Choose</option>
        {rules.zones.map((zone) => (
          <option key={zone} value={zone}>
            {`${zone}: ${rules.counties
              .filter(([, one]) => one === zone)
              .map(([county]) => county)
              .join(', ')}`}
          </option>
        ))}
      </SelectField>
      <NumberField
        label="Grassland stocking rate of the year before"
        optional
        after="kg N/ha"
        hint="Before exports. It decides what grass may get."
        value={form.previousRate}
        error={problems['previousRate']}
        onChange={({ target }) => change({ previousRate: target.value })}
      />
      <NumberField
        label="Concentrates fed in the year before"
        optional
        after="t"
        value={form.concentrates}
        error={problems['concentrates']}
        onChange={({ target }) => change({ concentrates: target.value })}
      />
      <CheckField
        label="The higher limits apply"
        hint="With a derogation, or enough land that is not grass."
        checked={form.higherLimits}
        onChange={({ target }) => change({ higherLimits: target.checked })}
      />
      <CheckField
        label="Phosphorus build-up is approved"
        checked={form.buildUp}
        onChange={({ target }) => change({ buildUp: target.checked })}
      />
    </div>
  );
}

/** Organic and chemical nitrogen of the farm, and phosphorus against its allowance. */
function YearPicture({ result, phosphorus }: { result: NutrientResult; phosphorus: string }) {
  const { farm } = result;
  return (
    <Card className="calc-picture">
      <BarPicture label={pictureWords(farm)} parts={[{ id: 'loading', value: farm.loading ?? 0 }]} limit={farm.limit} />
      <Ledger
        caption="Nitrogen and phosphorus of the year"
        head={
          <>
            <HeadCell>Of the year</HeadCell>
            <HeadCell figure>Used, kg</HeadCell>
            <HeadCell figure>Allowed, kg</HeadCell>
          </>
        }
      >
        <tbody>
          {yearRows(result, phosphorus).map(({ id, label, used, allowed, moves = [] }) => (
            <tr key={id}>
              <td>
                {id === 'manure' && <PartKey index={0} />} {label}
                <Moves moves={moves} />
              </td>
              <FigureCell>{used === null ? '–' : formatNumber(used, 0)}</FigureCell>
              <FigureCell>{allowed}</FigureCell>
            </tr>
          ))}
        </tbody>
      </Ledger>
    </Card>
  );
}

/** Sliders for stock, export of manure and fertiliser, with the loading that would result and the limits it exceeds. */
function NutrientWhatIf({ calculator: { rules, form, own } }: { calculator: Calculator<NutrientForm> }) {
  const [change, setChange] = useState(NO_CHANGE);
  const [fertiliserCut, setFertiliserCut] = useState(0);
  const { inputs } = readNutrients(rules, { ...form, own });
  if (!inputs) return null;
  const manure = exportedManure(rules, inputs.stocking);
  const isProduct = (id: string) => inputs.products.some((product) => product.id === id);
  const result = calculateNutrients(rules, {
    ...inputs,
    stocking: changedInputs(inputs.stocking, change, manure?.id ?? null),
    applications: inputs.applications.map((one) =>
      isProduct(one.material) ? { ...one, rate: one.rate * (1 - fertiliserCut / 100) } : one,
    ),
  });
  const over = overLimits(result);
  return (
    <WhatIf
      sliders={[
        {
          ...{ id: 'stock', label: 'Stock', value: change.stockPercent, min: -50, max: 50, step: 1 },
          words:
            change.stockPercent === 0
              ? 'as now'
              : `${Math.abs(change.stockPercent)} % ${change.stockPercent > 0 ? 'more' : 'less'}`,
          onChange: (stockPercent) => setChange({ ...change, stockPercent }),
        },
        {
          ...{ id: 'export', label: 'Export of manure', value: change.exported, min: 0, max: 3000, step: 10 },
          words: `${formatNumber(change.exported, 0)} ${manure?.unit === 't' ? 't' : 'm³'} more`,
          onChange: (value) => setChange({ ...change, exported: value }),
        },
        {
          ...{ id: 'fertiliser', label: 'Fertiliser', value: fertiliserCut, min: 0, max: 100, step: 1 },
          words: `${fertiliserCut} % less`,
          onChange: setFertiliserCut,
        },
      ]}
      result={
        <>
          <b className="tabular-nums">{formatNumber(result.farm.loading ?? 0)} kg N/ha</b>{' '}
          {over.length > 0 ? over.slice(0, 3).join(' ') : stateWords(result.farm)}
        </>
      }
      onReset={() => {
        setChange(NO_CHANGE);
        setFertiliserCut(0);
      }}
    />
  );
}
