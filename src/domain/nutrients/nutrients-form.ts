// The form of the N and P calculator as typed and saved, and its conversion to the inputs of the calculation.
import { isDate } from '@/domain/core/time';
import { hectares, type AreaUnit } from '@/domain/core/area';
import { FormReader } from '@/domain/rules/form-reader';
import type { Rules } from '@/domain/rules/rules';
import { emptyStocking, readStocking, NO_AREA, type StockingForm } from '@/domain/stocking/stocking-form';
import { productProblem, type Product } from './fertiliser';
import type { Application, NMaxAddition, Field, NutrientInputs } from './nutrients';

export type FieldForm = {
  id: string;
  name: string;
  area: string;
  land: Field['land'];
  soil: Field['soil'];
  crop: string;
  pIndex: string;
  yieldT: string;
  extras: readonly NMaxAddition[];
  sownEarly: boolean;
};

export type ProductForm = {
  id: string;
  name: string;
  n: string;
  p: string;
  k: string;
  pForm: 'P' | 'P2O5' | '';
  kForm: 'K' | 'K2O' | '';
  opening: string;
  bought: string;
  closing: string;
};

export type ApplicationForm = {
  id: string;
  field: string;
  date: string;
  material: string;
  rate: string;
  n: string;
  p: string;
  /** The user's reason for spreading despite a warning. */
  reason: string;
  /** On tillage: the harvest year that was chosen; empty or absent (in a form of before) for the one by the date. */
  harvest?: string;
};

export type NutrientForm = StockingForm & {
  zone: string;
  previousRate: string;
  higherLimits: boolean;
  concentrates: string;
  buildUp: boolean;
  fields: readonly FieldForm[];
  products: readonly ProductForm[];
  applications: readonly ApplicationForm[];
};

export const emptyNutrients = (rules: Rules, year: string, unit: AreaUnit): NutrientForm => ({
  ...emptyStocking(rules, year, unit),
  ...{ zone: '', previousRate: '', higherLimits: false, concentrates: '', buildUp: false },
  ...{ fields: [], products: [], applications: [] },
});

export function readField(reader: FormReader, field: FieldForm, unit: AreaUnit): Field {
  const index = field.pIndex === '' ? null : Number(field.pIndex);
  if (field.name.trim() === '') reader.problem(`${field.id}.name`, 'Give the field a name.');
  return {
    ...{ id: field.id, name: field.name.trim(), land: field.land, soil: field.soil, extras: field.extras },
    areaHa: hectares(
      reader.number(`${field.id}.area`, field.area, { measured: true, positive: true, max: 1e5, message: NO_AREA }) ??
        0,
      unit,
    ),
    crop: field.crop || null,
    pIndex: index !== null && index >= 1 && index <= 4 ? index : null,
    yieldT: reader.number(`${field.id}.yield`, field.yieldT, { emptyValue: null, max: 200 }),
    sownEarly: field.sownEarly,
  };
}

export function readProduct(reader: FormReader, product: ProductForm): Product {
  const percent = (name: 'n' | 'p' | 'k') =>
    reader.amount(`${product.id}.${name}`, product[name], { max: 100, percent: true });
  const kg = (name: 'opening' | 'bought' | 'closing') => reader.amount(`${product.id}.${name}`, product[name]);
  if (product.name.trim() === '') reader.problem(`${product.id}.name`, 'Give the product a name.');
  const read: Product = {
    ...{ id: product.id, name: product.name.trim(), n: percent('n'), p: percent('p'), k: percent('k') },
    ...{ pForm: product.pForm || null, kForm: product.kForm || null },
    ...{ openingKg: kg('opening'), boughtKg: kg('bought'), closingKg: kg('closing') },
  };
  const problem = productProblem(read);
  if (problem !== null) reader.problem(`${product.id}.form`, problem);
  return read;
}

export function readApplication(reader: FormReader, application: ApplicationForm): Application {
  const { id, field, date, material } = application;
  if (!isDate(date)) reader.problem(`${id}.date`, 'Choose a date.');
  if (field === '') reader.problem(`${id}.field`, 'Choose a field.');
  if (material === '') reader.problem(`${id}.material`, 'Choose what was spread.');
  const content = (name: 'n' | 'p') =>
    reader.number(`${id}.${name}`, application[name], { emptyValue: null, max: 1000 });
  return {
    ...{ id, field, date, material },
    rate: reader.number(`${id}.rate`, application.rate, { positive: true, max: 1e5, message: 'Enter a rate.' }) ?? 0,
    n: content('n'),
    p: content('p'),
    harvest: application.harvest ? Number(application.harvest) : null,
  };
}

/** Parses the form. `inputs` is null while something is missing or wrong; `problems` has a message for each such field. */
export function readNutrients(
  rules: Rules,
  form: NutrientForm,
): { inputs: NutrientInputs | null; problems: Readonly<Record<string, string>> } {
  const { inputs: stocking, problems } = readStocking(rules, form);
  const reader = new FormReader();
  if (rules.zones.length > 0 && form.zone === '') reader.problem('zone', 'Choose your zone.');
  const rest = {
    zone: form.zone || null,
    previousRate: reader.number('previousRate', form.previousRate, { emptyValue: null, max: 2000 }),
    ...{ higherLimits: form.higherLimits, buildUp: form.buildUp },
    concentratesT: reader.amount('concentrates', form.concentrates, { measured: true }),
    fields: form.fields.map((field) => readField(reader, field, form.unit)),
    products: form.products.map((product) => readProduct(reader, product)),
    applications: form.applications.map((application) => readApplication(reader, application)),
  };
  return {
    inputs: stocking && reader.isValid ? { stocking, ...rest } : null,
    problems: { ...problems, ...reader.problems },
  };
}
