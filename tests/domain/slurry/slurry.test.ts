// Irish storage: soiled water, the shorter period of sheep, and the weeks that the stores hold.
import { describe, expect, test } from 'vitest';
import { calculateSlurry } from '@/domain/slurry/slurry';
import { emptySlurry, readSlurry, type SlurryForm } from '@/domain/slurry/slurry-form';
import { present, rulesFile, slurry, store } from '../rules/farms';

const ie = rulesFile('ie');
const stock = (id: string, head: number, weeks: number | null = null) => ({ id, stock: id, head, share: 100, weeks });
/** What the form's texts give; the problems if they are not complete. */
const read = (rules: typeof ie, year: string, more: Partial<SlurryForm>) =>
  readSlurry(
    rules,
    { ...emptySlurry(rules, year), county: 'Carlow', ...more },
    { stores: [], readings: {}, today: '2026-11-20' },
  );
const washOf = (year: string, more: Partial<SlurryForm> = {}, rules = ie) =>
  calculateSlurry(rules, present(read(rules, year, { cowsWashed: '96', ...more }).inputs)).wash;

describe('soiled water of 96 cows in 16 weeks', () => {
  test('is 0.21 m³ a cow and week, and 0.30 m³ from 1 October 2028', () => {
    expect(washOf('2027')).toBeCloseTo(322.56, 6);
    expect(washOf('2028')).toBeCloseTo(460.8, 6);
  });

  test('is what was typed, or the own figure with its source, in their place', () => {
    expect(washOf('2028', { wash: '25' })).toBeCloseTo((96 * 25 * 112) / 1000, 6);
    const own = { 'wash.cow@2028-10-01': { value: '0.25', reason: 'Metered' } };
    expect(washOf('2028', { own })).toBeCloseTo(96 * 0.25 * 16, 6);
  });

  test('keeps the 30 litres that a calculation was saved with', () => {
    expect(washOf('2028', { wash: '30' }, rulesFile('ie', '2026-11-20'))).toBeCloseTo(322.56, 6);
  });

  test('is asked for where the rules have no figure', () => {
    const without = {
      ...ie,
      figures: { ...ie.figures, 'wash.cow': { ...present(ie.figures['wash.cow']), value: null } },
    };
    expect(read(without, '2027', { cowsWashed: '96' }).problems).toEqual({ wash: 'Enter litres a cow a day.' });
    expect(read(without, '2027', {}).inputs?.washPerCow).toBe(0);
  });
});

describe('sheep, goats and deer', () => {
  const own = { 'livestock.ewe_lowland.slurry': { value: '0.05', reason: 'Adviser' } };

  test('need six weeks of storage beside cattle that need sixteen', () => {
    const lines = [stock('suckler_cow', 20), stock('ewe_lowland', 100)];
    const r = calculateSlurry(ie, slurry({ county: 'Carlow', lines, own }));
    expect(r.lines.map(({ weeks, m3 }) => [weeks, m3])).toEqual([
      [16, expect.closeTo(20 * 0.29 * 16, 6)],
      [6, expect.closeTo(100 * 0.05 * 6, 6)],
    ]);
    // They fill the stores all the same: 5.8 and 5 m³ a week.
    expect(r.weekly).toBeCloseTo(10.8, 6);
    expect(
      calculateSlurry(ie, slurry({ county: 'Carlow', lines: [stock('ewe_lowland', 100, 4)], own })).required,
    ).toBeCloseTo(20, 6);
  });

  test('have that period on a farm without cattle, which needs no county', () => {
    const lines = [stock('ewe_lowland', 100)];
    const r = calculateSlurry(ie, slurry({ periodOf: 'sheep', lines, own }));
    expect(r.days).toBe(42);
    expect(r.required).toBeCloseTo(30, 6);
    expect(read(ie, '2026', { periodOf: 'sheep', county: '' }).problems).toEqual({});
    // Other countries have no such period.
    expect(read(rulesFile('eng-nvz'), '2026', { periodOf: 'sheep' }).inputs?.periodOf).toBe('cattle');
  });
});

describe('the weeks that stores hold', () => {
  /** 10 cows and an open store of 7.24 x 14 x 3 m, 0.3 m of it kept clear, with 450 mm of rain in 16 weeks. */
  const farm = (more: Parameters<typeof slurry>[0] = {}) =>
    slurry({
      ...{ county: 'Carlow', rainMm: 450, lines: [stock('dairy_cow_band_2', 10)] },
      stores: [store({ lengthM: 14, widthM: 7.24, depthM: 3 })],
      ...more,
    });

  test('divide the room by all that flows in: 273.7 m³ by 3.3 of slurry and 2.85 of rain a week are 44.5', () => {
    const r = calculateSlurry(ie, farm());
    expect(r.weeks?.toFixed(1)).toBe('44.5');
    expect(r.weekly).toBeCloseTo(3.3 + (14 * 7.24 * 0.45) / 16, 6);
  });

  test('reach the storage period exactly where the storage is enough', () => {
    const at = (depthM: number, more = {}) => {
      const one = calculateSlurry(
        ie,
        farm({ stores: [store({ lengthM: 14, widthM: 7.24, depthM })], carryOverM3: 5, ...more }),
      );
      return [one.compliant, (one.weeks ?? 0) >= 16 - 1e-9];
    };
    // 52.8 m³ of slurry, 45.6 m³ of rain and the 5 m³ at the start need 1.02 m of the store below 0.3 m of freeboard.
    expect([at(1.32), at(1.33)]).toEqual([
      [false, false],
      [true, true],
    ]);
    // What leaves the farm makes room for more.
    expect([at(0.82, { exportsM3: 50 }), at(0.84, { exportsM3: 50 })]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('take rain from the room in Ireland and add it to the slurry elsewhere, with the same weeks', () => {
    const eng = rulesFile('eng-nvz');
    const tank = store({ shape: 'rect', lengthM: 14, widthM: 7.24, depthM: 3 });
    const r = calculateSlurry(eng, slurry({ rainMm: 450, lines: [stock('dairy_cow_6000_9000', 10)], stores: [tank] }));
    expect(r.weeks).toBeCloseTo((present(r.gross) * present(r.days)) / 7 / present(r.required), 6);
  });
});
