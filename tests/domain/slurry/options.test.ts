// What would make the storage enough must do so: the amounts are read from the words on the page and entered.
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadRules } from '@/domain/rules/load-rules';
import { REGIMES } from '@/domain/rules/regimes';
import type { Rules } from '@/domain/rules/rules';
import { findSlurryOptions, type SlurryOption } from '@/domain/slurry/options';
import { calculateSlurry, type SlurryInputs } from '@/domain/slurry/slurry';
import { rainArea } from '@/domain/slurry/store';
import {
  capacityWords,
  slurryOptionWords,
  slurryPrintout,
  slurryRemedies,
  type VolumeUnit,
} from '@/features/calculators/slurry/slurry-words';
import { runs } from '@tests/support/full';
import { present, rulesFile, slurry, store } from '../rules/farms';

const rulesBy = new Map(await Promise.all(REGIMES.map(async (regime) => [regime, await loadRules(regime)] as const)));
const GALLONS_PER_M3 = 219.969;

const bag = (volumeM3: number) => store({ id: 'more', shape: 'bag', volumeM3 });

/** The farm with the amount that the words name. */
function enter(rules: Rules, inputs: SlurryInputs, option: SlurryOption, unit: VolumeUnit): SlurryInputs {
  const amount = Number(present(/[\d,]+(\.\d+)?/.exec(slurryOptionWords(option, unit)))[0].replaceAll(',', ''));
  const m3 = unit === 'gal' ? amount / GALLONS_PER_M3 : amount;
  switch (option.kind) {
    case 'storage':
      return { ...inputs, stores: [...inputs.stores, bag(m3)] };
    case 'export':
      return { ...inputs, exportsM3: inputs.exportsM3 + m3 };
    case 'rain': {
      // Off the yards first, unless a cover is asked for; covers for what is left.
      const { rainYards } = calculateSlurry(rules, inputs);
      const off = option.coverOnly ? 0 : Math.min(m3, rainYards);
      const mmRain = (inputs.rainMm * (1 + inputs.upliftPercent / 100)) / 1000;
      let left = m3 - off;
      return {
        ...inputs,
        yardM2: rainYards > 0 ? inputs.yardM2 * (1 - off / rainYards) : inputs.yardM2,
        stores: inputs.stores.map((one) => {
          if (left <= 1e-9 || rainArea(one) === 0) return one;
          left -= rainArea(one) * mmRain;
          return { ...one, covered: true };
        }),
      };
    }
    case 'stock': {
      const lines = inputs.lines.map((one) =>
        one.id === option.line ? { ...one, head: Math.max(0, one.head - amount) } : one,
      );
      return { ...inputs, lines };
    }
  }
}

const amount = (max: number) => fc.oneof(fc.constant(0), fc.double({ min: 0, max, noNaN: true }));
const count = (max: number) => fc.integer({ min: 0, max });
const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const farm = fc.constantFrom(...REGIMES).chain((regime) => {
  const rules = present(rulesBy.get(regime));
  const stock = rules.livestock
    .filter(({ id }) => rules.figures[`livestock.${id}.slurry`]?.value != null)
    .map(({ id }) => id);
  const tank = fc.record({
    ...{ lengthM: metres(5, 40), widthM: metres(5, 20), depthM: metres(1, 4), diameterM: metres(5, 30) },
    ...{
      shape: fc.constantFrom('rect' as const, 'circular' as const, 'bag' as const),
      covered: fc.constantFrom(true, false, false),
    },
    // Northern Ireland's was not read.
    ...{ freeboardM: fc.constant(regime === 'ni' ? 0.3 : null), volumeM3: metres(20, 1000) },
  });
  const lines = fc.array(
    fc.record({
      ...{ stock: fc.constantFrom(...(stock.length > 0 ? stock : ['none'])), head: fc.oneof(count(50), count(300)) },
      ...{ share: fc.integer({ min: 0, max: 100 }), weeks: fc.option(fc.integer({ min: 1, max: 30 })) },
    }),
    { minLength: stock.length > 0 ? 1 : 0, maxLength: stock.length > 0 ? 4 : 0 },
  );
  return fc.record({
    regime: fc.constant(regime),
    unit: fc.constantFrom<VolumeUnit>('m3', 'gal'),
    inputs: fc.record({
      ...{ county: fc.constantFrom(null, ...rules.counties.map(([name]) => name)), lines },
      ...{ periodOf: fc.constantFrom('cattle' as const, 'pigs' as const), separator: fc.boolean() },
      ...{ rainMm: amount(1500), upliftPercent: amount(30), yardM2: amount(6000), cowsWashed: amount(100) },
      ...{ washPerCow: fc.constant(30), beddingM3: amount(100), importsM3: amount(200), exportsM3: amount(800) },
      ...{ lowRiskM3: amount(300), carryOverM3: amount(400), stores: fc.array(tank, { minLength: 1, maxLength: 3 }) },
    }),
  });
});

test('entering what is proposed makes the stores of every regime large enough', () => {
  const kinds = { storage: 0, export: 0, rain: 0, stock: 0, noRoom: 0 };
  fc.assert(
    fc.property(farm, ({ regime, unit, inputs: { lines, stores, ...drawn } }) => {
      const rules = present(rulesBy.get(regime));
      const inputs = slurry({
        ...drawn,
        lines: lines.map((one, at) => ({ ...one, id: String(at) })),
        stores: stores.map((one, at) => store({ ...one, id: String(at) })),
      });
      const result = calculateSlurry(rules, inputs);
      const options = findSlurryOptions(rules, inputs.lowRiskM3, result);
      expect(options.length > 0).toBe(result.compliant === false);
      expect(slurryRemedies(rules, inputs, result, unit)).toEqual({
        oneOf: options.map((option) => slurryOptionWords(option, unit)),
        each: [],
      });
      if ((result.capacity ?? 0) < 0) kinds.noRoom += 1;
      for (const option of options) {
        kinds[option.kind] += 1;
        const changed = calculateSlurry(rules, enter(rules, inputs, option, unit));
        expect(changed, `${regime}: ${slurryOptionWords(option, unit)}`).toMatchObject({ compliant: true });
        if (option.kind === 'stock') expect(option.head).toSatisfy(Number.isInteger);
      }
    }),
    runs(300, 5000),
  );
  for (const times of Object.values(kinds)) expect(times, JSON.stringify(kinds)).toBeGreaterThan(0);
});

const eng = rulesFile('eng-nvz');
const cows = (head: number) => [{ id: 'a', stock: 'dairy_cow_6000_9000', head, share: 100, weeks: null }];

test('more in the stores at the start than they hold is part of the shortfall', () => {
  const inputs = slurry({ lines: cows(10), carryOverM3: 150, stores: [bag(100)] });
  const result = calculateSlurry(eng, inputs);
  const short = present(result.required) + 50;
  expect(result).toMatchObject({ capacity: -50, compliant: false });
  expect(result.surplus).toBeCloseTo(-short, 9);
  const words = `${(Math.ceil(short * 10) / 10).toFixed(1)} m³`;
  expect(capacityWords(result, 0, 'm3')).toBe(`${words} short for the storage period.`);
  // No export of this period's slurry makes room for what was there before.
  expect(slurryRemedies(eng, inputs, result, 'm3').oneOf).toEqual([expect.stringContaining(`${words} more storage (`)]);
  const paper = slurryPrintout(eng, {}, inputs, result, 'Home Farm');
  expect(paper.answer).toContainEqual(['Usable', '−50.0 m³']);
});

test('gallons are rounded up, and animals are whole', () => {
  const inputs = slurry({ lines: cows(10), stores: [] });
  const result = calculateSlurry(eng, inputs);
  const needed = present(result.required);
  const at = (volumeM3: number) => {
    const held = { ...inputs, stores: [bag(volumeM3)] };
    return slurryRemedies(eng, held, calculateSlurry(eng, held), 'gal').oneOf;
  };
  // 1 m³ is 219.969 gallons, 1.001 m³ 220.189.
  expect(at(needed - 1)[0]).toMatch(/^220 gal more storage/);
  expect(at(needed - 1.001)[0]).toMatch(/^221 gal more storage/);
  expect(at(needed - 1).at(-1)).toBe('1 fewer in the period: Dairy cow, 6,000 to 9,000 litres');
  expect(at(needed * 0.85).at(-1)).toBe('2 fewer in the period: Dairy cow, 6,000 to 9,000 litres');
});

test('a cover is proposed where rain takes more room than the store has, and it is enough (Ireland)', () => {
  const ie = rulesFile('ie');
  // 40 × 10 × 0.7 m below the freeboard are 280 m³; 800 mm of rain are 320.
  const tank = store({ lengthM: 40, widthM: 10, depthM: 1 });
  const lines = [{ id: 'a', stock: 'dairy_cow_band_2', head: 40, share: 100, weeks: null }];
  const inputs = slurry({ county: 'Carlow', rainMm: 800, lines, stores: [tank] });
  const result = calculateSlurry(ie, inputs);
  expect(result.capacity).toBeCloseTo(-40, 6);
  expect(slurryRemedies(ie, inputs, result, 'm3').oneOf).toEqual([
    '251.2 m³ more storage (118.9 % of what is needed)',
    'Keep 251.2 m³ of rain out: cover the stores',
  ]);
  expect(calculateSlurry(ie, { ...inputs, stores: [{ ...tank, covered: true }] }).compliant).toBe(true);
});
