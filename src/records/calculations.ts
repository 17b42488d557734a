// Saved calculations, and figures that the account holder entered instead of those in the rules.
import { whole } from '@/domain/core/number-rule';
import { fieldsOf } from '@/domain/core/stored-json';
import { REGIMES } from '@/domain/rules/regimes';
import type { Json } from '@/lib/database.types';
import { choice, date, instant, json, number, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

/** The main figures of a result, by name, for the list of saved calculations. */
export type SavedResults = Readonly<Record<string, string | number | boolean>>;

const primitiveResults = (raw: unknown): SavedResults =>
  Object.fromEntries(
    Object.entries(fieldsOf(raw)).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );

export const CALCULATION = record('calculations', {
  kind: choice(['stocking', 'slurry', 'nutrients']).onInsert(),
  name: text('Name', 80),
  year: number('Year', whole(2199, 2000)),
  regime: choice(REGIMES).onInsert(),
  ruleVersion: date().onInsert(),
  /** The form as it was filled in; the page of the calculator parses it. */
  inputs: json<unknown>(
    {},
    (raw) => raw,
    // The cast is safe: a form consists of texts, lists and objects.
    (inputs) => inputs as Json,
  ),
  results: json<SavedResults>({}, primitiveResults, (results) => results),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
});

export type Calculation = RecordOf<typeof CALCULATION>;
export type CalculationKind = Calculation['kind'];

export const OVERRIDE = record('rule_overrides', {
  regime: choice(REGIMES).onInsert(),
  /** The key of the figure in the rules. */
  figure: text(null, 120).onInsert(),
  value: text('Figure'),
  reason: text('Where it comes from', 300),
  validFrom: date('Valid from').optional(),
  validTo: date('Valid to').optional(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
});

export type Override = RecordOf<typeof OVERRIDE>;
export type OverrideFields = EditableOf<typeof OVERRIDE>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  calculations: { 'calculations of stocking rate, slurry and nutrients with what was entered for them': '*' },
  rule_overrides: { 'figures that replace those of the rules, with the reason': '*' },
};
