// What must change in the spreading of a year so that every limit of fields, crops and phosphorus is met. Each of these changes
// is needed; those of the farm's limit for livestock manure (land, export or stock) are alternatives to one another.
import type { Rules } from '@/domain/rules/rules';
import { calculateNutrients, type NutrientInputs, type NutrientResult } from './nutrients';
import { isOverMaximum, type FieldPhosphorus } from './phosphorus';

/** Whole kg, and whole percent of the rates, rounded up. */
export type NeededChange =
  /** Organic nitrogen for each hectare of a field in any period of so many months. */
  | { kind: 'organic'; field: string; kg: number; months: 12 | 24 }
  /** Nitrogen for each hectare of a crop, on average. */
  | { kind: 'crop'; label: string; kg: number }
  | { kind: 'grassN'; kg: number }
  | { kind: 'grassP'; kg: number }
  /** Chemical phosphorus for each hectare of a field. */
  | { kind: 'tillageP'; field: string; kg: number }
  /** No chemical phosphorus on a field, and so much less of each manure. */
  | { kind: 'tillageManure'; field: string; percent: number; hasChemical: boolean };

// 1e-6 absorbs rounding errors of floating-point numbers before rounding up.
const wholeUp = (value: number): number => Math.ceil(value - 1e-6);
const lessKg = (used: number | null, limit: number | null): number => wholeUp((used ?? 0) - (limit ?? 0));

export function neededChanges(rules: Rules, inputs: NutrientInputs, result: NutrientResult): NeededChange[] {
  const { fields, crops, grassN, phosphorus } = result;
  const tillage = (phosphorus?.fields ?? [])
    .filter((field) => field.land === 'tillage' && isOverMaximum(field) === true)
    .map((field) => ({ field, change: tillageChange(field) }));
  const cuts = new Map(
    tillage.flatMap(({ field, change }) => (change.kind === 'tillageManure' ? [[field.id, change.percent]] : [])),
  );
  // Manure that came and is not spread on tillage counts for the grass.
  const grass =
    cuts.size === 0 ? phosphorus?.grass : calculateNutrients(rules, withLessManure(inputs, cuts)).phosphorus?.grass;
  return [
    ...fields.flatMap(({ name, organicN, limit, months, compliant }): NeededChange[] =>
      compliant === false ? [{ kind: 'organic', field: name, kg: lessKg(organicN, limit), months }] : [],
    ),
    ...crops.flatMap(({ label, used, limit, compliant }): NeededChange[] =>
      compliant === false ? [{ kind: 'crop', label, kg: lessKg(used, limit) }] : [],
    ),
    ...(grassN?.compliant === false ? [{ kind: 'grassN', kg: lessKg(grassN.used, grassN.allowed) } as const] : []),
    ...tillage.map(({ change }) => change),
    ...(grass?.compliant === false
      ? [{ kind: 'grassP', kg: lessKg(grass.chemicalUsed, grass.chemicalAllowed) } as const]
      : []),
  ];
}

/** Chemical phosphorus first: manure is cut only if that is not enough. */
function tillageChange({ name, used, max, chemical }: FieldPhosphorus): NeededChange {
  const kg = (used ?? 0) - (max ?? 0);
  const manure = (used ?? 0) - (chemical ?? 0);
  if (kg <= (chemical ?? 0) || manure <= 0) return { kind: 'tillageP', field: name, kg: wholeUp(kg) };
  const percent = Math.min(100, wholeUp(((kg - (chemical ?? 0)) / manure) * 100));
  return { kind: 'tillageManure', field: name, percent, hasChemical: (chemical ?? 0) > 0 };
}

/** `cuts`: percent of the manure by the id of a field. */
const withLessManure = (inputs: NutrientInputs, cuts: ReadonlyMap<string, number>): NutrientInputs => {
  const products = new Set(inputs.products.map(({ id }) => id));
  return {
    ...inputs,
    applications: inputs.applications.map((one) =>
      products.has(one.material) ? one : { ...one, rate: one.rate * (1 - (cuts.get(one.field) ?? 0) / 100) },
    ),
  };
};
