// TMR mixes: an example worked out by hand to every figure, and what must hold for any mix.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { rounded, sumOf, toFixed } from '@/domain/core/fraction';
import { add, fromNumeric, toNumeric, type Decimal } from '@/domain/core/money';
import {
  freshAtDryMatter,
  hasSamePlaces,
  loadSheet,
  rationOf,
  refusalsPct,
  sheetKg,
  type Feeding,
  type TmrItem,
} from '@/domain/rations/tmr';
import { mixFeed } from './feeds';

const ROWS = [
  ['Barley straw', 0.5, [86, 6.2, 4, 110], 'forage'],
  ['Minerals', 0.15, [98, 0, 0, 650], 'mineral'],
  ['Rolled barley', 3, [86, 13.1, 11, 195], 'straight'],
  ['Rapeseed meal', 2.5, [89, 12, 38, 265], 'straight'],
  ['Soya hulls', 1.5, [88, 11, 12, 205], 'straight'],
  ['Maize silage', 15, [32, 11.3, 8.5, 45], 'forage'],
  ['Grass silage', 28, [28, 10.8, 13, 38], 'forage'],
] as const;
const ITEMS: TmrItem[] = ROWS.map(([name, fresh, analysis, category], at) => ({
  ...mixFeed(name, analysis, category),
  ...{ order: at + 1, fresh: fromNumeric(fresh), minutes: null, note: '' },
}));
const feeding = (more: Partial<Feeding> = {}): Feeding => ({
  headCount: 120,
  feedRatePct: fromNumeric(100),
  feedsPerDay: 1,
  wagonCapacityKg: null,
  roundingKg: fromNumeric(10),
  ...more,
});
const kg = (n: number) => fromNumeric(n);

test('the ration of the worked example', () => {
  const ration = rationOf(ITEMS);
  expect(ration && toFixed(ration.fresh, 2)).toBe('50.65');
  expect(ration && toFixed(ration.dm, 2)).toBe('19.34');
  expect(ration && toFixed(ration.dmPct, 1)).toBe('38.2');
  expect(ration?.me && toFixed(ration.me, 1)).toBe('216.6');
  expect(ration?.meConcentration && toFixed(ration.meConcentration, 2)).toBe('11.20');
  expect(ration?.cp && toFixed(ration.cp, 3)).toBe('2.732');
  expect(ration?.cpPct && toFixed(ration.cpPct, 1)).toBe('14.1');
  expect(ration?.cost && toFixed(ration.cost, 4)).toBe('3.4465');
  expect(ration?.costPerTonne && toFixed(ration.costPerTonne, 2)).toBe('68.05');
  expect(ration && toFixed(ration.foragePct, 1)).toBe('67.6');
  expect(ITEMS.map((item) => toFixed(rationOf([item])?.dm ?? sumOf([]), 3))).toEqual(
    '0.430 0.147 2.580 2.225 1.320 4.800 7.840'.split(' '),
  );
});

test('the load sheet for 120: kg of each ingredient, what the scale reads, and small amounts', () => {
  const sheet = loadSheet(ITEMS, feeding());
  expect(sheet.rows.map((row) => toFixed(row.kg, 0))).toEqual('60 18 360 300 180 1,800 3,360'.split(' '));
  expect(sheet.rows.map(({ reads }) => toNumeric(reads))).toEqual([60, 80, 440, 740, 920, 2720, 6080]);
  expect(sheet.rows.map(({ adds }) => toNumeric(adds))).toEqual([60, 20, 360, 300, 180, 1800, 3360]);
  expect(toFixed(sheet.total, 0)).toBe('6,078');
  // 60 kg of straw are less than 1 % of the mix, 18 kg of minerals less than 20 kg.
  expect(sheet.rows.filter(({ premix }) => premix).map(({ item }) => item.name)).toEqual(['Barley straw', 'Minerals']);
  // Rounded to 1 kg, the readings are the exact running totals.
  expect(loadSheet(ITEMS, feeding({ roundingKg: kg(1) })).rows.map(({ reads }) => toNumeric(reads))).toEqual([
    60, 78, 438, 738, 918, 2718, 6078,
  ]);
});

test('the loads depend on the wagon (case 71), a feed rate of 103 %, the head count and the feeds a day', () => {
  const loads = (capacity: number) => {
    const sheet = loadSheet(ITEMS, feeding({ wagonCapacityKg: kg(capacity) }));
    return [sheet.loads, toFixed(sheet.perLoad, 0)];
  };
  expect(loads(4200)).toEqual([2, '3,039']);
  expect(loads(6078)).toEqual([1, '6,078']);
  expect(loads(6077)).toEqual([2, '3,039']);
  expect(toFixed(loadSheet(ITEMS, feeding({ feedRatePct: kg(103) })).total, 0)).toBe('6,260');
  expect(toFixed(loadSheet(ITEMS, feeding({ headCount: 1 })).total, 2)).toBe('50.65');
  expect(toFixed(loadSheet(ITEMS, feeding({ feedsPerDay: 2 })).total, 0)).toBe('3,039');
  expect(sheetKg(loadSheet(ITEMS, feeding()).perLoad)).toBe(kg(6078));
});

test('another dry-matter percentage changes the fresh kg, so that the kg of dry matter stay the same', () => {
  expect(freshAtDryMatter(kg(28), kg(28), kg(25))).toBe(kg(31.36));
  expect(freshAtDryMatter(kg(28), kg(28), kg(28))).toBe(kg(28));
  expect(freshAtDryMatter(kg(28), kg(28), kg(0.5))).toBeNull();
  expect(freshAtDryMatter(kg(28), kg(28), kg(101))).toBeNull();
});

describe('unknown figures', () => {
  it('a missing price, energy or protein makes the sum incomplete, never too low', () => {
    const [first, ...rest] = ITEMS;
    if (!first) throw new Error('no items');
    const without = (change: Partial<TmrItem>) => rationOf([{ ...first, ...change }, ...rest]);
    expect(without({ cost: null })).toMatchObject({ cost: null, costPerTonne: null });
    expect(without({ cost: null })?.me).not.toBeNull();
    expect(without({ me: null })).toMatchObject({ me: null, meConcentration: null });
    expect(without({ cp: null })).toMatchObject({ cp: null, cpPct: null });
    // Free of charge is a price, and minerals have no energy.
    expect(without({ cost: kg(0) })?.cost).not.toBeNull();
    expect(rationOf([])).toBeNull();
  });

  it('protein given as fed is converted to protein in the dry matter (case 73)', () => {
    const item = { ...mixFeed('Nuts', [88, 12, 12, 300]), fresh: kg(4) };
    const pct = (basis: 'dm' | 'fresh') => rationOf([{ ...item, basis }])?.cpPct;
    const [fresh, dm] = [pct('fresh'), pct('dm')];
    expect(fresh && toFixed(fresh, 2)).toBe('13.64');
    expect(dm && toFixed(dm, 2)).toBe('12.00');
  });

  it('refusals are a share of what was fed', () => {
    const share = refusalsPct(kg(180), kg(6000));
    expect(share && toFixed(share, 1)).toBe('3.0');
    expect(refusalsPct(kg(1), kg(0))).toBeNull();
  });
});

test('two ingredients at the same place in the loading order are detected', () => {
  expect(hasSamePlaces([1, 2, 2])).toBe(true);
  expect(hasSamePlaces([3, 1, 2])).toBe(false);
});

test('for any mix, what is added makes up the last reading, and no reading is off by more than half a step', () => {
  const amount = fc.integer({ min: 1, max: 600_000 }).map((thousandths) => fromNumeric(thousandths / 1000));
  fc.assert(
    fc.property(
      fc.array(amount, { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(0.5, 1, 5, 10, 20),
      fc.constantFrom(null, 900, 4200),
      (amounts: Decimal[], headCount, step, capacity) => {
        const sheet = loadSheet(
          amounts.map((fresh, order) => ({ fresh, order })),
          feeding({ headCount, roundingKg: kg(step), wagonCapacityKg: capacity === null ? null : kg(capacity) }),
        );
        const last = sheet.rows.at(-1);
        expect(add(...sheet.rows.map(({ adds }) => adds))).toBe(last?.reads);
        expect(rounded(sumOf(sheet.rows.map((row) => row.kg)), 3)).toBe(rounded(sheet.perLoad, 3));
        expect(
          Math.abs(toNumeric(last?.reads ?? kg(0)) - Number(sheet.perLoad.n) / Number(sheet.perLoad.d)),
        ).toBeLessThanOrEqual(step / 2 + 1e-6);
        if (capacity !== null)
          expect(Number(sheet.perLoad.n) / Number(sheet.perLoad.d)).toBeLessThanOrEqual(capacity + 1e-6);
      },
    ),
  );
});
