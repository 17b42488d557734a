// Compliance items: when they are due, their states and score, and how long their evidence is kept.
import { expect, test } from 'vitest';
import {
  dateDoneFor,
  dateState,
  keptUntil,
  mayDelete,
  monthsOf,
  nextDue,
  openDates,
  RECURRENCES,
  scoreOf,
  stateOf,
  type Done,
  type Item,
} from '@/domain/compliance/item';

const item = (more: Partial<Item> = {}): Item => ({
  ...{ id: 'a', dueOn: null, recurrence: 'annual', customMonths: null, recurrenceAnchor: 'due_date', leadDays: 30 },
  notApplicableReason: null,
  ...more,
});
const done = (doneOn: string, more: Partial<Done> = {}): Done => ({
  ...{ itemId: 'a', forDueOn: null, doneOn, expiresOn: null, createdAt: `${doneOn}T12:00:00Z` },
  ...more,
});

test('a date set by law does not move when the item is done late or early', () => {
  const nitrates = item({ dueOn: '2026-03-31' });
  expect(nextDue(nitrates, [])).toBe('2026-03-31');
  expect(nextDue(nitrates, [done('2026-04-04', { forDueOn: '2026-03-31' })])).toBe('2027-03-31');
  // Nor when it is done early.
  expect(nextDue(nitrates, [done('2026-01-10', { forDueOn: '2026-03-31' })])).toBe('2027-03-31');
});

test('with the anchor done_date the next date counts from the day on which the item was done', () => {
  const sprayerTest = item({ recurrence: '3y', recurrenceAnchor: 'done_date', dueOn: '2026-10-01' });
  expect(nextDue(sprayerTest, [])).toBe('2026-10-01');
  expect(nextDue(sprayerTest, [done('2026-11-26')])).toBe('2029-11-26');
});

test('an annual date of 29 February is 28 February in other years, and 29 again in a leap year', () => {
  const leap = item({ dueOn: '2028-02-29' });
  expect(nextDue(leap, [done('2028-02-29', { forDueOn: '2028-02-29' })])).toBe('2029-02-28');
  expect(nextDue(leap, [done('2031-02-28', { forDueOn: '2031-02-28' })])).toBe('2032-02-29');
  const counted = item({ recurrenceAnchor: 'done_date' });
  expect(nextDue(counted, [done('2028-02-29')])).toBe('2029-02-28');
});

test('a monthly date at the end of a month does not drift', () => {
  const monthly = item({ recurrence: 'monthly', dueOn: '2027-01-31' });
  const dates = [];
  const history: Done[] = [];
  for (let n = 0; n < 5; n += 1) {
    const next = nextDue(monthly, history) ?? '';
    dates.push(next);
    history.push(done(next, { forDueOn: next }));
  }
  expect(dates).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
});

test('an item without recurrence is not due again, unless its certificate expires or a new date is set', () => {
  const once = item({ recurrence: 'none' });
  expect(nextDue(once, [])).toBeNull();
  expect(nextDue(once, [done('2026-05-01')])).toBeNull();
  expect(nextDue(once, [done('2026-05-01', { expiresOn: '2027-05-01' })])).toBe('2027-05-01');
  const dated = item({ recurrence: 'none', dueOn: '2026-06-01' });
  expect(nextDue(dated, [])).toBe('2026-06-01');
  expect(nextDue(dated, [done('2026-05-30', { forDueOn: '2026-06-01' })])).toBeNull();
  expect(nextDue({ ...dated, dueOn: '2027-06-01' }, [done('2026-05-30', { forDueOn: '2026-06-01' })])).toBe(
    '2027-06-01',
  );
});

test('a certificate that expires before the next date makes the item due earlier', () => {
  const insured = item({ dueOn: '2026-03-01' });
  const completion = done('2026-03-01', { forDueOn: '2026-03-01', expiresOn: '2026-12-31' });
  expect(nextDue(insured, [completion])).toBe('2026-12-31');
  const tested = item({ recurrence: '3y', recurrenceAnchor: 'done_date' });
  expect(nextDue(tested, [done('2026-03-01', { expiresOn: '2027-03-01' })])).toBe('2027-03-01');
});

test('every recurrence leads to a date after the last one', () => {
  for (const recurrence of RECURRENCES) {
    if (recurrence === 'none') continue;
    const one = item({ recurrence, customMonths: recurrence === 'custom_months' ? 7 : null, dueOn: '2024-02-29' });
    const next = nextDue(one, [done('2024-03-02', { forDueOn: '2024-02-29' })]) ?? '';
    expect(next > '2024-02-29', recurrence).toBe(true);
    expect(monthsOf(one)).toBeGreaterThan(0);
  }
});

test('missed dates can be caught up one by one', () => {
  const yearly = item({ dueOn: '2024-04-30' });
  expect(openDates(yearly, [], '2026-11-25')).toEqual(['2024-04-30', '2025-04-30', '2026-04-30', '2027-04-30']);
  expect(openDates(yearly, [done('2026-11-25', { forDueOn: '2026-04-30' })], '2026-11-25')).toEqual(['2027-04-30']);
  expect(openDates(item({ recurrence: 'none' }), [], '2026-11-25')).toEqual([]);
});

test('evidence of last year that is entered today does not fulfil the next date', () => {
  const nitrates = item({ dueOn: '2027-03-31' });
  const today = '2026-11-25';
  expect(dateDoneFor(nitrates, [], '2026-03-30', today)).toBe('2026-03-31');
  expect(nextDue(nitrates, [done('2026-03-30', { forDueOn: '2026-03-31' })])).toBe('2027-03-31');
  expect(dateDoneFor(nitrates, [], '2024-02-01', today)).toBe('2024-03-31');
  // Early for the next date, on the last date itself, and the day after it.
  expect(dateDoneFor(nitrates, [], today, today)).toBe('2027-03-31');
  expect(dateDoneFor(nitrates, [], '2026-03-31', today)).toBe('2026-03-31');
  expect(dateDoneFor(nitrates, [], '2026-04-01', today)).toBe('2027-03-31');
  expect(dateDoneFor(item({ recurrence: 'none' }), [], today, today)).toBeNull();
  expect(dateDoneFor(item({ dueOn: '2026-01-01', recurrenceAnchor: 'done_date' }), [], '2020-01-01', today)).toBe(
    '2026-01-01',
  );
});

test('the renewal of a certificate that expires just before the due date counts for that date', () => {
  const insurance = item({ dueOn: '2026-03-01' });
  const history = [done('2026-03-01', { forDueOn: '2026-03-01', expiresOn: '2027-02-28' })];
  expect(nextDue(insurance, history)).toBe('2027-02-28');
  expect(openDates(insurance, history, '2027-02-25')).toEqual(['2027-03-01']);
  const renewed = [...history, done('2027-02-25', { forDueOn: '2027-03-01', expiresOn: '2028-02-28' })];
  expect(nextDue(insurance, renewed)).toBe('2028-02-28');
});

test('on its date an item is due soon, the day after it is overdue', () => {
  expect(dateState('2026-11-25', 30, '2026-11-25')).toBe('due_soon');
  expect(dateState('2026-11-24', 30, '2026-11-25')).toBe('overdue');
  expect(dateState('2026-12-25', 30, '2026-11-25')).toBe('due_soon');
  expect(dateState('2026-12-26', 30, '2026-11-25')).toBe('ok');
  expect(dateState('2026-11-26', 0, '2026-11-25')).toBe('ok');
});

test('an item without a date is up to date once there is evidence; a reason entered makes it not applicable', () => {
  const known = { on: null, hasEvidence: true, lacksSomething: false };
  expect(stateOf(item(), { ...known, hasEvidence: false }, '2026-11-25')).toBe('no_date');
  expect(stateOf(item(), known, '2026-11-25')).toBe('ok');
  const reason = item({ notApplicableReason: 'No pigs' });
  expect(stateOf(reason, { ...known, on: '2020-01-01' }, '2026-11-25')).toBe('not_applicable');
});

test('an item with gaps in its records is never up to date and lowers the score', () => {
  const known = { on: '2030-01-01', hasEvidence: true, lacksSomething: true };
  expect(stateOf(item(), known, '2026-11-25')).toBe('incomplete');
  expect(stateOf(item(), { ...known, on: '2026-11-24' }, '2026-11-25')).toBe('overdue');
  expect(scoreOf(['ok', 'incomplete'])).toMatchObject({ counted: 2, upToDate: 1, percent: 50, incomplete: 1 });
});

test('18 up to date, 2 due soon and 1 overdue are 20 of 21: 95 %', () => {
  const states = [
    ...Array.from({ length: 18 }, () => 'ok' as const),
    ...(['due_soon', 'due_soon', 'overdue', 'no_date', 'not_applicable'] as const),
  ];
  expect(scoreOf(states)).toMatchObject({ counted: 21, upToDate: 20, percent: 95, overdue: 1 });
});

test('100 % is shown only if nothing is overdue, and no percentage if no item counts', () => {
  expect(scoreOf([...Array.from({ length: 999 }, () => 'ok' as const), 'overdue']).percent).toBe(99);
  expect(scoreOf(['ok', 'due_soon']).percent).toBe(100);
  expect(scoreOf(['no_date', 'not_applicable']).percent).toBeNull();
  expect(scoreOf([]).percent).toBeNull();
});

test('a retention ends on the exact day, also from a leap day; without a retention there is no end', () => {
  expect(keptUntil('2026-04-30', 60)).toBe('2031-04-30');
  expect(keptUntil('2028-02-29', 36)).toBe('2031-02-28');
  expect(keptUntil('2026-08-31', 3)).toBe('2026-11-30');
  expect(keptUntil('2026-04-30', null)).toBeNull();
});

test('evidence may be deleted for a week, then only after its retention', () => {
  const now = new Date('2026-11-25T12:00:00Z');
  const kept = { doneOn: '2026-04-30', createdAt: '2026-04-30T12:00:00Z', keepUntil: null };
  expect(mayDelete(kept, 60, now)).toBe(false);
  expect(mayDelete(kept, null, now)).toBe(true);
  expect(mayDelete({ ...kept, createdAt: '2026-11-20T12:00:00Z' }, 60, now)).toBe(true);
  expect(mayDelete({ ...kept, createdAt: '' }, 60, now)).toBe(true);
  const before = { ...kept, doneOn: '2021-11-24', createdAt: '2021-11-24T12:00:00Z' };
  expect(mayDelete(before, 60, now)).toBe(true);
  expect(mayDelete({ ...before, doneOn: '2021-11-25' }, 60, now)).toBe(false);
});

test('evidence is kept until its stored date or the end of its retention, whichever is later', () => {
  expect(keptUntil('2026-04-30', 12, '2031-04-30')).toBe('2031-04-30');
  expect(keptUntil('2026-04-30', 72, '2031-04-30')).toBe('2032-04-30');
  expect(keptUntil('2026-04-30', null, '2031-04-30')).toBe('2031-04-30');
  const now = new Date('2026-11-25T12:00:00Z');
  const kept = { doneOn: '2001-01-01', createdAt: '2026-04-30T12:00:00Z', keepUntil: '2026-11-25' };
  expect(mayDelete(kept, 1, now)).toBe(false);
  expect(mayDelete(kept, null, now)).toBe(false);
  expect(mayDelete({ ...kept, keepUntil: '2026-11-24' }, 1, now)).toBe(true);
  expect(mayDelete({ ...kept, createdAt: '2026-11-20T12:00:00Z' }, 1, now)).toBe(true);
});
