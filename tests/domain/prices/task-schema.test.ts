// What the forms of a task and of its prices refuse.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { priceSchema } from '@/features/tasks/price-schema';
import { taskSchema } from '@/features/tasks/task-schema';

const OTHERS = [
  { name: 'Ploughing', active: true },
  { name: 'Mole ploughing', active: false },
];
const messages = (schema: v.GenericSchema, field: string, text: string, others: object = {}) =>
  v
    .safeParse(schema, { ...others, [field]: text })
    .issues?.filter(({ path }) => path?.[0].key === field)
    .map(({ message }) => message)
    // A field shows the first.
    .slice(0, 1);

test.each([
  ['name', ' ', ['Give the task a name.']],
  ['name', ' PLOUGHING ', ['You already have a task called PLOUGHING.']],
  ['name', 'mole ploughing', ['You already have a task called mole ploughing. It is hidden: show it again instead.']],
  ['name', 'Baling', []],
  ['chargeableUnit', '', ['Choose a unit.']],
  ['defaultRate', 'x', ['Enter a number like 12.5.']],
  ['defaultRate', '-1', ["The rate can't be negative."]],
  ['defaultRate', '100000', ['That rate is too large.']],
  ['defaultRate', '99999.9999', []],
  ['defaultRate', '1.23456', ['Use four decimals at most.']],
  ['defaultRate', '£6,22', []],
  ['defaultRate', '', []],
])('a task, %s: %j', (field, text, expected) => {
  expect(messages(taskSchema(OTHERS), field, text)).toEqual(expected);
});

test.each([
  ['rate', ' ', ['Enter a rate. 0: no charge.']],
  ['rate', '0', []],
  ['validFrom', '', ['Choose a date.']],
  ['validFrom', '1999-12-31', ['Choose a date from the year 2000 on.']],
  ['validFrom', '2200-01-01', ['Choose a date before the year 2200.']],
  ['validTo', '', []],
  ['validTo', '2026-03-01', []],
  ['validTo', '2026-02-28', ['The last day is before the first day.']],
])('a price, %s: %j', (field, text, expected) => {
  expect(messages(priceSchema, field, text, { validFrom: '2026-03-01', validTo: '' })).toEqual(expected);
});
