// Balances of holidays: what counts as a day, leave years, and that the parts add up.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, weekday } from '@/domain/core/time';
import { balanceOf, daysOfRequest, halvesOf, leaveYearOf, type LeaveTerms } from '@/domain/time-off/leave';

const MON_TO_FRI: LeaveTerms = { days: 20, workDays: [1, 2, 3, 4, 5] };
const YEAR = { from: '2026-01-01', to: '2026-12-31' };
const away = (startDate: string, endDate = startDate, more: object = {}) => ({
  ...{ absenceType: 'holiday' as const, startDate, endDate, startTime: null, endTime: null },
  ...more,
});
const asks = (startDate: string, endDate = startDate, more: object = {}) => ({
  ...{ absenceType: 'holiday' as const, startDate, endDate, half: null },
  ...more,
});

describe('leave years', () => {
  test.each([
    ['2026-06-15', 1, '2026-01-01', '2026-12-31'],
    ['2026-03-31', 4, '2025-04-01', '2026-03-31'],
    ['2026-04-01', 4, '2026-04-01', '2027-03-31'],
    ['2024-02-29', 3, '2023-03-01', '2024-02-29'],
  ])('%s with a year from month %i is in %s to %s', (date, month, from, to) => {
    expect(leaveYearOf(date, month)).toEqual({ from, to });
  });
});

describe('days that count', () => {
  test('a request over a weekend takes only the working days of the person', () => {
    // Thu 6 to Wed 12 Aug 2026.
    const request = asks('2026-08-06', '2026-08-12');
    expect(daysOfRequest(request, MON_TO_FRI)).toBe(5);
    expect(daysOfRequest(request, { workDays: [1, 2, 3, 4, 5, 6] })).toBe(6);
    expect(daysOfRequest(request, { workDays: [6, 7] })).toBe(2);
    expect(daysOfRequest(asks('2026-08-08', '2026-08-09'), MON_TO_FRI)).toBe(0);
    expect(daysOfRequest(asks('2026-08-06', '2026-08-06', { half: 'morning' }), MON_TO_FRI)).toBe(0.5);
  });

  test.each([
    [null, null, ['morning', 'afternoon']],
    ['08:00', '13:00', ['morning']],
    ['13:00', '18:00', ['afternoon']],
    ['09:00', null, ['morning', 'afternoon']],
    ['09:00', '17:00', ['morning', 'afternoon']],
    ['20:00', '02:00', ['afternoon']],
    ['12:00', '13:00', []],
  ])('an absence from %s to %s takes %j', (startTime, endTime, halves) => {
    expect(halvesOf(away('2026-08-06', '2026-08-06', { startTime, endTime }))).toEqual(halves);
  });

  test('an absence of several days takes whole days, whatever its times', () => {
    expect(halvesOf(away('2026-08-06', '2026-08-07', { startTime: '13:00', endTime: '13:00' }))).toHaveLength(2);
  });

  test('today counts as taken, and a day on which the clocks change as one day', () => {
    const balance = balanceOf([away('2026-10-23', '2026-10-27')], [], MON_TO_FRI, YEAR, '2026-10-26');
    expect(balance).toMatchObject({ taken: 2, booked: 1, left: 17 });
    const allWeek = { ...MON_TO_FRI, workDays: [1, 2, 3, 4, 5, 6, 7] };
    expect(balanceOf([away('2026-10-24', '2026-10-26')], [], allWeek, YEAR, '2026-12-31').taken).toBe(3);
    expect(balanceOf([away('2026-03-28', '2026-03-30')], [], allWeek, YEAR, '2026-12-31').taken).toBe(3);
  });

  test('a day off sick in a holiday is no holiday, and days entered twice count once', () => {
    const absences = [
      away('2026-08-03', '2026-08-07'),
      away('2026-08-05', '2026-08-07'),
      away('2026-08-06', '2026-08-06', { absenceType: 'sick' }),
      away('2026-09-01', '2026-09-01', { absenceType: 'other' }),
    ];
    expect(balanceOf(absences, [asks('2026-08-07')], MON_TO_FRI, YEAR, '2026-08-04')).toEqual({
      ...{ entitlement: 20, taken: 2, booked: 2, asked: 0, left: 16, sick: 1, other: 1 },
    });
  });

  test('other time off takes no holiday, and without an entitlement the days left are unknown', () => {
    const requests = [asks('2026-08-03', '2026-08-07', { absenceType: 'other' }), asks('2026-08-10')];
    expect(balanceOf([], requests, { ...MON_TO_FRI, days: null }, YEAR, '2026-08-01')).toMatchObject({
      ...{ entitlement: null, asked: 1, left: null },
    });
  });

  test('the days left are negative if more than the entitlement is taken', () => {
    expect(balanceOf([away('2026-08-03', '2026-08-07')], [], { ...MON_TO_FRI, days: 3 }, YEAR, '2026-08-04').left).toBe(
      -2,
    );
  });
});

const day = fc.integer({ min: 0, max: 1200 }).map((n) => addDays('2024-11-01', n));
const span = fc.tuple(day, fc.integer({ min: 0, max: 365 })).map(([from, n]) => [from, addDays(from, n)] as const);
const times = fc.constantFrom(
  { startTime: null, endTime: null },
  { startTime: '08:00', endTime: '13:00' },
  { startTime: '13:00', endTime: '18:00' },
);
const absence = fc
  .tuple(span, times, fc.constantFrom('holiday' as const, 'sick' as const, 'other' as const))
  .map(([[startDate, endDate], time, absenceType]) => ({ startDate, endDate, ...time, absenceType }));
const request = fc
  .tuple(span, fc.constantFrom(null, 'morning' as const, 'afternoon' as const))
  .map(([[startDate, endDate], half]) => asks(startDate, half ? startDate : endDate, { half }));
const terms = fc.record({
  days: fc.integer({ min: 0, max: 732 }).map((n) => n / 2),
  workDays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
});
const month = fc.integer({ min: 1, max: 12 });

describe('for any absences and requests', () => {
  test('taken, booked, asked and left add up to the entitlement, and no day counts twice', () => {
    fc.assert(
      fc.property(
        fc.array(absence),
        fc.array(request),
        terms,
        month,
        day,
        day,
        (absences, requests, rules, start, date, today) => {
          const year = leaveYearOf(date, start);
          const { entitlement, taken, booked, asked, left, sick, other } = balanceOf(
            absences,
            requests,
            rules,
            year,
            today,
          );
          expect(taken + booked + asked + (left ?? 0)).toBe(entitlement);
          const workingDays = Array.from({ length: 366 }, (_, n) => addDays(year.from, n)).filter(
            (one) => one <= year.to && rules.workDays.includes(weekday(one)),
          ).length;
          expect(taken + booked + asked + sick + other).toBeLessThanOrEqual(workingDays);
          for (const part of [taken, booked, asked, sick, other]) expect(part * 2).toBe(Math.trunc(part * 2));
        },
      ),
    );
  });

  test('an absence over the end of a leave year is split, and its parts add up to the whole', () => {
    fc.assert(
      fc.property(span, terms, month, ([from, to], rules, start) => {
        const first = leaveYearOf(from, start);
        const last = leaveYearOf(to, start);
        const years = first.from === last.from ? [first] : [first, last];
        const parts = years.map((year) => balanceOf([away(from, to)], [], rules, year, '2024-01-01').booked);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(daysOfRequest(asks(from, to), rules));
      }),
    );
  });

  test('every date is in one leave year, which begins on the first of its month', () => {
    fc.assert(
      fc.property(day, month, (date, start) => {
        const { from, to } = leaveYearOf(date, start);
        expect(from <= date && date <= to).toBe(true);
        expect(from.slice(5)).toBe(`${String(start).padStart(2, '0')}-01`);
        expect(leaveYearOf(addDays(to, 1), start).from).toBe(addDays(to, 1));
        expect(leaveYearOf(to, start)).toEqual({ from, to });
      }),
    );
  });
});
