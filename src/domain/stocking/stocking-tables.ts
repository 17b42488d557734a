// The nitrogen of a farm on paper: every number from which the result can be worked out again.
import { AREA_SHORT, inUnit, type AreaUnit } from '@/domain/rules/form-reader';
import { formatNumber, type Cell, type Printout, type PrintoutTable } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { movedTotal } from './moves';
import type { StockingResult, StockLine } from './stocking';
import { conditionWords, DEROGATION_LABELS, limitText, nitrogenWords, withinText } from './limit-words';

export const UNITS = { m3: 'm³', t: 't' };
const kg = (value: number | null, words = 'kg') => (value === null ? 'not known' : `${formatNumber(value)} ${words}`);

const wholeKg = (value: number | null) => (value === null ? 'not known' : `${formatNumber(value, 0)} kg`);

/** The nitrogen, its limit and the result, with the conditions of a derogation. */
export function nitrogenRows(result: StockingResult, unit: AreaUnit): Printout['answer'] {
  const { derogation, land, areaNeeded } = result;
  const area = (ha: number) => `${formatNumber(inUnit(ha, unit), 2)} ${AREA_SHORT[unit]}`;
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
  return {
    heading: 'Livestock',
    head: ['Kind', 'Number', 'Months', 'Average of the year', 'N, kg', `${p}, kg`, ...(units ? [units.head] : [])],
    rows: [
      ...result.lines.map((line, at) => {
        const { head = null, months = null, monthly = null, times = null } = lines[at] ?? {};
        const period = monthly ? 'by month' : times === null ? months : `${formatNumber(times, 0)} times`;
        return [
          line.label,
          monthly ? null : head,
          period,
          line.average,
          line.n,
          line.p,
          ...last(units?.each(line) ?? null),
        ];
      }),
      ['Livestock together', null, null, null, result.stockN, result.stockP, ...last(units?.together ?? null)],
      ['Manure that came', null, null, null, result.importedN, movedP('import'), ...last(null)],
      [
        ...['Manure that left', null, null, null],
        ...[negative(result.exportedN), negative(movedP('export')), ...last(null)],
      ],
      ['Net', null, null, null, result.netN, result.netP, ...last(null)],
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
      [
        move.analysed ? 'Laboratory result.' : '',
        move.from === null ? 'No livestock manure: not part of its nitrogen.' : '',
      ]
        .filter(Boolean)
        .join(' '),
    ]),
  };
}
