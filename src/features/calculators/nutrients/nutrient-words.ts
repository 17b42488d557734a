// The wording of the N and P calculator, and the calculation as a document.
import { formatDateNumeric } from '@/domain/core/time';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf, type OwnFigures } from '@/domain/rules/figures';
import { formatNumber, guideWords, sourcesTable, type Printout } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import type { FieldResult, NutrientInputs, NutrientResult } from '@/domain/nutrients/nutrients';
import type { ApplicationForm } from '@/domain/nutrients/nutrients-form';
import { stateWords, withinLimit, withinText } from '@/domain/stocking/limit-words';
import { livestockTable, movesTable, nitrogenRows } from '@/domain/stocking/stocking-tables';
import { optionWords } from '@/domain/stocking/stocking-words';
import type { AreaUnit } from '@/domain/rules/form-reader';

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
    ...[grassN, phosphorus].flatMap((one) => (one === null ? [] : [one.compliant])),
  ].filter((within) => within !== 'no limit');
  if (limited.includes(false)) return false;
  return limited.includes(null) ? null : limited.length === 0 ? 'no limit' : true;
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
    ...(phosphorus?.compliant === false
      ? [`${by(phosphorus.chemicalUsed, phosphorus.chemicalAllowed)} kg more chemical phosphorus than allowed.`]
      : []),
  ];
}

/** Changes that would bring the farm, and each crop, grass or phosphorus total that is over, within its limit. */
export function nutrientOptions(result: NutrientResult, unit: AreaUnit): string[] {
  const { farm, crops, grassN, phosphorus } = result;
  // 1e-6 absorbs rounding errors of floating-point numbers before rounding up.
  const less = (used: number | null, limit: number | null) =>
    formatNumber(Math.ceil((used ?? 0) - (limit ?? 0) - 1e-6), 0);
  return [
    ...farm.options.map((option) => optionWords(option, unit)),
    ...crops
      .filter(({ compliant }) => compliant === false)
      .map(({ label, used, limit }) => `${less(used, limit)} kg N/ha less on ${label.toLowerCase()}, on average`),
    ...(grassN?.compliant === false
      ? [`${less(grassN.used, grassN.allowed)} kg less available nitrogen on grass`]
      : []),
    ...(phosphorus?.compliant === false
      ? [`${less(phosphorus.chemicalUsed, phosphorus.chemicalAllowed)} kg less chemical phosphorus`]
      : []),
  ];
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
  const nameOf = (id: string) =>
    inputs.products.find((product) => product.id === id)?.name ??
    rules.manures.find((row) => row.id === id)?.label ??
    id;
  const fieldOf = (id: string) => inputs.fields.find((field) => field.id === id)?.name ?? '';
  return {
    title: `N and P statement ${inputs.stocking.year}`,
    farm,
    facts: [rules.title, `Rules of ${formatDateNumeric(rules.version)}`],
    answer: [
      ...nitrogenRows(loading, unit),
      ['Phosphorus of all manure', kg(loading.loadingP, `kg ${p}/ha`)],
      ['Organic nitrogen spread', kg(totals.organicN, 'kg')],
      ['Chemical nitrogen spread', kg(totals.chemicalN, 'kg')],
      ['Chemical phosphorus spread', kg(totals.chemicalP, `kg ${p}`)],
      ...(grassN
        ? [['Nitrogen for grass, used and allowed', `${kg(grassN.used, 'kg')} of ${kg(grassN.allowed, 'kg')}`] as const]
        : []),
      ...(phosphorus ? [['Chemical phosphorus allowed', kg(phosphorus.chemicalAllowed, 'kg P')] as const] : []),
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
        heading: 'Crops',
        head: ['Crop', 'Area, ha', 'N used, kg/ha', 'N-max, kg/ha', 'Within'],
        rows: result.crops.map(({ label, areaHa, used, limit, compliant }) => [
          label,
          areaHa,
          used,
          limit,
          withinText(compliant),
        ]),
      },
      {
        heading: 'Spreading',
        head: ['Date', 'Field', 'Material', 'Rate per ha', 'N, kg/ha', `${p}, kg/ha`, 'Notes'],
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
            one.p,
            words.filter(Boolean).join(' '),
          ];
        }),
      },
      {
        heading: 'Fertiliser in the shed',
        head: ['Product', 'Used by the shed, kg', 'Entered as spread, kg'],
        rows: result.products.map(({ name, usedKg, spreadKg }) => [name, usedKg, spreadKg]),
      },
      {
        heading: 'What would make it comply',
        head: ['Change'],
        rows: nutrientOptions(result, unit).map((words) => [words]),
      },
      sourcesTable(
        [...result.missingKeys, ...result.usedKeys].map((key) => figureOf(rules, own, key)),
        (key) => figureName(rules, key),
      ),
    ],
    guide: guideWords(rules),
  };
}
