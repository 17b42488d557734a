// A comma that can mean two numbers is asked about wherever a weight, an area or a volume is typed.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { loadMovementRules } from '@/domain/movements/movement-rules';
import { loadRules } from '@/domain/rules/load-rules';
import { emptySlurry, readSlurry } from '@/domain/slurry/slurry-form';
import { emptyMove, emptyStocking, readStocking } from '@/domain/stocking/stocking-form';
import { moreProblem, NO_MORE } from '@/domain/works/job-more';
import { fieldSchema } from '@/features/fields/field-schema';
import { harvestSchema } from '@/features/fields/log/harvest-schema';
import { movementSchema } from '@/features/movements/movement-schema';

const today = '2026-11-30';
const QUESTION = '24.36 or 24,360? Type 24.36 or 24360.';

/** The messages of one field; the other fields of the form are missing. */
const messages = (schema: v.GenericSchema, name: string, text: string) =>
  v
    .safeParse(schema, { [name]: text })
    .issues?.filter(({ path }) => path?.[0].key === name)
    .map(({ message }) => message);

test('in the forms of fields, harvests and movements', async () => {
  const rules = await loadRules('eng-nvz');
  const movement = movementSchema({ today, rules, movementRules: await loadMovementRules(), stored: null });
  const harvest = harvestSchema({ today, unit: 'hectare', field: null, stored: null, intervals: [] });
  for (const [schema, name] of [
    [movement, 'quantity'],
    [harvest, 'quantity'],
    [harvest, 'areaHa'],
    [fieldSchema([], null, 'acre'), 'areaHa'],
  ] as const) {
    expect([name, messages(schema, name, '24,360')]).toEqual([name, [QUESTION]]);
    expect([name, messages(schema, name, '24,36')]).toEqual([name, []]);
  }
});

test('in the calculators, for land and manure, not for animals', async () => {
  const rules = await loadRules('eng-nvz');
  const move = { ...emptyMove('m', 'export', rules.manures[0]?.id ?? ''), amount: '24,360' };
  const stocking = { ...emptyStocking(rules, '2026', 'hectare'), area: '24,360', outside: '24,360', moves: [move] };
  expect(readStocking(rules, stocking).problems).toMatchObject({
    area: QUESTION,
    outside: QUESTION,
    'm.amount': QUESTION,
  });
  const slurry = { ...emptySlurry(rules, '2026'), imports: '24,360', exports: '24,360' };
  expect(readSlurry(rules, slurry, { stores: [], readings: {}, today }).problems).toMatchObject({
    imports: QUESTION,
    exports: QUESTION,
  });
});

test("in a job's lines, fields and materials", () => {
  const problem = (more: object) =>
    moreProblem({ ...NO_MORE, ...more }, today, { today, zone: 'Europe/London', incrementMinutes: 0 });
  const line = { taskName: 'Carting', unit: 'tonne', quantity: '24,360', rate: '4.50', isQuantityTyped: true };
  expect(problem({ lines: [line] })).toBe(`Line 2: ${QUESTION}`);
  expect(problem({ lines: [{ ...line, unit: 'bale' }] })).toBeNull();
  const material = { product: 'Lime', quantity: '24,360', unit: 't', batch: '', price: '', cost: '' };
  const spread = { ...material, kind: '', mappNumber: '', interval: '' };
  expect(problem({ materials: [spread] })).toBe(`Lime: ${QUESTION}`);
  expect(problem({ fields: [{ fieldId: 'f', name: 'Long Field', area: '24,360' }] })).toBe(`Long Field: ${QUESTION}`);
});
