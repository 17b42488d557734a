// The form of the slurry storage calculator as typed and saved, and its conversion to the inputs of the calculation.
import { isDate } from '@/domain/core/time';
import { FormReader } from '@/domain/rules/form-reader';
import { figureOf, Lookup, type OwnFigures } from '@/domain/rules/figures';
import type { Rules } from '@/domain/rules/rules';
import type { PeriodOf, SlurryInputs, SlurryLine } from './slurry';
import type { Reading, Store } from './store';

export type SlurryLineForm = { id: string; stock: string; head: string; share: string; weeks: string };

export type SlurryForm = {
  year: string;
  periodOf: PeriodOf;
  county: string;
  otherCounty: string;
  ownFrom: string;
  ownTo: string;
  rain: string;
  uplift: string;
  yard: string;
  cowsWashed: string;
  wash: string;
  bedding: string;
  imports: string;
  exports: string;
  lowRisk: string;
  carryOver: string;
  separator: boolean;
  buffer: string;
  spreadFrom: string;
  lines: readonly SlurryLineForm[];
  /** The stores of a saved calculation; the farm's own stores are used while it is not saved. */
  stores: readonly Store[];
  own: OwnFigures;
};

const figureText = (rules: Rules, key: string): string => {
  const { value } = figureOf(rules, {}, key);
  return typeof value === 'number' ? String(value) : '';
};

export const emptySlurry = (rules: Rules, year: string): SlurryForm => ({
  ...{ year, periodOf: 'cattle', county: '', otherCounty: '', ownFrom: '', ownTo: '', rain: '' },
  uplift: figureText(rules, 'rain.uplift'),
  ...{ yard: '', cowsWashed: '', wash: '', bedding: '', imports: '', exports: '' },
  ...{ lowRisk: '', carryOver: '', separator: false, buffer: figureText(rules, 'buffer.dairy'), spreadFrom: '' },
  ...{ lines: [], stores: [], own: {} },
});

export const emptySlurryLine = (id: string, stock: string): SlurryLineForm => ({
  ...{ id, stock, head: '', share: '100', weeks: '' },
});

function readLine(reader: FormReader, rules: Rules, line: SlurryLineForm): SlurryLine[] {
  // A form that was saved with another version of the rules may contain a class that this version does not have.
  if (!rules.livestock.some(({ id }) => id === line.stock)) {
    reader.problem(`${line.id}.stock`, 'Choose the kind of animal.');
    return [];
  }
  return [
    {
      ...{ id: line.id, stock: line.stock },
      head: reader.number(`${line.id}.head`, line.head, { message: 'Enter stock numbers.' }) ?? 0,
      share: reader.amount(`${line.id}.share`, line.share, {
        ...{ emptyValue: 100, max: 100, percent: true, message: 'Enter 0 to 100 %.' },
      }),
      weeks: reader.number(`${line.id}.weeks`, line.weeks, { emptyValue: null, max: 60 }),
    },
  ];
}

/** Parses the form. `inputs` is null while something is missing or wrong; `problems` has a message for each such field. */
export function readSlurry(
  rules: Rules,
  form: SlurryForm,
  {
    stores,
    readings,
    today,
  }: { stores: readonly Store[]; readings: Readonly<Record<string, Reading & { date: string }>>; today: string },
): { inputs: SlurryInputs | null; problems: Readonly<Record<string, string>> } {
  const reader = new FormReader();
  const year = reader.number('year', form.year, { max: 2199, message: 'Enter a year.' }) ?? 0;
  // A form that was started with other rules may have a period that these rules do not know.
  const periodOf =
    form.periodOf === 'sheep' && !('storage.weeks.sheep' in rules.figures) ? ('cattle' as const) : form.periodOf;
  if (rules.storage === 'county' && periodOf === 'cattle' && form.county === '') {
    reader.problem('county', 'Choose your county.');
  }
  if ((form.ownFrom === '') !== (form.ownTo === '') || form.ownTo < form.ownFrom) {
    reader.problem('ownTo', 'Choose the first and the last day.');
  }
  if (form.spreadFrom !== '' && !isDate(form.spreadFrom)) reader.problem('spreadFrom', 'Choose a date.');
  const cowsWashed = reader.amount('cowsWashed', form.cowsWashed);
  const washFigure = new Lookup(rules, form.own, `${year}-10-01`).number('wash.cow');
  const inputs: SlurryInputs = {
    ...{ year, periodOf, county: form.county || null, otherCounty: form.otherCounty || null },
    ...{ ownFrom: form.ownFrom || null, ownTo: form.ownTo || null },
    rainMm: reader.amount('rain', form.rain, { max: 10_000 }),
    upliftPercent: reader.amount('uplift', form.uplift, { max: 500, percent: true }),
    yardM2: reader.amount('yard', form.yard, { max: 1e6 }),
    cowsWashed,
    // Without cows there are no washings. With cows the volume must be entered if the rules have none.
    washPerCow:
      cowsWashed === 0
        ? 0
        : reader.number('wash', form.wash, {
            ...(washFigure === null ? {} : { emptyValue: null }),
            ...{ max: 1000, message: 'Enter litres a cow a day.' },
          }),
    beddingM3: reader.amount('bedding', form.bedding, { measured: true }),
    importsM3: reader.amount('imports', form.imports, { measured: true }),
    exportsM3: reader.amount('exports', form.exports, { measured: true }),
    lowRiskM3: reader.amount('lowRisk', form.lowRisk, { measured: true }),
    carryOverM3: reader.amount('carryOver', form.carryOver, { measured: true }),
    separator: form.separator,
    bufferPercent: reader.amount('buffer', form.buffer, { max: 200, percent: true }),
    lines: form.lines.flatMap((line) => readLine(reader, rules, line)),
    ...{ stores, readings, today, spreadFrom: form.spreadFrom || null, own: form.own },
  };
  return { inputs: reader.isValid ? inputs : null, problems: reader.problems };
}
