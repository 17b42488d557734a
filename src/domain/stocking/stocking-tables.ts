// The nitrogen of a farm on paper: every number from which the result can be worked out again.
import { AREA_UNIT_WORDS, inUnit, type AreaUnit } from '@/domain/core/area';
import { formatNumber, type Cell, type Printout, type PrintoutTable } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { movedTotal, type MoveResult } from './moves';
import { classOf, type ManureMove, type StockingInputs, type StockingResult, type StockLine } from './stocking';
import { conditionWords, DEROGATION_LABELS, limitText, nitrogenWords, withinText } from './limit-words';

export const UNITS = { m3: 'm³', t: 't' };
const kg = (value: number | null, words = 'kg') => (value === null ? 'not known' : `${formatNumber(value)} ${words}`);

const wholeKg = (value: number | null) => (value === null ? 'not known' : `${formatNumber(value, 0)} kg`);

/** The nitrogen, its limit and the result, with the conditions of a derogation. */
export function nitrogenRows(result: StockingResult, unit: AreaUnit): Printout['answer'] {
  const { derogation, land, areaNeeded } = result;
  const area = (ha: number) => `${formatNumber(inUnit(ha, unit), 2)} ${AREA_UNIT_WORDS[unit]}`;
  return [
    ['Nitrogen of livestock manure', kg(result.loading, 'kg N/ha')],
    ...(derogation ? ([['Derogation', DEROGATION_LABELS[derogation.name]]] as const) : []),
    ['Limit', limitText(result)],
    ...(result.capacity === null
      ? []
      : ([
          ['Nitrogen in the year', wholeKg(result.netN)],
          ['Allowed in the year', wholeKg(result.capacity)],
        ] as const)),
    ...(derogation && land && areaNeeded !== null
      ? ([
          ['Nitrogen of grazing livestock', wholeKg(derogation.grazingN)],
          ['Nitrogen of other livestock', wholeKg(derogation.otherN)],
          ['Area needed', `${area(areaNeeded)} of ${area(land.areaHa)}`],
          ...derogation.conditions.map(
            (condition) => ['Condition of the derogation', conditionWords(condition)] as const,
          ),
        ] as const)
      : []),
    ['Result', nitrogenWords(result)],
    ...(derogation ? ([['Complies with the derogation', withinText(result.compliant)]] as const) : []),
  ];
}

/** The land of the farm, of which `Nitrogen of livestock manure` is a mean. */
export function landRows({ areaHa, outsideHa }: StockingInputs, unit: AreaUnit): Printout['answer'] {
  const area = (ha: number) => `${formatNumber(inUnit(ha, unit), 2)} ${AREA_UNIT_WORDS[unit]}`;
  return [
    ['Area of the farm', area(areaHa)],
    ...(outsideHa > 0 ? ([['More land outside the NVZ', area(outsideHa)]] as const) : []),
  ];
}

/** How long the animals of a line are counted: their months, "by month", "6 times", "each stay". */
function periodOf(rules: Rules, line: StockLine | undefined): string | number | null {
  if (!line) return null;
  const { perStay, times } = classOf(rules, line.stock);
  if (times) return `${formatNumber(line.times ?? 0, 0)} times`;
  if (perStay) return 'each stay';
  return line.monthly ? 'by month' : line.months;
}

/** The farm's own figures that a line is counted with. */
const ownWords = ({ occupancy, protein }: StockingResult['lines'][number]): string =>
  [
    occupancy === null ? '' : `Places filled ${occupancy} % of the year.`,
    protein === null ? '' : `Diet with ${protein} % crude protein.`,
  ]
    .filter(Boolean)
    .join(' ');

/** How a line is counted, for the screen: "5 months. Places filled 80 % of the year."; empty if for all of the year. */
export function countedWords(
  rules: Rules,
  line: StockLine | undefined,
  result: StockingResult['lines'][number],
): string {
  const period = periodOf(rules, line);
  const months = typeof period === 'number' ? (period === 12 ? '' : `${period} months.`) : `${period}.`;
  return [months, ownWords(result)].filter(Boolean).join(' ');
}

export type MovedRow = {
  direction: ManureMove['direction'];
  label: string;
  /** kg N of livestock manure, below 0 for what leaves. */
  n: number | null;
  /** Each movement with its analysis. */
  moves: readonly { id: string; words: string }[];
};

/** What came and what left, for the screen; not the way of which there is none. */
export const movedRows = (result: StockingResult): MovedRow[] =>
  (
    [
      ['import', 'Manure imported', result.importedN],
      ['export', 'Manure exported', negative(result.exportedN)],
    ] as const
  ).flatMap(([direction, label, n]) => {
    const moves = result.moves.filter((move) => move.direction === direction);
    return moves.length === 0
      ? []
      : [{ direction, label, n, moves: moves.map((move) => ({ id: move.id, words: moveWords(move) })) }];
  });

/** "Cattle slurry (6% DM): 200 m³ × 2.5 kg N. Laboratory result." */
function moveWords(move: MoveResult): string {
  const each = move.nEach === null ? 'N not known' : `${move.nEach} kg N`;
  const amount = `${formatNumber(move.amount, Number.isInteger(move.amount) ? 0 : 1)} ${UNITS[move.unit]}`;
  return [`${move.label}: ${amount} × ${each}.`, moveNotes(move)].filter(Boolean).join(' ');
}

const moveNotes = ({ analysed, from }: MoveResult): string =>
  [analysed ? 'Laboratory result.' : '', from === null ? 'No livestock manure: not part of its nitrogen.' : '']
    .filter(Boolean)
    .join(' ');

/** Each line with its months and its nitrogen, then what came and left, and the net nitrogen. */
export function livestockTable(
  rules: Rules,
  lines: readonly StockLine[],
  result: StockingResult,
  units?: { head: string; each: (line: StockingResult['lines'][number]) => Cell; together: Cell },
): PrintoutTable {
  const p = rules.phosphorus === 'P' ? 'P' : 'P2O5';
  const last = (cell: Cell) => (units ? [cell] : []);
  const movedP = (direction: 'import' | 'export') => movedTotal(result.moves, direction, 'p');
  const total = (label: string, n: number | null, kgP: number | null, lu: Cell = null): Cell[] => [
    ...[label, null, null, null, n, kgP, ...last(lu), null],
  ];
  return {
    heading: 'Livestock',
    head: [
      ...['Kind', 'Number', 'Months', 'Average of the year', 'N, kg', `${p}, kg`],
      ...(units ? [units.head] : []),
      'Notes',
    ],
    rows: [
      ...result.lines.map((line, at) => [
        line.label,
        lines[at]?.monthly ? null : (lines[at]?.head ?? null),
        periodOf(rules, lines[at]),
        ...[line.average, line.n, line.p, ...last(units?.each(line) ?? null), ownWords(line)],
      ]),
      total('Livestock together', result.stockN, result.stockP, units?.together),
      total('Manure that came', result.importedN, movedP('import')),
      total('Manure that left', negative(result.exportedN), negative(movedP('export'))),
      total('Net', result.netN, result.netP),
    ],
  };
}

const negative = (value: number | null) => (value === null ? null : value === 0 ? 0 : -value);

/** Each movement of manure with its analysis and its kilograms. */
export function movesTable(rules: Rules, { moves }: StockingResult): PrintoutTable {
  const p = rules.phosphorus === 'P' ? 'P' : 'P2O5';
  return {
    heading: 'Manure moved',
    head: ['Manure', 'Way', 'Amount', 'Unit', 'N, kg/unit', `${p}, kg/unit`, 'N, kg', `${p}, kg`, 'Notes'],
    rows: moves.map((move) => [
      move.label,
      move.direction === 'export' ? 'leaves' : 'comes',
      move.amount,
      UNITS[move.unit],
      // As text: a number of the table has one decimal.
      move.nEach === null ? null : String(move.nEach),
      move.pEach === null ? null : String(move.pEach),
      move.n,
      move.p,
      moveNotes(move),
    ]),
  };
}
