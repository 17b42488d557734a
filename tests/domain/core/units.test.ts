import { describe, expect, test } from 'vitest';
import { fromNumeric as d } from '@/domain/core/money';
import { missingStarters, TASK_CATEGORIES, TRADES } from '@/domain/prices/task';
import { UNITS, formatQuantityWithUnit, formatRateWithUnit, isUnit, unitOf } from '@/domain/core/units';

describe('the table of units', () => {
  test.each([
    ['hour', 'per hour', 'h', 0.25],
    ['day', 'per day', 'day', 0.5],
    ['half_day', 'per half day', 'half day', 0.5],
    ['acre', 'per acre', 'ac', 0.1],
    ['hectare', 'per hectare', 'ha', 0.01],
    ['bale', 'per bale', 'bale', 1],
    ['tonne', 'per tonne', 't', 0.01],
    ['load', 'per load', 'load', 1],
    ['m3', 'per m³', 'm³', 1],
    ['gal_1000', 'per 1,000 gallons', '1,000 gal', 0.1],
    ['mile', 'per mile', 'mile', 1],
    ['km', 'per km', 'km', 1],
    ['metre', 'per metre', 'm', 1],
    ['head', 'per head', 'head', 1],
    ['each', 'each', 'each', 1],
    ['fixed', 'fixed price', 'fixed price', 1],
  ])('%s', (code, label, short, step) => {
    expect(unitOf(code)).toMatchObject({ code, label, short, step: d(step), fromTimes: code === 'hour' });
  });
  test('has each code once, and only the fixed price has its quantity locked', () => {
    expect(new Set(UNITS.map((unit) => unit.code)).size).toBe(16);
    expect(UNITS.filter((unit) => unit.lockedQuantity !== null).map((unit) => unit.code)).toEqual(['fixed']);
    expect(unitOf('fixed').lockedQuantity).toBe(d(1));
  });
  test.each(['per sack', '', 'Hour', '__proto__', 'constructor'])('an older text %j is shown as it is', (code) => {
    expect(isUnit(code)).toBe(false);
    expect(unitOf(code)).toMatchObject({ label: code, short: code, fromTimes: false, lockedQuantity: null });
  });
});

test.each([
  [12.5, 'acre', undefined, '12.5 ac'],
  [86, 'bale', undefined, '86 bales'],
  [1, 'bale', undefined, '1 bale'],
  [1.5, 'day', undefined, '1.5 days'],
  [0.5, 'day', undefined, '0.5 days'],
  [2, 'half_day', undefined, '2 half days'],
  [417, 'head', undefined, '417 head'],
  [1240.5, 'm3', undefined, '1,240.5 m³'],
  [62.5, 'gal_1000', undefined, '62,500 gal'],
  [0.0005, 'gal_1000', undefined, '0.5 gal'],
  [212, 'metre', undefined, '212 m'],
  [118, 'mile', undefined, '118 miles'],
  [6, 'each', undefined, '6 each'],
  [1, 'fixed', undefined, 'fixed price'],
  [7.3333, 'hour', 440, '7 h 20'],
  [7.3333, 'hour', undefined, '7 h 20'],
  [9, 'hour', 540, '9 h'],
  [0.6167, 'hour', undefined, '0 h 37'],
  // A typed quantity is billed, even if it differs from the times.
  [8, 'hour', 440, '8 h'],
  [7.31, 'hour', 440, '7.31 h'],
  [12, 'per sack', undefined, '12 per sack'],
])('%d in %s (%s minutes) is formatted as %s', (quantity, code, minutes, text) => {
  expect(formatQuantityWithUnit(d(quantity), code, minutes)).toBe(text);
});

test.each([
  [14.85, 'gal_1000', '£14.85 / 1,000 gal'],
  [32.06, 'acre', '£32.06 / ac'],
  [45, 'hour', '£45.00 / h'],
  [0.0425, 'm3', '£0.0425 / m³'],
  [6.22, 'bale', '£6.22 / bale'],
  [3.5, 'each', '£3.50 each'],
  [450, 'fixed', '£450.00'],
])('a rate of %d for %s is formatted as %s', (rate, code, text) => {
  expect(formatRateWithUnit(d(rate), code, 'GBP')).toBe(text);
});

test('the common tasks have known units and categories, and each is in the pack once', () => {
  const starters = missingStarters([], TRADES);
  expect(new Set(starters.map((task) => task.name.toLowerCase())).size).toBe(starters.length);
  expect(starters.filter((task) => !isUnit(task.chargeableUnit))).toEqual([]);
  expect(TASK_CATEGORIES).toHaveLength(13);
});
