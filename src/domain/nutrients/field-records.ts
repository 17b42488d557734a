// The register's fields and what was spread on them, as rows of the N and P calculator.
import { fromNumeric, toInputText, toNumeric, type Decimal } from '@/domain/core/money';
import { sameJson } from '@/domain/core/same-json';
import type { RateUnit } from '@/domain/fields/activity';
import { ACRE_HA, areaText } from '@/domain/core/area';
import type { LandUse } from '@/domain/fields/field';
import type { Rules } from '@/domain/rules/rules';
import type { ApplicationForm, FieldForm, NutrientForm, ProductForm } from './nutrients-form';

export type RegisteredField = {
  id: string;
  name: string;
  areaHa: Decimal;
  landUse: LandUse | null;
  isSandyOrShallow: boolean;
  /** Whether the calculators include it: eligible, and not archived. */
  counts: boolean;
  /** Index of the newest soil test, and how the laboratory measured it. */
  pIndex: string | null;
  method: string | null;
};

export type RecordedSpreading = {
  id: string;
  /** Null if the field was deleted. */
  fieldId: string | null;
  /** 'YYYY-MM-DD' */
  date: string;
  type: 'fertiliser' | 'slurry' | 'fym';
  product: string | null;
  rate: Decimal | null;
  rateUnit: RateUnit | null;
  areaHa: Decimal | null;
};

type Lists = Pick<NutrientForm, 'fields' | 'applications'>;
type Form = Lists & Pick<NutrientForm, 'unit' | 'products'>;
type CopyResult = Lists & {
  /** The number of spreadings that the calculation can't count, and the names of unknown materials. */
  omitted: number;
  unknown: readonly string[];
  /** Whether the form has these fields and applications already; 'none' if nothing is recorded. */
  state: 'none' | 'same' | 'different';
};

/** Prefix of the ids of applications that were copied from the register, so that copying again replaces them. */
const COPIED_PREFIX = 'activity-';

/** An imperial gallon is 4.54609 litres. */
const M3_PER_HA_OF_GALLONS_PER_ACRE = 0.00454609 / ACRE_HA;
const FACTORS: Readonly<Record<'m3' | 't' | 'kg', Partial<Record<RateUnit, number>>>> = {
  m3: { 'm3/ha': 1, 'L/ha': 0.001, 'gal/ac': M3_PER_HA_OF_GALLONS_PER_ACRE },
  t: { 't/ha': 1, 'kg/ha': 0.001 },
  kg: { 'kg/ha': 1, 't/ha': 1000 },
};

const normaliseName = (text: string) => text.trim().toLowerCase();

const GRASS: readonly (LandUse | null)[] = ['permanent_grass', 'temporary_grass', null];
/** Whether the calculation takes a field for grass: also one whose use is not known. */
export const isGrassUse = (use: LandUse | null): boolean => GRASS.includes(use);

function fieldForm(rules: Rules, form: Form, field: RegisteredField, before: FieldForm | undefined): FieldForm {
  const area = areaText(field.areaHa, form.unit);
  // Keep the choices made in the calculation; the register determines only the name and the area.
  if (before) return { ...before, name: field.name, area };
  const method = rules.phosphorus === 'P' ? 'morgan' : 'olsen';
  return {
    ...{ id: field.id, name: field.name, area, land: isGrassUse(field.landUse) ? 'grass' : 'tillage' },
    ...{ soil: field.isSandyOrShallow ? 'sandy' : 'other', crop: '', yieldT: '', extras: [], sownEarly: false },
    pIndex: field.method === method && /^[1-4]$/.test(field.pIndex ?? '') ? (field.pIndex ?? '') : '',
  };
}

/** The material of the calculation that was spread, and the unit of its rate per hectare. */
function materialOf(rules: Rules, products: readonly ProductForm[], { type, product }: RecordedSpreading) {
  const name = normaliseName(product ?? '');
  if (type === 'fertiliser') {
    const found = products.find((one) => normaliseName(one.name) === name);
    return found && ({ id: found.id, unit: 'kg' } as const);
  }
  const named = rules.manures.filter(({ id, label }) => normaliseName(label) === name || id === name);
  // Some tables list "Cattle slurry" as "Cattle slurry (6 % DM)". If a name fits several manures, none is chosen.
  const begun = rules.manures.filter(({ label }) => name !== '' && normaliseName(label).startsWith(name));
  const common = begun.filter((manure) => manure.common);
  const [found] = named.length > 0 ? named : common.length > 0 ? common : begun;
  const isUnique = named.length > 0 || common.length === 1 || (common.length === 0 && begun.length === 1);
  return found && isUnique ? ({ id: found.id, unit: found.unit } as const) : undefined;
}

/** The rate averaged over the whole field, in the material's unit per hectare; null if it can't be converted. */
function rateText({ rate, rateUnit, areaHa }: RecordedSpreading, unit: 'm3' | 't' | 'kg', fieldHa: Decimal) {
  const factor = rateUnit === null ? undefined : FACTORS[unit][rateUnit];
  if (rate === null || factor === undefined) return null;
  // The calculation applies the rate to the whole field, so if only a part was spread, the rate is reduced accordingly.
  const share = areaHa === null || fieldHa <= 0 || areaHa >= fieldHa ? 1 : areaHa / fieldHa;
  return toInputText(fromNumeric(Math.round(toNumeric(rate) * factor * share * 1000) / 1000));
}

/**
 * The form's fields and applications, updated from the register. A field is matched by its id, or by its name if it was
 * typed; only its name and area are replaced. Applications that were copied before are replaced, typed ones stay. An
 * archived field is included only if something was spread on it that year.
 */
export function withFieldRecords(
  rules: Rules,
  form: Form,
  register: readonly RegisteredField[],
  spreadings: readonly RecordedSpreading[],
): CopyResult {
  // Maps, not searches: the calculator works out 3,000 applications again with every change.
  const isSpread = new Set(spreadings.map(({ fieldId }) => fieldId));
  const formFieldById = new Map(form.fields.map((field) => [field.id, field]));
  const formFieldByName = new Map(form.fields.map((field) => [normaliseName(field.name), field]));
  const applicationById = new Map(form.applications.map((application) => [application.id, application]));
  const wanted = register.filter(({ id, counts }) => counts || isSpread.has(id));
  const pairs = wanted.map((field) => {
    const before = formFieldById.get(field.id) ?? formFieldByName.get(normaliseName(field.name));
    return { field, before, row: fieldForm(rules, form, field, before) };
  });
  const replaced = new Map(pairs.map(({ before, row }) => [before?.id, row]));
  const pairByField = new Map(pairs.map((pair) => [pair.field.id, pair]));
  const added = pairs.filter(({ before }) => !before).map(({ row }) => row);
  const fields = [...form.fields.map((field) => replaced.get(field.id) ?? field), ...added];

  const unknown = new Set<string>();
  let omitted = 0;
  const copied: ApplicationForm[] = [];
  for (const spreading of spreadings) {
    const pair = pairByField.get(spreading.fieldId ?? '');
    const material = materialOf(rules, form.products, spreading);
    const rate = pair && material ? rateText(spreading, material.unit, pair.field.areaHa) : null;
    if (!pair || !material || rate === null) {
      omitted += 1;
      if (!material) unknown.add(spreading.product?.trim() ?? '');
      continue;
    }
    const id = COPIED_PREFIX + spreading.id;
    const before = applicationById.get(id);
    // Keep a laboratory's contents only if the material is the same.
    const kept = before?.material === material.id ? { n: before.n, p: before.p } : { n: '', p: '' };
    const where = { field: pair.row.id, date: spreading.date, material: material.id, rate };
    const harvest = before?.harvest ? { harvest: before.harvest } : {};
    copied.push({ id, ...where, ...kept, reason: before?.reason ?? '', ...harvest });
  }
  const applications = [...form.applications.filter(({ id }) => !id.startsWith(COPIED_PREFIX)), ...copied];
  const byId = (rows: readonly ApplicationForm[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const isSame = sameJson(form.fields, fields) && sameJson(byId(form.applications), byId(applications));
  return {
    ...{ fields, applications, omitted, unknown: [...unknown].filter((name) => name !== '') },
    state: !isSame ? 'different' : pairs.length === 0 ? 'none' : 'same',
  };
}
