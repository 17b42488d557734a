// Names of fields in the form: which ones a farm has already.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { decimal } from '@/domain/core/money';
import { fieldSchema, fieldText } from '@/features/fields/field-schema';
import { emptyOf } from '@/records/record';
import { FIELD, type FarmField } from '@/records/fields';

const field = (id: string, name: string, customer: string | null): FarmField => ({
  ...emptyOf(FIELD),
  ...{ id, name, customer, areaHa: decimal(29_832) },
});
const bank = field('a', 'The Bank', 'O’Brien');
const problem = (
  stored: FarmField | null,
  fields: readonly FarmField[],
  change: { name: string; customer: string },
) => {
  const { issues } = v.safeParse(fieldSchema(fields, stored, 'hectare'), {
    ...fieldText(stored ?? bank, 'hectare', 'ie_lpis'),
    ...change,
  });
  return issues?.[0].message ?? null;
};

test('a name that looks like that of a field of the same customer is refused', () => {
  const alike = { name: 'the  bank', customer: "O'Brien" };
  expect(problem(null, [bank], alike)).toBe('You already have a field called the  bank.');
  expect(problem(null, [bank], { ...alike, customer: '' })).toBeNull();
  expect(problem(null, [{ ...bank, archivedOn: '2026-11-01' }], alike)).toBeNull();
});

test('two fields from before, whose names look alike, can still be edited, but neither takes the other’s name', () => {
  const other = field('b', 'The  Bank', 'O’Brien');
  const top = field('c', 'Top', 'O’Brien');
  expect(problem(bank, [bank, other], { name: 'The Bank', customer: 'O’Brien' })).toBeNull();
  expect(problem(top, [bank, other, top], { name: 'the bank', customer: 'O’Brien' })).toMatch(/^You already have/);
});
