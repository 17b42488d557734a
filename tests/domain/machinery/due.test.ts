// When a service is due: by the meter, by the date, and by how much the machine was used.
import { describe, expect, test } from 'vitest';
import { fromNumeric, formatMoney } from '@/domain/core/money';
import { costPerUnit, NO_COSTS, sumOf, totalOf } from '@/domain/machinery/costs';
import {
  dueItems,
  dueOf,
  dueWithin,
  firstDueByMachine,
  usePerDay,
  type DueMachine,
  type DueSchedule,
} from '@/domain/machinery/due';
import { formatReading, partsOf, type MachineType, type MeterType } from '@/domain/machinery/machine';
import { dueWords } from '@/domain/machinery/machine-words';
import { readyMadeFor } from '@/domain/machinery/ready-made';

const machine: DueMachine = {
  ...{ id: 'm1', name: 'Claas 2', status: 'in_use', meterType: 'hours', currentReading: 2812, meterOffset: 0 },
  ...{
    purchaseDate: null,
    insuranceExpires: null,
    taxExpires: null,
    motDue: null,
    lolerDue: null,
    sprayerTestDue: null,
  },
};
const schedule: DueSchedule = {
  ...{ id: 's1', machineId: 'm1', name: 'Engine oil', intervalMeter: 500, intervalMonths: 12 },
  ...{ lastDoneAt: '2026-03-12', lastDoneReading: 2350, lastDoneOffset: 0, firstAtReading: null },
  ...{ warnPct: 10, warnDays: 30, active: true },
};
const today = '2026-11-20';
const READINGS_90_DAYS_AGO = {
  beforeReading: 2443,
  beforeAt: '2026-08-22T00:00:00Z',
  afterReading: 2450,
  afterAt: '2026-08-24T08:00:00Z',
};

describe('when a service is due', () => {
  test('the worked example: 500 h or 12 months, 38 h left at 4.1 h a day', () => {
    const perDay = usePerDay(READINGS_90_DAYS_AGO, 2812, today);
    expect(perDay).toBeCloseTo(4.1, 10);
    expect(dueOf(machine, schedule, perDay, today)).toEqual({
      ...{ state: 'due_soon', dueReading: 2850, remaining: 38, dueDate: '2027-03-12' },
      ...{ projected: '2026-11-30', on: '2026-11-30' },
    });
    // After a service at 2,861 h, the next one counts from there.
    const next = { ...schedule, lastDoneReading: 2861, lastDoneAt: '2026-11-30' };
    expect(dueOf({ ...machine, currentReading: 2861 }, next, perDay, '2026-11-30').dueReading).toBe(3361);
  });

  test('six months after 31 August is the last day of February (case 13)', () => {
    const monthly = { ...schedule, intervalMeter: null, intervalMonths: 6, lastDoneAt: '2026-08-31' };
    expect(dueOf(machine, monthly, null, today).dueDate).toBe('2027-02-28');
    expect(dueOf(machine, { ...monthly, lastDoneAt: '2027-08-31' }, null, today).dueDate).toBe('2028-02-29');
  });

  test('a service by months that was never done counts from the purchase, else has no date (case 66)', () => {
    const never = { ...schedule, intervalMeter: null, lastDoneAt: null, lastDoneReading: null };
    expect(dueOf({ ...machine, purchaseDate: '2026-05-01' }, never, null, today)).toMatchObject({
      ...{ state: 'ok', dueDate: '2027-05-01' },
    });
    expect(dueOf(machine, never, null, today)).toMatchObject({ state: 'no_date', on: null });
  });

  test('a machine that was not used for 90 days is due by its date only (case 67)', () => {
    const still = { ...READINGS_90_DAYS_AGO, beforeReading: 2812, afterReading: null, afterAt: null };
    expect(usePerDay(still, 2812, today)).toBe(0);
    expect(dueOf(machine, schedule, 0, today)).toMatchObject({ projected: null, on: '2027-03-12' });
  });

  test('due soon at exactly 50 of 500 left, overdue at exactly 0 (case 68)', () => {
    const at = (currentReading: number) => dueOf({ ...machine, currentReading }, schedule, null, today).state;
    expect([at(2799.9), at(2800), at(2849.9), at(2850), at(2851)]).toEqual([
      ...['ok', 'due_soon', 'due_soon', 'overdue', 'overdue'],
    ]);
  });

  test('use continues to count after a meter is replaced, and the due reading is that of the new meter', () => {
    const replaced = { ...machine, currentReading: 5, meterOffset: 2812 };
    expect(dueOf(replaced, schedule, null, today)).toMatchObject({ remaining: 33, dueReading: 38 });
  });

  test('the first service is due at its own reading', () => {
    const first = { ...schedule, lastDoneAt: null, lastDoneReading: null, intervalMonths: null, firstAtReading: 50 };
    expect(dueOf({ ...machine, currentReading: 46 }, first, null, today)).toMatchObject({
      ...{ state: 'due_soon', remaining: 4, dueReading: 50 },
    });
    expect(dueOf(machine, { ...first, firstAtReading: null }, null, today).state).toBe('no_date');
  });

  test('done without a reading, it is counted from the last reading that is known: 250 h on, not a year on', () => {
    const oil = { ...schedule, intervalMeter: 250, lastDoneAt: '2026-11-20', lastDoneReading: null };
    // Counted from 2,812 h; 4.1 h a day are 61 days.
    expect(dueOf(machine, { ...oil, countsFrom: 2812 }, 4.1, today)).toEqual({
      ...{ state: 'ok', dueReading: 3062, remaining: 250, dueDate: '2027-11-20' },
      ...{ projected: '2027-01-20', on: '2027-01-20' },
    });
    // Over a replaced meter it counts by the lifetime; what the service itself says has its own offset.
    const replaced = { ...machine, currentReading: 5, meterOffset: 2812 };
    expect(dueOf(replaced, { ...oil, countsFrom: 2800 }, null, today)).toMatchObject({
      remaining: 233,
      dueReading: 238,
    });
    // The first service is done: its own reading does not count any more.
    expect(dueOf(machine, { ...oil, firstAtReading: 50, countsFrom: 2812 }, null, today).remaining).toBe(250);
    expect(dueOf(machine, { ...oil, firstAtReading: 50, countsFrom: null }, null, today).remaining).toBeNull();
  });

  test('without any reading it says that the meter lacks one, and not that the service was never done', () => {
    const unread = { ...machine, currentReading: null };
    const words = (one: DueSchedule) => dueWords(dueOf(unread, one, null, today), 'hours', today, (date) => date);
    const oil = { ...schedule, lastDoneReading: null, countsFrom: null };
    expect(words(oil)).toBe('due 2027-03-12; the meter has no reading to count from');
    expect(words({ ...oil, intervalMonths: null })).toBe('Enter a reading of the meter');
    expect(words({ ...oil, intervalMonths: null, lastDoneAt: null })).toBe('Say when it was last done');
    expect(words({ ...oil, intervalMeter: null })).toBe('due 2027-03-12');
  });

  test('readings with decimals do not drift', () => {
    const fine = { ...schedule, lastDoneReading: 0.1, intervalMeter: 0.2, intervalMonths: null };
    expect(dueOf({ ...machine, currentReading: 0.3 }, fine, null, today)).toMatchObject({
      remaining: 0,
      state: 'overdue',
    });
  });
});

test('use is measured from the first reading of a newer machine, and not from readings of one day', () => {
  const first = { beforeReading: null, beforeAt: null, afterReading: 10, afterAt: '2026-11-10T08:00:00Z' };
  expect(usePerDay(first, 60, today)).toBe(5);
  expect(usePerDay({ ...first, afterAt: '2026-11-20T08:00:00Z' }, 60, today)).toBeNull();
  expect(usePerDay(undefined, 60, today)).toBeNull();
});

test('the due list has the most urgent first, includes the dates of machines, and leaves out sold machines', () => {
  const insured = {
    ...machine,
    id: 'm2',
    name: 'Baler',
    insuranceExpires: '2026-11-19',
    motDue: '2026-12-20',
    taxExpires: '2027-11-01',
  };
  const sold = { ...machine, id: 'm3', status: 'sold' as const, motDue: '2026-01-01' };
  const items = dueItems(
    [machine, insured, sold],
    [schedule, { ...schedule, id: 's2', active: false }],
    { m1: READINGS_90_DAYS_AGO },
    today,
  );
  expect(items.map(({ machineName, name, due }) => [machineName, name, due.state])).toEqual([
    ['Baler', 'Insurance', 'overdue'],
    ['Claas 2', 'Engine oil', 'due_soon'],
    ['Baler', 'MOT', 'due_soon'],
    ['Baler', 'Tax', 'ok'],
  ]);
  expect(dueWithin(items, 60, today)).toHaveLength(3);
  expect(firstDueByMachine(items).get('m2')?.name).toBe('Insurance');
});

test('cost per hour: £2,340 over 462 h is £5.06 an hour, and has no figure over 0 hours', () => {
  const per = costPerUnit(fromNumeric(2340), fromNumeric(462));
  expect(per && formatMoney(per, 'GBP')).toBe('£5.06');
  expect(costPerUnit(fromNumeric(2340), fromNumeric(0))).toBeNull();
  // Half a penny rounds away from zero.
  expect(costPerUnit(fromNumeric(0.05), fromNumeric(10))).toBe(fromNumeric(0.01));
  const costs = { ...NO_COSTS, parts: fromNumeric(10.1), labour: fromNumeric(0.2) };
  expect([totalOf(NO_COSTS), totalOf(costs)]).toEqual([null, fromNumeric(10.3)]);
  expect(sumOf([totalOf(costs), null])).toBe(fromNumeric(10.3));
});

test('ready-made plans fit the type, the meter and the reading', () => {
  const plans = (machineType: MachineType, meterType: MeterType, currentReading: number | null) =>
    readyMadeFor({ machineType, meterType, currentReading, widthM: null }, 'england').map(({ plan }) => plan);
  expect(plans('tractor', 'hours', null).map(({ name }) => name)).toContain('Engine oil and filter');
  expect(plans('tractor', 'hours', null)[1]?.firstAtReading).toBe(50);
  expect(plans('tractor', 'hours', 2812)[1]?.firstAtReading).toBeNull();
  expect(plans('tractor', 'none', null).every(({ intervalMeter }) => intervalMeter === null)).toBe(true);
});

test('readings are written with their unit, and invalid parts of a stored list are left out', () => {
  expect([formatReading(2812, 'hours'), formatReading(12.5, 'km'), formatReading(3, 'none')]).toEqual([
    '2,812 h',
    '12.5 km',
    '3',
  ]);
  const part = { number: 'AB1', name: 'Filter', quantity: 2 };
  expect(partsOf([part, null, 'x', { number: 1 }])).toEqual([part]);
  expect(partsOf(null)).toEqual([]);
});

test('a due service is described by the meter, by the date, or by both', () => {
  const words = (due: Partial<ReturnType<typeof dueOf>>) =>
    dueWords(
      { ...{ state: 'ok', dueReading: null, remaining: null, dueDate: null, projected: null, on: null }, ...due },
      'hours',
      today,
      (date) => date,
    );
  const dueDate = '2027-03-12';
  expect([
    words({ remaining: 38, projected: '2026-11-30', on: '2026-11-30', dueDate }),
    words({ remaining: -51, dueDate, projected: today, on: today }),
    words({ remaining: 0 }),
    words({ remaining: 400, dueDate: '2026-11-21', on: '2026-11-21' }),
    words({ dueDate: '2026-11-19', on: '2026-11-19' }),
    words({}),
  ]).toEqual([
    '38 h left, about 2026-11-30; or 2027-03-12',
    '51 h over',
    'due now',
    'due 2026-11-21, in 1 day; 400 h left',
    'was due 2026-11-19',
    'Say when it was last done',
  ]);
});
