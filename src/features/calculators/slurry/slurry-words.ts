// The wording of the slurry calculator, and the calculation as a document.
import { formatDateDated, formatDateNumeric } from '@/domain/core/time';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf, type OwnFigures } from '@/domain/rules/figures';
import {
  formatNumber,
  guideWords,
  remediesTable,
  sourcesTable,
  type Printout,
  type Remedies,
} from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { findSlurryOptions, type SlurryOption } from '@/domain/slurry/options';
import { MILLILITRE, type SlurryInputs, type SlurryResult } from '@/domain/slurry/slurry';
import { SHAPE_NAMES, type Store } from '@/domain/slurry/store';
import { roundUp } from '@/domain/stocking/options';

export type VolumeUnit = 'm3' | 'gal';
/** Imperial gallons in a cubic metre. */
const GALLONS_PER_M3 = 219.969;

export const UNIT_SIGNS = { m3: 'm³', gal: 'gal' } as const satisfies Record<VolumeUnit, string>;

/** The number alone, for a column whose heading names the unit. */
export const volumeFigure = (m3: number | null, unit: VolumeUnit): string =>
  m3 === null ? '–' : unit === 'gal' ? formatNumber(m3 * GALLONS_PER_M3, 0) : formatNumber(m3);

export const volumeWords = (m3: number | null, unit: VolumeUnit): string =>
  m3 === null ? '–' : `${volumeFigure(m3, unit)} ${UNIT_SIGNS[unit]}`;

const metres = (value: number | null) => (value === null ? '' : String(Math.round(value * 100) / 100));

/** "40 × 5 × 2.4 m", or "18 m across, 3 m deep". */
export function sizeWords(store: Store): string {
  if (store.shape === 'bag') return `${metres(store.volumeM3)} m³`;
  if (store.shape === 'circular') return `${metres(store.diameterM)} m across, ${metres(store.depthM)} m deep`;
  return `${[store.lengthM, store.widthM, store.depthM].map(metres).join(' × ')} m`;
}

/** A volume that must be reached, rounded up in the unit that is shown. */
function neededWords(m3: number, unit: VolumeUnit): string {
  const [amount, decimals] = unit === 'gal' ? [m3 * GALLONS_PER_M3, 0] : [m3, 1];
  return `${formatNumber(roundUp(amount, decimals), decimals)} ${UNIT_SIGNS[unit]}`;
}

/** "Export 65.4 m³ in the period". */
export function slurryOptionWords(option: SlurryOption, unit: VolumeUnit): string {
  switch (option.kind) {
    case 'storage': {
      const share = option.percent === null ? '' : ` (${formatNumber(option.percent)} % of what is needed)`;
      return `${neededWords(option.m3, unit)} more storage${share}`;
    }
    case 'export':
      return `Export ${neededWords(option.m3, unit)} in the period`;
    case 'rain': {
      const how = option.coverOnly ? 'cover the stores' : 'a cover, or roofs and yards drained apart';
      return `Keep ${neededWords(option.m3, unit)} of rain out: ${how}`;
    }
    case 'stock':
      return `${formatNumber(option.head, 0)} fewer in the period: ${option.label}`;
  }
}

export const slurryRemedies = (
  rules: Rules,
  { lowRiskM3 }: Pick<SlurryInputs, 'lowRiskM3'>,
  result: SlurryResult,
  unit: VolumeUnit,
): Remedies => ({
  oneOf: findSlurryOptions(rules, lowRiskM3, result).map((option) => slurryOptionWords(option, unit)),
  each: [],
});

/** Whether the stores are large enough for the storage period, in one or two sentences. */
export function capacityWords(
  { surplus, bufferedSurplus, required }: SlurryResult,
  bufferPercent: number,
  unit: VolumeUnit,
): string {
  if (surplus === null) return 'Enter the figures that are missing below.';
  if (surplus < -MILLILITRE) return `${neededWords(-surplus, unit)} short for the storage period.`;
  // No slurry is produced, so there is no result yet.
  if (required === 0) return 'Enter your stock to see the result.';
  const spareWords = `${volumeWords(surplus, unit)} spare for the storage period.`;
  return bufferPercent > 0 && bufferedSurplus !== null && bufferedSurplus < 0
    ? `${spareWords} With the advised ${formatNumber(bufferPercent, 0)} % extra you are ${volumeWords(-bufferedSurplus, unit)} short.`
    : spareWords;
}

export function slurryPrintout(
  rules: Rules,
  own: OwnFigures,
  inputs: SlurryInputs,
  result: SlurryResult,
  farm: string,
): Printout {
  /** With the decimals of the table, not rounded to one. */
  const exact = (value: number | null) => (value === null ? null : String(Math.round(value * 1e4) / 1e4));
  const m3 = (value: number | null) => (value === null ? 'not known' : `${formatNumber(value)} m³`);
  const { from, to, days, now } = result;
  return {
    title: `Slurry storage ${inputs.year}`,
    farm,
    facts: [
      rules.title,
      `Rules of ${formatDateNumeric(rules.version)}`,
      from !== null && to !== null && days !== null
        ? `Storage period ${formatDateDated(from)} to ${formatDateDated(to)}, ${days} days`
        : 'Storage period not known',
    ],
    answer: [
      ['Needed for the period', m3(result.required)],
      ['Usable', m3(result.capacity)],
      ['Result', capacityWords(result, inputs.bufferPercent, 'm3')],
      ['Held for', result.weeks === null ? 'not known' : `${formatNumber(result.weeks)} weeks`],
      ...(now?.dateFull == null
        ? []
        : [
            [
              `Room on ${formatDateDated(inputs.today)}`,
              `${m3(now.free)}, ${formatNumber(now.weeks ?? 0)} weeks`,
            ] as const,
            ['Full on', formatDateDated(now.dateFull)] as const,
          ]),
    ],
    tables: [
      {
        heading: 'What goes in',
        head: ['From', 'Number', 'm³ each a week', 'Weeks', 'Into the store, %', 'm³'],
        rows: [
          ...result.lines.map(({ label, head, each, weeks, share, m3: amount }) => [
            ...[label, head, exact(each), weeks, share, amount],
          ]),
          [
            ...['Washings', inputs.cowsWashed, exact(result.washEach), days === null ? null : days / 7, 100],
            ...[result.wash],
          ],
          ...(
            [
              ['Rain on yards and roofs', result.rainYards],
              [
                rules.rainFrom === 'input' ? 'Rain on open stores' : 'Rain on open stores (takes room away)',
                result.rainStores,
              ],
              ['Bedding', inputs.beddingM3],
              ['Comes from other farms', inputs.importsM3],
              ['Leaves the farm', -inputs.exportsM3],
              ['Spread on land with little run-off', -inputs.lowRiskM3],
              ['Extra week for that', result.contingency],
              ['Needed', result.required],
            ] as const
          ).map(([label, amount]) => [label, null, null, null, null, amount]),
        ],
      },
      {
        heading: 'How long the stores hold',
        head: ['', 'm³'],
        rows: [
          ['All stores, below their freeboard', result.gross],
          ['In them when the period begins', 0 - inputs.carryOverM3],
          ['Leaves the farm in the period', inputs.exportsM3],
          ['Flows in each week, with the rain on open stores', result.weekly],
          ['Weeks', result.weeks],
        ],
      },
      {
        heading: 'Stores',
        head: ['Store', 'Shape', 'Size', 'Usable, m³', 'In it, m³', 'Room, m³'],
        rows: inputs.stores.map((store, at) => {
          const one = result.stores[at];
          return [
            store.name,
            SHAPE_NAMES[store.shape],
            sizeWords(store),
            one?.solid == null ? (one?.usable ?? null) : `${formatNumber(one.solid)} t`,
            one?.level?.stored ?? null,
            one?.level?.free ?? null,
          ];
        }),
      },
      remediesTable(slurryRemedies(rules, inputs, result, 'm3')),
      sourcesTable(
        [...result.missingKeys, ...result.usedKeys].map((key) => figureOf(rules, own, key)),
        (key) => figureName(rules, key),
      ),
    ],
    guide: guideWords(rules),
  };
}
