// The wording of the N and P calculator, and the calculation as a document.
import { formatDateNumeric } from '@/domain/core/time';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf, type OwnFigures } from '@/domain/rules/figures';
import {
  formatNumber,
  guideWords,
  remediesTable,
  sourcesTable,
  type Printout,
  type PrintoutTable,
  type Remedies,
} from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { hasNMax } from '@/domain/nutrients/limits';
import type { ApplicationResult, FieldResult, NutrientInputs, NutrientResult } from '@/domain/nutrients/nutrients';
import type { ApplicationForm } from '@/domain/nutrients/nutrients-form';
import { neededChanges, type NeededChange } from '@/domain/nutrients/options';
import { isOverMaximum, type FieldPhosphorus, type PhosphorusResult } from '@/domain/nutrients/phosphorus';
import { stateWords, withinLimit, withinText } from '@/domain/stocking/limit-words';
import { landRows, livestockTable, movesTable, nitrogenRows } from '@/domain/stocking/stocking-tables';
import { stockingRemedies } from '@/domain/stocking/stocking-words';
import type { AreaUnit } from '@/domain/core/area';

/** "Field would reach 268 of 250 kg N/ha."; null if the field is within its limit or its nitrogen is not known. */
export const overWords = ({ organicN, limit, compliant }: FieldResult): string | null =>
  compliant === false && organicN !== null && limit !== null
    ? `Field would reach ${formatNumber(organicN, 0)} of ${limit} kg N/ha.`
    : null;

export const phosphorusLabel = (rules: Rules): string => (rules.phosphorus === 'P' ? 'P' : 'P₂O₅');

/**
 * Whether the year is within every limit that applies, as it is saved: 'no limit' if none does, null if a result that has
 * a limit is not known and none is exceeded.
 */
export function withinEveryLimit({ farm, fields, crops, grassN, phosphorus }: NutrientResult) {
  const limited = [
    withinLimit(farm),
    ...[...fields, ...crops].map(({ compliant }) => compliant),
    ...[grassN, phosphorus?.grass, phosphorus?.tillage].flatMap((one) => (one == null ? [] : [one.compliant])),
  ].filter((within) => within !== 'no limit');
  if (limited.includes(false)) return false;
  return limited.includes(null) ? null : limited.length === 0 ? 'no limit' : true;
}

/** The fields of tillage that got more phosphorus than their maximum. */
const tillageOver = (phosphorus: PhosphorusResult | null): FieldPhosphorus[] =>
  phosphorus?.fields.filter((field) => field.land === 'tillage' && isOverMaximum(field) === true) ?? [];

/** "3", or "4 (no soil test)". */
const indexWords = ({ index, assumed }: Pick<FieldPhosphorus, 'index' | 'assumed'>): string =>
  index === null ? 'not known' : assumed ? `${index} (no soil test)` : String(index);

/** "Phosphorus: 20.0 of 45.0 kg/ha, soil index 1." `isCropMissing`: the rules have crops, and none was chosen. */
export function phosphorusWords(field: FieldPhosphorus, isCropMissing: boolean): string {
  const { land, index, max, used } = field;
  if (max !== null) {
    const amounts = `${used === null ? 'not known' : formatNumber(used)} of ${formatNumber(max)} kg/ha`;
    return `${land === 'grass' ? 'Chemical phosphorus' : 'Phosphorus'}: ${amounts}, soil index ${indexWords(field)}.`;
  }
  if (index === null) return 'Phosphorus: no limit is known without a soil index.';
  return land === 'grass'
    ? 'Phosphorus: enter the stocking rate of the year before.'
    : isCropMissing
      ? 'Phosphorus: choose the crop to see its limit.'
      : 'Phosphorus: the limit of this crop is not known.';
}

/** Everything that is over a limit, each in a sentence. */
export function overLimits(result: NutrientResult): string[] {
  const { farm, fields, crops, grassN, phosphorus } = result;
  const by = (used: number | null, limit: number | null) => formatNumber((used ?? 0) - (limit ?? 0), 0);
  return [
    ...(farm.compliant === false ? [stateWords(farm)] : []),
    ...fields.flatMap((field) => {
      const words = overWords(field);
      return words === null ? [] : [`${field.name}: ${words}`];
    }),
    ...crops
      .filter(({ compliant }) => compliant === false)
      .map(
        ({ label, used, limit }) =>
          `${label}: ${formatNumber(used ?? 0, 0)} of ${formatNumber(limit ?? 0, 0)} kg N/ha.`,
      ),
    ...(grassN?.compliant === false
      ? [`${by(grassN.used, grassN.allowed)} kg more nitrogen on grass than allowed.`]
      : []),
    ...(phosphorus?.grass?.compliant === false
      ? [
          `${by(phosphorus.grass.chemicalUsed, phosphorus.grass.chemicalAllowed)} kg more chemical phosphorus on grass than allowed.`,
        ]
      : []),
    ...tillageOver(phosphorus).map(
      ({ name, used, max }) => `${name}: ${formatNumber(used ?? 0)} of ${formatNumber(max ?? 0)} kg phosphorus/ha.`,
    ),
  ];
}

/** "18 kg/ha less organic nitrogen on Long Meadow in any 12 months". */
export function neededWords(change: NeededChange): string {
  switch (change.kind) {
    case 'organic':
      return `${formatNumber(change.kg, 0)} kg/ha less organic nitrogen on ${change.field} in any ${change.months} months`;
    case 'crop':
      return `${formatNumber(change.kg, 0)} kg N/ha less on ${change.label.toLowerCase()}, on average`;
    case 'grassN':
      return `${formatNumber(change.kg, 0)} kg less available nitrogen on grass`;
    case 'grassP':
      return `${formatNumber(change.kg, 0)} kg less chemical phosphorus on grass`;
    case 'tillageP':
      return `${formatNumber(change.kg, 0)} kg/ha less chemical phosphorus on ${change.field}`;
    case 'tillageManure': {
      const manure = `${change.percent} % less of each manure`;
      return change.hasChemical
        ? `No chemical phosphorus on ${change.field}, and ${manure} there`
        : `${manure} on ${change.field}`;
    }
  }
}

/** One change for the farm's limit, and each change that its conditions, fields, crops, grass and phosphorus need. */
export function nutrientRemedies(
  rules: Rules,
  inputs: NutrientInputs,
  result: NutrientResult,
  unit: AreaUnit,
): Remedies {
  const { oneOf, each } = stockingRemedies(result.farm, unit);
  return { oneOf, each: [...each, ...neededChanges(rules, inputs, result).map(neededWords)] };
}

/** "the crop of 2027", or on grass the calendar year. */
function countsForWords({ fields }: Pick<NutrientInputs, 'fields'>, one: ApplicationResult): string {
  const isGrass = fields.find(({ id }) => id === one.field)?.land === 'grass';
  return isGrass ? String(one.countsFor) : `the crop of ${one.countsFor}`;
}

/** What decides how much grass may get. */
const allowanceRows = ({ previousRate, higherLimits, concentratesT, buildUp }: NutrientInputs): Printout['answer'] => [
  [
    'Grassland stocking rate of the year before, before exports',
    previousRate === null ? 'not known' : `${formatNumber(previousRate)} kg N/ha`,
  ],
  ['The higher limits apply', withinText(higherLimits)],
  ['Concentrates fed in the year before', `${formatNumber(concentratesT)} t`],
  ['Phosphorus build-up is approved', withinText(buildUp)],
];

/** How the allowance of grass and the maxima of tillage come about. */
function phosphorusTables(phosphorus: PhosphorusResult | null): PrintoutTable[] {
  if (phosphorus === null) return [];
  const times = (each: number | null, areaHa: number) => (each === null ? null : each * areaHa);
  const less = (kg: number | null) => (kg === null ? null : 0 - kg);
  const { fields, grass } = phosphorus;
  const byField: PrintoutTable = {
    heading: 'Phosphorus of the fields',
    head: ['Field', 'Land', 'Area, ha', 'Soil index', 'Most, kg P/ha', 'Most, kg', 'Used, kg P/ha', 'Used, kg'],
    rows: fields.map(({ name, land, areaHa, index, assumed, max, used }) => [
      ...[name, land === 'grass' ? 'Grass: chemical' : 'Tillage: chemical and manure', areaHa],
      ...[indexWords({ index, assumed }), max, times(max, areaHa), used, times(used, areaHa)],
    ]),
  };
  if (grass === null) return [byField];
  return [
    byField,
    {
      heading: 'Phosphorus for grass',
      head: ['', 'kg P'],
      rows: [
        ['The most for the fields of grass', grass.allowance],
        ['Concentrates of the year before', less(grass.concentrates)],
        ['Manure that came, without what was spread on tillage', less(grass.imported)],
        ['Chemical phosphorus allowed', grass.chemicalAllowed],
        ['Chemical phosphorus spread on grass', grass.chemicalUsed],
      ],
    },
  ];
}

function spreadingTable(
  rules: Rules,
  inputs: NutrientInputs,
  applications: readonly ApplicationForm[],
  result: NutrientResult,
): PrintoutTable {
  const limitsCrops = rules.crops.some(hasNMax(rules));
  const nameOf = (id: string) =>
    inputs.products.find((product) => product.id === id)?.name ??
    rules.manures.find((row) => row.id === id)?.label ??
    id;
  const fieldOf = (id: string) => inputs.fields.find((field) => field.id === id)?.name ?? '';
  return {
    heading: 'Spreading',
    head: [
      ...['Date', 'Field', 'Material', 'Rate per ha', 'N, kg/ha', 'Available N, kg/ha'],
      ...['Counts for', `${rules.phosphorus}, kg/ha`, 'Notes'],
    ],
    rows: result.applications.map((one) => {
      const form = applications.find(({ id }) => id === one.id);
      const words = [
        ...one.warnings.filter(({ serious }) => serious).map((warning) => warning.words),
        form?.reason ?? '',
      ];
      return [
        form?.date ?? '',
        fieldOf(one.field),
        nameOf(form?.material ?? ''),
        inputs.applications.find(({ id }) => id === one.id)?.rate ?? null,
        one.n,
        one.availableN,
        limitsCrops ? countsForWords(inputs, one) : '',
        one.p,
        words.filter(Boolean).join(' '),
      ];
    }),
  };
}

export function nutrientPrintout(
  rules: Rules,
  own: OwnFigures,
  inputs: NutrientInputs,
  applications: readonly ApplicationForm[],
  result: NutrientResult,
  { farm, unit }: { farm: string; unit: AreaUnit },
): Printout {
  const p = rules.phosphorus;
  const kg = (value: number | null, words: string) =>
    value === null ? 'not known' : `${formatNumber(value)} ${words}`;
  const { farm: loading, totals, grassN, phosphorus } = result;
  return {
    title: `N and P statement ${inputs.stocking.year}`,
    farm,
    facts: [rules.title, `Rules of ${formatDateNumeric(rules.version)}`],
    answer: [
      ...landRows(inputs.stocking, unit),
      ...(rules.zones.length > 0 ? allowanceRows(inputs) : []),
      ...nitrogenRows(loading, unit),
      ['Phosphorus of all manure', kg(loading.loadingP, `kg ${p}/ha`)],
      ['Organic nitrogen spread', kg(totals.organicN, 'kg')],
      ['Chemical nitrogen spread', kg(totals.chemicalN, 'kg')],
      ['Chemical phosphorus spread', kg(totals.chemicalP, `kg ${p}`)],
      ...(grassN
        ? [['Nitrogen for grass, used and allowed', `${kg(grassN.used, 'kg')} of ${kg(grassN.allowed, 'kg')}`] as const]
        : []),
      ...(phosphorus?.grass
        ? [
            [
              'Chemical phosphorus on grass, used and allowed',
              `${kg(phosphorus.grass.chemicalUsed, 'kg P')} of ${kg(phosphorus.grass.chemicalAllowed, 'kg P')}`,
            ] as const,
          ]
        : []),
      ...(phosphorus?.tillage
        ? [
            [
              'Phosphorus on tillage, used and allowed',
              `${kg(phosphorus.tillage.used, 'kg P')} of ${kg(phosphorus.tillage.allowed, 'kg P')}`,
            ] as const,
          ]
        : []),
      ...overLimits(result).map((words) => ['Over a limit', words] as const),
    ],
    tables: [
      livestockTable(rules, inputs.stocking.lines, loading),
      movesTable(rules, loading),
      {
        heading: 'Fields',
        head: [
          'Field',
          'Area, ha',
          'Organic N in 12 months, kg/ha',
          'Limit',
          'Within',
          'N for the crop, kg/ha',
          `${p}, kg/ha`,
        ],
        rows: result.fields.map((field, at) => [
          field.name,
          inputs.fields[at]?.areaHa ?? null,
          field.organicN,
          field.limit,
          withinText(field.compliant),
          field.cropN,
          field.p,
        ]),
      },
      {
        heading: `Crops harvested in ${inputs.stocking.year}, and grass of ${inputs.stocking.year}`,
        head: ['Crop', 'Area, ha', 'N used, kg/ha', 'N-max, kg/ha', 'N used, kg', 'N-max, kg', 'Within'],
        rows: result.crops.map(({ label, areaHa, used, limit, compliant }) => [
          ...[label, areaHa, used, limit],
          ...[used === null ? null : used * areaHa, limit === null ? null : limit * areaHa],
          withinText(compliant),
        ]),
      },
      ...phosphorusTables(phosphorus),
      spreadingTable(rules, inputs, applications, result),
      {
        heading: 'Fertiliser in the shed',
        head: ['Product', 'Used by the shed, kg', 'Entered as spread, kg'],
        rows: result.products.map(({ name, usedKg, spreadKg }) => [name, usedKg, spreadKg]),
      },
      remediesTable(nutrientRemedies(rules, inputs, result, unit)),
      sourcesTable(
        [...result.missingKeys, ...result.usedKeys].map((key) => figureOf(rules, own, key)),
        (key) => figureName(rules, key),
      ),
    ],
    guide: guideWords(rules),
  };
}
