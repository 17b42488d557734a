// What the dialog of an entry makes of its texts: the changed values alone, the new hours and value, and what it refuses.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fromNumeric, toNumeric } from '@/domain/core/money';
import { editedWork } from '@/domain/works/edited-work';
import type { WorkRules } from '@/domain/works/work-rules';
import { editSchema, editText, type EditText } from '@/features/works/edit/edit-schema';
import type { Work } from '@/records/works';

const rules: WorkRules = { today: '2026-11-20', zone: 'Europe/London', incrementMinutes: 0 };
// The functions under test use only these fields.
const stored = {
  ...{ customer: 'Hill Farm', taskName: 'Hedge cutting', taskDescription: null, notes: null },
  ...{ chargeableUnit: 'hour', rate: fromNumeric(45), quantity: fromNumeric(7.3333), workDate: '2026-10-20' },
  ...{ startTime: '13:10', finishTime: '21:00', startSecond: false, finishSecond: false, breaks: 30 },
  ...{ totalTime: fromNumeric(7.3333), totalValue: fromNumeric(330), valueOverridden: false },
} as Work;
const night = {
  ...stored,
  ...{ startTime: '22:00', finishTime: '06:00', breaks: 0, quantity: fromNumeric(8) },
  ...{ totalTime: fromNumeric(8), totalValue: fromNumeric(360) },
} as Work;

const edit = (changes: Partial<EditText>, work = stored) =>
  v.safeParse(editSchema(work, rules), { ...editText(work), ...changes });
/** The messages beside the fields. */
const messages = (changes: Partial<EditText>, work = stored) =>
  Object.fromEntries(
    (edit(changes, work).issues ?? []).map((issue) => [v.getDotPath(issue) ?? '', issue.message] as const),
  );
const changed = (changes: Partial<EditText>, work = stored) => edit(changes, work).output;

test('only what was changed is sent', () => {
  expect(changed({})).toEqual({});
  expect(changed({ notes: ' Lane side ', rate: '50' })).toEqual({ notes: 'Lane side', rate: fromNumeric(50) });
  expect(changed({ totalValue: '300' })).toEqual({ totalValue: fromNumeric(300) });
  const typed = { ...stored, totalValue: fromNumeric(300), valueOverridden: true };
  expect(changed({}, typed)).toEqual({});
  // Recalculated.
  expect(changed({ totalValue: '' }, typed)).toEqual({ totalValue: null });
});

test('what is wrong is said beside its field', () => {
  expect(messages({ customer: ' ', quantity: '0', totalValue: '12.345' })).toEqual({
    customer: 'Choose or type a customer.',
    quantity: 'Enter a quantity greater than 0.',
    totalValue: 'Two decimals at most.',
  });
  expect(messages({ totalValue: '-1' })).toEqual({ totalValue: "The value can't be negative." });
  expect(messages({ quantity: '999999', rate: '99999' })).toEqual({
    quantity: 'That value is too large. Check the rate and quantity.',
  });
  expect(messages({ chargeableUnit: 'fixed', quantity: '2' })).toEqual({
    quantity: 'A fixed price is for the whole job, so its quantity is 1.',
  });
  expect(messages({ chargeableUnit: 'fixed', quantity: '1' })).toEqual({});
});

test('corrected times are checked, stored ones are left as they are', () => {
  expect(messages({ finishTime: '13:10' })).toEqual({ finishTime: 'Start and finish are the same.' });
  expect(messages({ breaks: '470' })).toEqual({ breaks: 'Breaks are longer than the time worked.' });
  expect(messages({ startTime: '' })).toEqual({ startTime: 'Enter the start time too.' });
  expect(messages({ finishTime: '' })).toEqual({ finishTime: 'Enter the finish time too.' });
  const untimed = { ...stored, finishTime: null, totalTime: null, breaks: 0, quantity: fromNumeric(3) } as Work;
  expect(changed({ notes: 'x' }, untimed)).toEqual({ notes: 'x' });
});

test('times that do not fit the night of a clock change need another date', () => {
  // From 00:30 to 02:30 is an hour in the night when the clocks go forward, so that no 60 minutes of breaks fit.
  const short = {
    ...night,
    ...{ startTime: '00:30', finishTime: '02:30', breaks: 60, totalTime: fromNumeric(1), quantity: fromNumeric(1) },
  };
  expect(messages({ workDate: '2026-03-29' }, short)).toEqual({
    workDate: 'The clocks change that night, and the times and breaks of this entry do not fit. Choose another date.',
  });
  expect(changed({ workDate: '2026-03-28' }, short)).toEqual({ workDate: '2026-03-28' });
});

describe('hours and value after an edit', () => {
  const numbers = (changes: Partial<Work>, work: Work = stored) => {
    const edited = editedWork({ ...work, ...changes }, work, rules);
    const amount = (value: Work['quantity'] | undefined) => (value == null ? null : toNumeric(value));
    return edited && [edited.minutes, amount(edited.quantity), amount(edited.value)];
  };

  test.each<[string, Partial<Work>, Work, (number | null)[]]>([
    ['another rate', { rate: fromNumeric(50) }, stored, [440, 7.3333, 366.67]],
    ['another unit keeps quantity and times', { chargeableUnit: 'acre' }, stored, [440, 7.3333, 330]],
    ['a finish an hour later', { finishTime: '22:00' }, stored, [500, 8.3333, 375]],
    ['typed hours stay', { finishTime: '22:00' }, { ...stored, quantity: fromNumeric(3) }, [500, 3, 135]],
    ['a night with an hour more', { workDate: '2026-10-24' }, night, [540, 9, 405]],
    ['a night with an hour less', { workDate: '2026-03-28' }, night, [420, 7, 315]],
    ['no quantity, corrected times', { finishTime: '22:10', quantity: null }, stored, [510, 8.5, 382.5]],
    ['no quantity, the same times', { quantity: null }, stored, [440, null, null]],
  ])('%s', (_, changes, work, expected) => {
    expect(numbers(changes, work)).toEqual(expected);
  });
});
