import * as v from 'valibot';
import { expect, test } from 'vitest';
import { toNumeric, type Decimal } from '@/domain/core/money';
import { previewOf, type WorkRules } from '@/domain/works/work-rules';
import { EMPTY, type WorkText } from '@/features/works/form/work-fields';
import { workSchema } from '@/features/works/form/work-schema';

const rules: WorkRules = { today: '2027-03-28', zone: 'Europe/London', incrementMinutes: 0 };
const baling: WorkText = {
  ...EMPTY,
  customer: 'Hill Farm',
  taskName: 'Baling',
  chargeableUnit: 'bale',
  rate: '6.22',
  quantity: '86',
};
const hours: WorkText = { ...baling, taskName: 'Hedge cutting', chargeableUnit: 'hour', rate: '45', quantity: '' };

/** The messages beside the fields, as field: message. */
function messages(text: WorkText, changed: Partial<WorkRules> = {}) {
  const result = v.safeParse(workSchema({ ...rules, ...changed }), text);
  return Object.fromEntries((result.issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message] as const));
}
const parse = (text: WorkText, changed: Partial<WorkRules> = {}) => v.parse(workSchema({ ...rules, ...changed }), text);
const number = (value: Decimal | null) => (value === null ? null : toNumeric(value));
const valueOf = (text: WorkText, changed: Partial<WorkRules> = {}) =>
  number(previewOf(text, { ...rules, ...changed }).value);

test('missing values are reported beside their field', () => {
  expect(messages(EMPTY)).toMatchObject({ customer: 'Choose or type a customer.', taskName: 'Choose or type a task.' });
  expect(messages({ ...baling, customer: '   ' })).toEqual({ customer: 'Choose or type a customer.' });
  expect(messages(baling)).toEqual({});
});

test('a comma that can mean two numbers is asked about for what is weighed or measured, not for counts', () => {
  const question = { quantity: '24.36 or 24,360? Type 24.36 or 24360.' };
  for (const chargeableUnit of ['tonne', 'hectare', 'acre', 'm3', 'km', 'hour'])
    expect(messages({ ...baling, chargeableUnit, quantity: '24,360' })).toEqual(question);
  expect(messages({ ...baling, chargeableUnit: 'bale', quantity: '1,250' })).toEqual({});
  expect(messages({ ...baling, chargeableUnit: 'tonne', quantity: '24,36' })).toEqual({});
  // Errors in other fields are reported in the same try.
  expect(messages({ ...baling, chargeableUnit: 'tonne', quantity: '24,360', customer: '' })).toEqual({
    ...question,
    customer: 'Choose or type a customer.',
  });
});

test.each([
  ['1', { workDate: '2026-10-16', startTime: '18:30', finishTime: '02:45', breaks: '30' }, 7.75, 348.75],
  ['3', { workDate: '2026-10-24', startTime: '22:00', finishTime: '06:00' }, 9, 405],
  ['4', { workDate: '2027-03-27', startTime: '22:00', finishTime: '06:00' }, 7, 315],
  ['5 before', { workDate: '2026-10-24', startTime: '22:00', finishTime: '01:30' }, 3.5, 157.5],
  ['5 after', { workDate: '2026-10-24', startTime: '22:00', finishTime: '01:30', finishSecond: true }, 4.5, 202.5],
  ['6', { workDate: '2026-10-25', startTime: '01:30', finishTime: '01:15' }, 0.75, 33.75],
  ['8', { workDate: '2026-10-23', startTime: '22:00', finishTime: '06:00' }, 8, 360],
  ['27', { workDate: '2026-10-02', startTime: '13:10', finishTime: '21:00', breaks: '30' }, 7.3333, 330],
])('case %s: hours follow from the times, in both zones (case 9)', (_case, times, quantity, value) => {
  for (const zone of ['Europe/London', 'Europe/Dublin'] as const) {
    const work = parse({ ...hours, ...times }, { zone });
    expect(number(work.quantity)).toBe(quantity);
    expect(work.workDate).toBe(times.workDate);
    expect(valueOf({ ...hours, ...times }, { zone })).toBe(value);
  }
});

test('equal times are refused, not treated as a whole day (case 2)', () => {
  expect(messages({ ...hours, startTime: '08:00', finishTime: '08:00' })).toEqual({
    finishTime: 'Start and finish are the same.',
  });
});

test('a time that did not exist is moved an hour later (case 7)', () => {
  const text = { ...hours, workDate: '2027-03-28', startTime: '01:30', finishTime: '03:30' };
  expect(previewOf(text, rules).shift).toMatchObject({ movedStart: '02:30', minutes: 60 });
  expect(messages(text)).toEqual({});
});

test('breaks must be shorter than the work (case 14)', () => {
  const shift = { ...hours, startTime: '08:00', finishTime: '16:00' };
  expect(messages({ ...shift, breaks: '480' })).toEqual({ breaks: 'Breaks are longer than the time worked.' });
  expect(messages({ ...shift, breaks: 'half an hour' })).toEqual({ breaks: 'Enter whole minutes, like 30.' });
  expect(parse({ ...shift, breaks: '' }).breaks).toBe(0);
  expect(parse({ ...shift, breaks: '30 min' }).breaks).toBe(30);
});

test('both times are required, and a shift has 24 hours at most', () => {
  expect(messages({ ...hours, quantity: '3', startTime: '08:00' })).toEqual({
    finishTime: 'Enter the finish time too.',
  });
  expect(messages({ ...hours, quantity: '3', finishTime: '08:00' })).toEqual({
    startTime: 'Enter the start time too.',
  });
  const long = { ...hours, workDate: '2026-10-24', startTime: '02:30', finishTime: '02:15' };
  expect(messages(long)).toEqual({ finishTime: 'More than 24 hours in one entry is not allowed.' });
});

test('a quantity is above zero, or left empty for the account holder (case 24)', () => {
  expect(messages({ ...baling, quantity: '0' })).toEqual({ quantity: 'Enter a quantity greater than 0.' });
  expect(messages({ ...baling, quantity: '-3' })).toEqual({ quantity: 'Enter a quantity greater than 0.' });
  expect(parse({ ...baling, quantity: '' }).quantity).toBeNull();
});

test.each([
  ['12,5', 12.5],
  ['1,250', 1250],
  ['0,125', 0.125],
  ['1.250,50', 1250.5],
  ['1,250.50', 1250.5],
  [' 86 bales ', 86],
])('%s is read as %d (case 25)', (quantity, value) => {
  expect(number(parse({ ...baling, quantity }).quantity)).toBe(value);
});

test.each(['12,5,3', '٤٥', '1e3', 'a few'])('%s is not a number (case 25)', (quantity) => {
  expect(messages({ ...baling, quantity })).toEqual({ quantity: 'Enter a number like 12.5.' });
  expect(messages({ ...baling, quantity: '12.34567' })).toEqual({ quantity: 'Use four decimals at most.' });
});

test('half pennies are rounded up (case 26)', () => {
  for (const [rate, value] of [
    ['33.33', 16.67],
    ['32.05', 16.03],
    ['£19.99', 10],
  ] as const)
    expect(valueOf({ ...baling, rate, quantity: '0.5' })).toBe(value);
});

test('a missing rate is not the same as no charge (case 28)', () => {
  expect(parse({ ...baling, rate: '' }).rate).toBeNull();
  expect(valueOf({ ...baling, rate: '' })).toBeNull();
  expect(valueOf({ ...baling, rate: '0' })).toBe(0);
  expect(messages({ ...baling, rate: '-1' })).toEqual({ rate: "The rate can't be negative." });
});

test('values that are too large are reported (case 30)', () => {
  expect(messages({ ...baling, quantity: '999,999.9999', rate: '99999.9999' })).toEqual({
    quantity: 'That value is too large. Check the rate and quantity.',
  });
  expect(messages({ ...baling, quantity: '1000000' })).toEqual({ quantity: 'That quantity is too large.' });
  expect(messages({ ...baling, rate: '100000' })).toEqual({ rate: 'That rate is too large.' });
});

test('billed minutes are rounded up to the increment, worked minutes are not (case 33)', () => {
  const shift = { ...hours, startTime: '08:00', finishTime: '15:31' };
  expect(number(parse(shift, { incrementMinutes: 15 }).quantity)).toBe(7.75);
  expect(valueOf(shift, { incrementMinutes: 15 })).toBe(348.75);
  expect(previewOf(shift, { ...rules, incrementMinutes: 15 }).shift).toMatchObject({ minutes: 451 });
  expect(number(parse({ ...shift, finishTime: '15:30' }, { incrementMinutes: 15 }).quantity)).toBe(7.5);
});

test('a typed quantity stays with any times (case 34)', () => {
  const acres = { ...hours, chargeableUnit: 'acre', quantity: '10', startTime: '08:00', finishTime: '15:00' };
  expect(number(parse(acres).quantity)).toBe(10);
  expect(valueOf(acres)).toBe(450);
  expect(valueOf({ ...hours, quantity: '7', startTime: '08:00', finishTime: '16:00' })).toBe(315);
});

test('only existing dates from 2000 to tomorrow are accepted (case 12 and the year 1)', () => {
  expect(parse({ ...baling, workDate: '' }).workDate).toBe(rules.today);
  expect(messages({ ...baling, workDate: '2027-02-29' })).toEqual({ workDate: 'Choose a date.' });
  expect(messages({ ...baling, workDate: '0001-01-01' })).toEqual({ workDate: 'Choose a date from the year 2000 on.' });
  expect(messages({ ...baling, workDate: '2027-03-29' })).toEqual({});
  expect(messages({ ...baling, workDate: '2027-03-30' })).toEqual({ workDate: 'This date is in the future.' });
});

test('names are kept as typed, and a text of a megabyte is refused with a message (case 64)', () => {
  const names = ["O'Brien & Sons <b>", 'Siân Ní Dhálaigh', '🚜 Contracting'];
  for (const customer of names) expect(parse({ ...baling, customer }).customer).toBe(customer);
  const longText = 'a'.repeat(1_000_000);
  expect(
    messages({
      ...baling,
      customer: longText,
      taskName: longText,
      taskDescription: longText,
      notes: longText,
      quantity: longText,
    }),
  ).toEqual({
    customer: 'Too long: 120 characters at most.',
    taskName: 'Too long: 80 characters at most.',
    taskDescription: 'Too long: 500 characters at most.',
    notes: 'Too long: 2,000 characters at most.',
    quantity: 'Enter a number like 12.5.',
  });
});

test('a fixed-price job has the quantity 1', () => {
  expect(number(parse({ ...baling, chargeableUnit: 'fixed', quantity: '' }).quantity)).toBe(1);
});
