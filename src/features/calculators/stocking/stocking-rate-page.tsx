import { BRAND } from '@/lib/brand';
import { carryStocking } from '@/domain/stocking/other-rules';
import type { Rules } from '@/domain/rules/rules';
import { calculateStocking, type StockingResult, type StockLine } from '@/domain/stocking/stocking';
import { emptyStocking, readStocking, type StockingForm } from '@/domain/stocking/stocking-form';
import { formatNumber } from '@/domain/rules/printout';
import { Answer } from '@/features/calculators/shared/answer';
import { BarPicture } from '@/features/calculators/shared/bar-picture';
import { CalculatorLoading, CalculatorPage } from '@/features/calculators/shared/calculator-page';
import { MoveLines } from '@/features/calculators/shared/move-lines';
import { Moves } from '@/features/calculators/shared/moves';
import { RemediesCard } from '@/features/calculators/shared/remedies-card';
import type { Compared } from '@/features/calculators/shared/saved-card';
import { StockLines } from '@/features/calculators/shared/stock-lines';
import { useCalculator, type Calculator } from '@/features/calculators/shared/use-calculator';
import type { Calculation } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { Card } from '@/ui/layout/card';
import { PartKey } from '@/ui/layout/part-key';
import { FigureCell, HeadCell, Ledger } from '@/ui/lists/ledger';
import { FarmFields } from './farm-fields';
import { pictureWords, stateWords, withinLimit } from '@/domain/stocking/limit-words';
import { countedWords, movedRows } from '@/domain/stocking/stocking-tables';
import {
  bandWords,
  luFigure,
  luLackWords,
  luTouches,
  NO_GRAZED_LAND,
  stockingPrintout,
  stockingRemedies,
} from '@/domain/stocking/stocking-words';
import { StockingWhatIf } from './stocking-what-if';

const TITLE = 'Stocking Rate Calculator';
const COMPARED: readonly Compared[] = [
  ['loading', 'kg N/ha'],
  ['limit', 'Limit, kg N/ha'],
  ['compliant', 'Within the limit'],
  ['loadingP', 'Phosphorus, kg/ha'],
  ['luPerHa', 'LU/ha'],
  ['area', 'Area, ha'],
];

/** /stocking-rate: whether the farm is within its nitrogen limit, and the changes that would bring it within. */
export function StockingRatePage() {
  const { calculator, failed, saved } = useCalculator<StockingForm>('stocking', emptyStocking, carryStocking);
  return calculator ? (
    <Loaded calculator={calculator} saved={saved} />
  ) : (
    <CalculatorLoading title={TITLE} failed={failed} />
  );
}

function Loaded({ calculator, saved }: { calculator: Calculator<StockingForm>; saved: readonly Calculation[] }) {
  const { rules, form, own, change } = calculator;
  const { farmName } = useAccount().settings;
  const { inputs, problems } = readStocking(rules, { ...form, own });
  const result = inputs && calculateStocking(rules, inputs);
  const known = result?.loading != null;
  const results = result && known ? flatResults(result, inputs.areaHa + inputs.outsideHa) : null;
  const printout = result && stockingPrintout(rules, own, inputs, result, { farm: farmName ?? BRAND, unit: form.unit });
  const isEmpty = form.area === '' && form.lines.length === 0;
  return (
    <CalculatorPage
      {...{ title: TITLE, kind: 'stocking', calculator, saved, printout, results }}
      compared={COMPARED}
      usedKeys={result?.usedKeys ?? []}
      missingKeys={[...new Set([...(result?.missingKeys ?? []), ...(result?.luMissing.map(({ key }) => key) ?? [])])]}
      touches={result ? luTouches(result) : undefined}
      answer={
        <div className="answer-row">
          <Answer
            heading={`Nitrogen from livestock, ${form.year}`}
            figure={result && known ? formatNumber(result.loading ?? 0) : null}
            unit="kg N/ha"
            light={result?.light ?? null}
            words={
              result
                ? stateWords(result)
                : isEmpty
                  ? 'Enter your area and your stock to see the result.'
                  : (Object.values(problems)[0] ?? '')
            }
          >
            {result && <LivestockUnits result={result} lack={luLackWords(rules, inputs.luSet, result)} />}
          </Answer>
          {result && (
            <LoadingPicture {...{ rules, result }} stock={inputs.lines} ha={inputs.areaHa + inputs.outsideHa} />
          )}
        </div>
      }
      fields={
        <>
          <FarmFields {...{ rules, form, problems, change }} />
          <StockLines rules={rules} lines={form.lines} problems={problems} onChange={(lines) => change({ lines })} />
          <MoveLines rules={rules} moves={form.moves} problems={problems} onChange={(moves) => change({ moves })} />
        </>
      }
    >
      {result && <RemediesCard {...stockingRemedies(result, form.unit)} />}
      {result && known && <StockingWhatIf rules={rules} inputs={inputs} unit={form.unit} />}
    </CalculatorPage>
  );
}

/** The livestock units in a line. `lack`: which classes are not in them. */
function LivestockUnits({ result, lack }: { result: StockingResult; lack: string | null }) {
  const { luPerHa } = result;
  if (lack === null && luPerHa !== null) {
    return (
      <p className="answer-also">
        <b>{formatNumber(luPerHa, 2)}</b> LU/ha, {bandWords(luPerHa)} (a hint only)
      </p>
    );
  }
  const figure = luFigure(luPerHa ?? result.lu, result);
  return (
    <p className="answer-also">
      {figure === null ? 'LU not known' : <b>{figure}</b>}
      {figure !== null && (luPerHa === null ? ` LU, ${NO_GRAZED_LAND}` : ' LU/ha')}
      {lack !== null && `. ${lack}`}
    </p>
  );
}

const roundToFourDecimals = (value: number) => Math.round(value * 1e4) / 1e4;
const flatResults = (result: StockingResult, area: number) => {
  const { loading, limit, loadingP, netN, grassRate } = result;
  const compliant = withinLimit(result);
  const luPerHa = result.luMissing.length === 0 ? result.luPerHa : luFigure(result.luPerHa, result);
  return Object.fromEntries(
    Object.entries({ loading, limit, compliant, loadingP, luPerHa, netN, grassRate, area }).flatMap(([name, value]) =>
      value === null ? [] : [[name, typeof value === 'number' ? roundToFourDecimals(value) : value]],
    ),
  );
};

/** The number as entered, which counts for the months beside it; of numbers for each month the average. */
function headWords(entered: StockLine | undefined, { head }: StockingResult['lines'][number]): string {
  const shown = entered && !entered.monthly ? entered.head : head;
  return formatNumber(shown, Number.isInteger(shown) ? 0 : 1);
}

/** How much each class adds to a hectare, against the limit. */
function LoadingPicture({
  rules,
  stock,
  result,
  ha,
}: {
  rules: Rules;
  stock: readonly StockLine[];
  result: StockingResult;
  ha: number;
}) {
  const { lines, importedN, exportedN, limit, loading, netN } = result;
  const parts = lines.map(({ id, n }) => ({ id, value: (n ?? 0) / ha }));
  const moved = (importedN ?? 0) - (exportedN ?? 0);
  const shown = moved > 0 ? [...parts, { id: 'moved', value: moved / ha }] : scaleParts(parts, moved / ha);
  return (
    <Card className="calc-picture">
      <BarPicture label={pictureWords(result)} parts={shown} limit={limit} />
      {lines.length + result.moves.length > 0 && (
        <Ledger
          caption="Nitrogen of the livestock"
          head={
            <>
              <HeadCell>Livestock</HeadCell>
              <HeadCell figure>Number</HeadCell>
              <HeadCell figure>kg N</HeadCell>
              <HeadCell figure>kg N/ha</HeadCell>
            </>
          }
        >
          <tbody>
            {lines.map((line, index) => (
              <tr key={line.id}>
                <td>
                  <PartKey index={index} /> {line.label}
                  <small className="block text-muted">{countedWords(rules, stock[index], line)}</small>
                </td>
                <FigureCell>{headWords(stock[index], line)}</FigureCell>
                <FigureCell>{line.n === null ? '–' : formatNumber(line.n, 0)}</FigureCell>
                <FigureCell>{line.n === null ? '–' : formatNumber(line.n / ha)}</FigureCell>
              </tr>
            ))}
            {movedRows(result).map(({ direction, label, n, moves }) => (
              <tr key={direction}>
                <td>
                  {label}
                  <Moves moves={moves} />
                </td>
                <FigureCell />
                <FigureCell>{n === null ? '–' : formatNumber(n, 0)}</FigureCell>
                <FigureCell>{n === null ? '–' : formatNumber(n / ha)}</FigureCell>
              </tr>
            ))}
            <tr>
              <td>Together</td>
              <FigureCell />
              <FigureCell strong>{netN === null ? '–' : formatNumber(netN, 0)}</FigureCell>
              <FigureCell strong grand>
                {loading === null ? '–' : formatNumber(loading)}
              </FigureCell>
            </tr>
          </tbody>
        </Ledger>
      )}
    </Card>
  );
}

/** Scales all parts by one factor, so that their total changes by `change`, which is negative for an export, or 0. */
function scaleParts(parts: readonly { id: string; value: number }[], change: number) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const factor = total > 0 ? Math.max(0, total + change) / total : 0;
  return parts.map(({ id, value }) => ({ id, value: value * factor }));
}
