// A calculation to print: the answer, the tables behind it, and the source of every figure. The PDF and the CSV file are
// both made from it.
import type { CsvCell } from '@/domain/core/csv';
import { formatDateNumeric } from '@/domain/core/time';
import { CHECK_WORDS } from './regimes';
import { isUnconfirmed, type Figure } from './figures';
import { periodWords } from './period';
import type { Rules } from './rules';

/** A text, or a number that is shown with at most `decimals` decimals (1). */
export type Cell = string | number | null;
export type PrintoutTable = { heading: string; head: readonly string[]; rows: readonly (readonly Cell[])[] };
/** Changes in words that make a result comply: one of the first, and each of the second. Both are empty if it does. */
export type Remedies = { oneOf: readonly string[]; each: readonly string[] };
export type Printout = {
  title: string;
  farm: string;
  facts: readonly string[];
  answer: readonly (readonly [label: string, value: string])[];
  tables: readonly PrintoutTable[];
  /** The warning at the end. */
  guide: string;
};

export const formatNumber = (value: number, decimals = 1): string => {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && Number(value.toFixed(decimals)) !== 0 ? `−${text}` : text;
};
export const formatCell = (cell: Cell): string =>
  cell === null ? '' : typeof cell === 'string' ? cell : formatNumber(cell, Number.isInteger(cell) ? 0 : 1);

/** "101 kg N/head/year", "15 Oct–31 Jan", "not known". */
export function figureWords({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  if (value === null) return 'not known';
  return typeof value === 'string' ? periodWords(value) : `${value} ${unit}`;
}

/** The sources of figures as a table. `labelOf`: what a figure is called. */
export const sourcesTable = (figures: readonly Figure[], labelOf: (key: string) => string): PrintoutTable => ({
  heading: 'Figures and their sources',
  head: ['Figure', 'Value', 'Source', ''],
  rows: figures.map((figure) => [
    labelOf(figure.key),
    figureWords(figure),
    figure.source === null
      ? 'No source was found'
      : [figure.confidence === 'own' ? 'Own figure:' : '', figure.source.title, figure.source.year ?? '']
          .filter((part) => part !== '')
          .join(' '),
    isUnconfirmed(figure) ? CHECK_WORDS : '',
  ]),
});

export const remediesTable = ({ oneOf, each }: Remedies): PrintoutTable => ({
  heading: 'What would make it comply',
  head: ['Needed', 'Change'],
  rows: [...oneOf.map((words) => ['One of these', words]), ...each.map((words) => ['Each of these', words])],
});

/** The tables below each other, each with its heading. */
export const csvOf = ({ answer, tables }: Printout): CsvCell[][] => [
  ...answer.map((row) => [...row]),
  ...tables.flatMap(({ heading, head, rows }) => [
    [],
    [heading],
    [...head],
    ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 1e4) / 1e4 : cell))),
  ]),
];

/** That the calculation is a guide, with the law and the day from which its figures are valid. */
export const guideWords = (rules: Pick<Rules, 'title' | 'validFrom' | 'law' | 'sources'>): string => {
  const [law = ''] = rules.law;
  const source = rules.sources[law]?.[0] ?? rules.title;
  return `A guide only. Rates from ${source}, valid from ${formatDateNumeric(rules.validFrom)}. Your N & P statement or adviser decides.`;
};
