// The wording of the stocking rate calculator, and the calculation as a document.
import { formatDateNumeric } from '@/domain/core/time';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf, type OwnFigures } from '@/domain/rules/figures';
import { AREA_UNIT_WORDS, inUnit, type AreaUnit } from '@/domain/core/area';
import {
  formatNumber,
  guideWords,
  remediesTable,
  sourcesTable,
  type Printout,
  type Remedies,
} from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import type { Condition } from '@/domain/stocking/derogation';
import { conditionWords } from '@/domain/stocking/limit-words';
import { roundUp, type Option } from '@/domain/stocking/options';
import type { StockingInputs, StockingResult } from '@/domain/stocking/stocking';
import { landRows, livestockTable, movesTable, nitrogenRows, UNITS } from './stocking-tables';

/** A label for use inside a sentence: "cattle slurry (6% DM)". */
export const lowerFirst = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const areaWords = (ha: number, unit: AreaUnit, decimals = 2): string =>
  `${formatNumber(inUnit(ha, unit), decimals)} ${AREA_UNIT_WORDS[unit]}`;

/** "7.3 ha more land": rounded up, so that the farm is within the limit with it. */
export function optionWords(option: Option, unit: AreaUnit): string {
  switch (option.kind) {
    case 'land': {
      const area = roundUp(inUnit(option.ha, unit), 2);
      return `${formatNumber(area, 2)} ${AREA_UNIT_WORDS[unit]} more ${option.grass ? 'grassland' : 'land'}`;
    }
    case 'export':
      return `Export ${formatNumber(option.amount)} ${UNITS[option.unit]} of ${lowerFirst(option.label)}`;
    case 'stock':
      return `${formatNumber(option.head, 0)} fewer${option.monthly ? ' in every month' : ''}: ${option.label}`;
  }
}

/** What a condition that is not met, or not known, asks the farm to do. `ha`: all of its land. */
function conditionRemedy(condition: Condition, ha: number, unit: AreaUnit): string {
  if (condition.met === null) return conditionWords(condition);
  switch (condition.kind) {
    case 'grass': {
      const more = ((condition.leastPercent - (condition.sharePercent ?? 0)) / 100) * ha;
      const area = roundUp(inUnit(more, unit), 2);
      return `Turn ${formatNumber(area, 2)} ${AREA_UNIT_WORDS[unit]} of the farm into grass: the derogation asks for ${condition.leastPercent} %.`;
    }
    case 'phosphorus':
      return `Lower the phosphorus balance to ${condition.most} kg P/ha or less.`;
    case 'soil':
      return `Have the soil analysed: every ${condition.years} years, one for ${condition.ha} ha at least.`;
  }
}

/** One change of land, export or stock for the nitrogen, and each condition of the derogation that is not met or not known. */
export function stockingRemedies({ compliant, options, derogation, land }: StockingResult, unit: AreaUnit): Remedies {
  if (compliant !== false || land === null) return { oneOf: [], each: [] };
  const open = (derogation?.conditions ?? []).filter(({ met }) => met !== true);
  return {
    oneOf: options.map((option) => optionWords(option, unit)),
    each: open.map((condition) => conditionRemedy(condition, land.areaHa + land.outsideHa, unit)),
  };
}

/** Names for stocking rates: each applies below its number of livestock units per hectare. */
const BANDS = [
  [0.5, 'very low'],
  [1, 'extensive'],
  [1.5, 'moderate'],
  [2.5, 'intensive grassland'],
] as const;
/** A hint only: no official table was found. */
export const bandWords = (luPerHa: number): string => BANDS.find(([below]) => luPerHa < below)?.[1] ?? 'very intensive';

export const NO_GRAZED_LAND = 'no grazed land';

const setName = (rules: Rules, luSet: string): string => rules.luSets.find(([id]) => id === luSet)?.[1] ?? luSet;

/** "Eurostat has no figure for Goat."; null if every class has one. */
export function luLackWords(rules: Rules, luSet: string, { luMissing }: StockingResult): string | null {
  if (luMissing.length === 0) return null;
  return `${setName(rules, luSet)} has no figure for ${luMissing.flatMap(({ labels }) => labels).join(', ')}.`;
}

/** What the missing figures of the livestock units are for, and what is wrong without them. */
export const luTouches = ({ luMissing }: StockingResult): ReadonlyMap<string, string> =>
  new Map(luMissing.map(({ key, labels }) => [key, `For ${labels.join(', ')}. Without it, LU and LU/ha are too low.`]));

/** The amount before the unit: "1.12", "at least 1.12"; null if no class has a figure. */
export const luFigure = (value: number | null, { luMissing }: StockingResult): string | null =>
  value === null ? null : `${luMissing.length > 0 ? 'at least ' : ''}${formatNumber(value, 2)}`;

/** "1.12 LU/ha", "at least 1.12 LU/ha", "53.60 LU, no grazed land", "not known". */
function luWords(result: StockingResult): string {
  const perHa = luFigure(result.luPerHa, result);
  if (perHa !== null) return `${perHa} LU/ha`;
  const all = luFigure(result.lu, result);
  return all === null ? 'not known' : `${all} LU, ${NO_GRAZED_LAND}`;
}

export function stockingPrintout(
  rules: Rules,
  own: OwnFigures,
  inputs: StockingInputs,
  result: StockingResult,
  { farm, unit }: { farm: string; unit: AreaUnit },
): Printout {
  const p = rules.phosphorus === 'P' ? 'P' : 'P2O5';
  const keys = new Set([...result.missingKeys, ...result.luMissing.map(({ key }) => key), ...result.usedKeys]);
  const luLack = luLackWords(rules, inputs.luSet, result);
  const number = (value: number | null, words: string, decimals = 1) =>
    value === null ? 'not known' : `${formatNumber(value, decimals)} ${words}`;
  return {
    title: `Stocking rate ${inputs.year}`,
    farm,
    facts: [
      rules.title,
      `Rules of ${formatDateNumeric(rules.version)}`,
      `Area ${areaWords(inputs.areaHa + inputs.outsideHa, unit)}`,
    ],
    answer: [
      ...landRows(inputs, unit),
      ['Grazed land', areaWords(inputs.grassHa ?? inputs.areaHa + inputs.outsideHa, unit)],
      ...nitrogenRows(result, unit),
      ['Phosphorus of all manure', number(result.loadingP, `kg ${p}/ha`)],
      ['Livestock units', [luWords(result), luLack].filter(Boolean).join('. ')],
      [
        'Grassland stocking rate, before exports',
        inputs.grassHa === 0 ? NO_GRAZED_LAND : number(result.grassRate, 'kg N/ha'),
      ],
    ],
    tables: [
      livestockTable(rules, inputs.lines, result, {
        head: `LU (${setName(rules, inputs.luSet)})`,
        each: ({ lu }) => lu ?? 'not known',
        together: result.luMissing.length === 0 ? result.lu : (luFigure(result.lu, result) ?? 'not known'),
      }),
      movesTable(rules, result),
      remediesTable(stockingRemedies(result, unit)),
      sourcesTable(
        [...keys].map((key) => figureOf(rules, own, key)),
        (key) => figureName(rules, key),
      ),
    ],
    guide: guideWords(rules),
  };
}
