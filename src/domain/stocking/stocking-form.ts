// The form of the stocking rate calculator, as it is typed and saved, and the numbers in it.
import { FormReader, hectares, type AreaUnit } from '@/domain/rules/form-reader';
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
  ownLimit: string;
  luSet: string;
  lines: readonly LineForm[];
  moves: readonly MoveForm[];
  own: OwnFigures;
};

export const emptyStocking = (rules: Rules, year: string, unit: AreaUnit): StockingForm => ({
  ...{ year, unit, area: '', outside: '', grass: '', derogation: 'none', ownLimit: '' },
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

function readLine(reader: FormReader, rules: Rules, line: LineForm): StockLine | null {
  // A form that was saved with another version of the rules may name a class that is not there.
  if (!rules.livestock.some(({ id }) => id === line.stock)) {
    reader.problem(`${line.id}.stock`, 'Choose the kind of animal.');
    return null;
  }
  const at = (name: string) => `${line.id}.${name}`;
  const monthly = line.monthly.map((text, month) => reader.amount(at(`month${month}`), text));
  const number = (name: 'times' | 'occupancy' | 'protein' | 'weight', most: number) =>
    reader.number(at(name), line[name], { empty: null, most });
  return {
    id: line.id,
    stock: line.stock,
    head: monthly.length > 0 ? 0 : (reader.number(at('head'), line.head, { words: NO_STOCK }) ?? 0),
    months: reader.amount(at('months'), line.months, { empty: 12, most: 12, words: 'Enter 0 to 12 months.' }),
    monthly: monthly.length > 0 ? monthly : null,
    times: number('times', 366),
    occupancy: number('occupancy', 100),
    protein: number('protein', 100),
    weight: number('weight', 5000),
  };
}

const readMove = (reader: FormReader, move: MoveForm): ManureMove => ({
  ...{ id: move.id, direction: move.direction, manure: move.manure },
  amount: reader.amount(`${move.id}.amount`, move.amount),
  n: reader.number(`${move.id}.n`, move.n, { empty: null, most: 1000 }),
  p: reader.number(`${move.id}.p`, move.p, { empty: null, most: 1000 }),
});

/** `inputs` is null while something is missing or wrong; `problems` says what, by field. */
export function readStocking(
  rules: Rules,
  form: StockingForm,
): { inputs: StockingInputs | null; problems: Readonly<Record<string, string>> } {
  const reader = new FormReader();
  const area = (path: string, text: string, words?: string) =>
    hectares(reader.amount(path, text, { most: 1e6, ...(words !== undefined && { words }) }), form.unit);
  const year = reader.number('year', form.year, { most: 2199, words: 'Enter a year.' }) ?? 0;
  const areaHa = hectares(
    reader.number('area', form.area, { positive: true, most: 1e6, words: NO_AREA }) ?? 0,
    form.unit,
  );
  const grass = reader.number('grass', form.grass, { empty: null, positive: true, most: 1e6, words: NO_AREA });
  const lines = form.lines.map((line) => readLine(reader, rules, line));
  const inputs: StockingInputs = {
    ...{ year, areaHa, outsideHa: area('outside', form.outside) },
    grassHa: grass === null ? null : hectares(grass, form.unit),
    derogation: form.derogation,
    ownLimit: reader.number('ownLimit', form.ownLimit, { empty: null, positive: true, most: 10_000 }),
    luSet: form.luSet,
    lines: lines.flatMap((line) => (line === null ? [] : [line])),
    moves: form.moves.map((move) => readMove(reader, move)),
    own: form.own,
  };
  return { inputs: reader.isValid ? inputs : null, problems: reader.problems };
}
