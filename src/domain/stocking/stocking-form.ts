// The form of the stocking rate calculator as typed and saved, and its conversion to the inputs of the calculation.
import { hectares, type AreaUnit } from '@/domain/core/area';
import { FormReader } from '@/domain/rules/form-reader';
import type { OwnFigures } from '@/domain/rules/figures';
import type { Rules } from '@/domain/rules/rules';
import type { Derogation, ManureMove, StockingInputs, StockLine } from './stocking';

export type LineForm = {
  id: string;
  stock: string;
  head: string;
  months: string;
  /** Numbers of January to December; empty to use `head` and `months`. */
  monthly: readonly string[];
  times: string;
  occupancy: string;
  protein: string;
  weight: string;
};

export type MoveForm = {
  id: string;
  direction: 'import' | 'export';
  manure: string;
  amount: string;
  n: string;
  p: string;
};

export type StockingForm = {
  year: string;
  unit: AreaUnit;
  area: string;
  outside: string;
  grass: string;
  derogation: Derogation;
  /** For the conditions of a derogation. */
  derogationGrass: string;
  pBalance: string;
  soilAnalysed: string;
  ownLimit: string;
  luSet: string;
  lines: readonly LineForm[];
  moves: readonly MoveForm[];
  own: OwnFigures;
};

export const emptyStocking = (rules: Rules, year: string, unit: AreaUnit): StockingForm => ({
  ...{ year, unit, area: '', outside: '', grass: '', derogation: 'none', ownLimit: '' },
  ...{ derogationGrass: '', pBalance: '', soilAnalysed: '' },
  ...{ luSet: rules.defaultLuSet, lines: [], moves: [], own: {} },
});

export const emptyLine = (id: string, stock: string): LineForm => ({
  ...{ id, stock, head: '', months: '12', monthly: [], times: '' },
  ...{ occupancy: '', protein: '', weight: '' },
});

export const emptyMove = (id: string, direction: 'import' | 'export', manure: string): MoveForm => ({
  ...{ id, direction, manure, amount: '', n: '', p: '' },
});

export const NO_AREA = 'Area must be more than 0.';
const NO_STOCK = 'Enter stock numbers.';

/** Whether a class is counted by its number over the months of a year, not by stays or crops. */
export const isCountedByMonth = (row: Rules['livestock'][number] | undefined) => !row?.perStay && !row?.times;

function readLine(reader: FormReader, rules: Rules, line: LineForm): StockLine | null {
  // A form that was saved with another version of the rules may contain a class that this version does not have.
  const row = rules.livestock.find(({ id }) => id === line.stock);
  if (!row) {
    reader.problem(`${line.id}.stock`, 'Choose the kind of animal.');
    return null;
  }
  const at = (name: string) => `${line.id}.${name}`;
  // The numbers of the months stay in the form when another class is chosen.
  const monthly = (isCountedByMonth(row) ? line.monthly : []).map((text, month) =>
    reader.amount(at(`month${month}`), text),
  );
  const number = (name: 'times' | 'occupancy' | 'protein' | 'weight', max: number, percent = false) =>
    reader.number(at(name), line[name], { emptyValue: null, max, percent });
  return {
    id: line.id,
    stock: line.stock,
    head: monthly.length > 0 ? 0 : (reader.number(at('head'), line.head, { message: NO_STOCK }) ?? 0),
    months: reader.amount(at('months'), line.months, { emptyValue: 12, max: 12, message: 'Enter 0 to 12 months.' }),
    monthly: monthly.length > 0 ? monthly : null,
    times: number('times', 366),
    occupancy: number('occupancy', 100, true),
    protein: number('protein', 100, true),
    weight: number('weight', 5000),
  };
}

function readMove(reader: FormReader, rules: Rules, move: MoveForm): ManureMove {
  if (!rules.manures.some(({ id }) => id === move.manure)) reader.problem(`${move.id}.manure`, 'Choose the manure.');
  return {
    ...{ id: move.id, direction: move.direction, manure: move.manure },
    amount: reader.amount(`${move.id}.amount`, move.amount, { measured: true }),
    n: reader.number(`${move.id}.n`, move.n, { emptyValue: null, max: 1000 }),
    p: reader.number(`${move.id}.p`, move.p, { emptyValue: null, max: 1000 }),
  };
}

/** Parses the form. `inputs` is null while something is missing or wrong; `problems` has a message for each such field. */
export function readStocking(
  rules: Rules,
  form: StockingForm,
): { inputs: StockingInputs | null; problems: Readonly<Record<string, string>> } {
  const reader = new FormReader();
  const area = (path: string, text: string, message?: string) =>
    hectares(
      reader.amount(path, text, { measured: true, max: 1e6, ...(message !== undefined && { message }) }),
      form.unit,
    );
  const year = reader.number('year', form.year, { max: 2199, message: 'Enter a year.' }) ?? 0;
  const areaHa = hectares(
    reader.number('area', form.area, { measured: true, positive: true, max: 1e6, message: NO_AREA }) ?? 0,
    form.unit,
  );
  // 0: no animal grazes.
  const grass = reader.number('grass', form.grass, { measured: true, emptyValue: null, max: 1e6 });
  // What its conditions ask for is not on the screen without a derogation.
  const {
    derogationGrass: grassText,
    pBalance,
    soilAnalysed,
  } = form.derogation === 'none' ? { derogationGrass: '', pBalance: '', soilAnalysed: '' } : form;
  const derogationGrass = reader.number('derogationGrass', grassText, { measured: true, emptyValue: null, max: 1e6 });
  const outsideHa = area('outside', form.outside);
  const derogationGrassHa = derogationGrass === null ? null : hectares(derogationGrass, form.unit);
  if (derogationGrassHa !== null && areaHa > 0 && derogationGrassHa > areaHa + outsideHa + 1e-6)
    reader.problem('derogationGrass', 'The farm has less land than this.');
  const lines = form.lines.map((line) => readLine(reader, rules, line));
  const inputs: StockingInputs = {
    ...{ year, areaHa, outsideHa, derogationGrassHa },
    grassHa: grass === null ? null : hectares(grass, form.unit),
    derogation: form.derogation,
    pBalance: reader.number('pBalance', pBalance, { emptyValue: null, allowNegative: true, max: 1000 }),
    soilAnalysed: soilAnalysed === 'yes' ? true : soilAnalysed === 'no' ? false : null,
    ownLimit: reader.number('ownLimit', form.ownLimit, { emptyValue: null, positive: true, max: 10_000 }),
    luSet: form.luSet,
    lines: lines.flatMap((line) => (line === null ? [] : [line])),
    moves: form.moves.map((move) => readMove(reader, rules, move)),
    own: form.own,
  };
  return { inputs: reader.isValid ? inputs : null, problems: reader.problems };
}
