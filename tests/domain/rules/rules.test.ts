// The files of the rules: their shape, their sources, and that nothing without a source has a value.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { figureOf, isUnconfirmed, keyOn, Lookup, ownValue } from '@/domain/rules/figures';
import { loadRules, regimeOf } from '@/domain/rules/load-rules';
import { MONTH_DAY_PERIOD } from '@/domain/rules/period';
import { REGIMES } from '@/domain/rules/regimes';
import { parseRules } from '@/domain/rules/rules';
import { proteinSteps } from '@/domain/stocking/stocking';
import { present, rulesFile, rulesFiles, rulesJson } from './farms';

const DEADLINES = 'src/domain/rules/data/movement-deadlines-2026-11-26.json';

describe.each(REGIMES.flatMap(rulesFiles))('the rules in %s', (file) => {
  const rules = parseRules(JSON.parse(readFileSync(file, 'utf8')));

  test('name a source for every value, and have no value where no source was read', () => {
    for (const [key, { value, source, confidence }] of Object.entries(rules.figures)) {
      const isKnown = ['read', 'secondary', 'derived'].includes(confidence);
      expect(value !== null, key).toBe(isKnown);
      if (isKnown) expect(source, key).not.toBeNull();
      if (source !== null) expect(rules.sources[source], key).toBeDefined();
      if (typeof value === 'string') expect(value, key).toMatch(MONTH_DAY_PERIOD);
      else if (value !== null) expect(value, key).toBeGreaterThanOrEqual(0);
    }
    for (const id of rules.law) expect(rules.sources[id], id).toBeDefined();
  });

  test('have the figures that the calculators ask for', () => {
    for (const { id, kind } of rules.livestock) {
      expect(rules.figures, id).toHaveProperty([`livestock.${id}.slurry`]);
      if (kind) expect(kind).toMatch(/^[a-z_0-9]+$/);
    }
    for (const { id } of rules.livestock.filter(({ slurryOnly }) => !slurryOnly)) {
      expect(rules.figures).toHaveProperty([`livestock.${id}.n`]);
      expect(rules.figures).toHaveProperty([`livestock.${id}.p`]);
    }
    for (const { id } of rules.manures) expect(rules.figures).toHaveProperty([`manure.${id}.n`]);
    for (const { id } of rules.closedPeriods) expect(rules.figures).toHaveProperty([`closed.${id}`]);
    for (const { id } of rules.crops) {
      // Ireland limits the phosphorus of a crop by the soil index instead.
      const keys = rules.regime === 'ie' ? [1, 2, 3, 4].map((index) => `tillageP.${id}.${index}`) : [`nMax.${id}`];
      for (const key of keys) expect(rules.figures).toHaveProperty([key]);
    }
    for (const key of ['freeboard.open', 'freeboard.covered', 'freeboard.lagoon', 'rain.uplift', 'wash.cow']) {
      expect(rules.figures).toHaveProperty([key]);
    }
    expect(rules.luSets.map(([id]) => id)).toContain(rules.defaultLuSet);
    const ids = rules.livestock.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('the files in use are 60 kB together at most, compressed', () => {
  // The older ones of a regime are loaded only for calculations that were saved with them.
  const inUse = [...REGIMES.map((regime) => present(rulesFiles(regime).at(-1))), DEADLINES];
  const bytes = inUse.map((file) => gzipSync(readFileSync(file)).length);
  expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(60_000);
});

test.each(REGIMES)('every version of %s is loaded by its name, the newest without one', async (regime) => {
  const files = rulesFiles(regime);
  expect(await loadRules(regime)).toEqual(rulesFile(regime));
  for (const file of files) {
    const version = file.slice(-'2026-11-20.json'.length, -'.json'.length);
    expect(await loadRules(regime, version)).toMatchObject({ regime, version });
  }
});

test('a file of another shape is refused', () => {
  const file = rulesJson('ie') as { figures: object };
  const broken = (figures: object) => () => parseRules({ ...file, figures: { ...file.figures, ...figures } });
  expect(broken({})).not.toThrow();
  expect(broken({ 'limit.farmN': [null, 'kg N/ha', 'ie-derog', 'read'] })).toThrow();
  expect(broken({ 'limit.farmN': [170, 'kg N/ha', null, 'missing'] })).toThrow();
  expect(broken({ 'limit.farmN': { value: 170 } })).toThrow();
  expect(() => parseRules({ ...file, regime: 'france' })).toThrow();
});

test('an own figure replaces the figure of the rules, with its reason', () => {
  const rules = rulesFile('ie');
  const own = { 'manure.cattle_slurry.n': { value: '3.1', reason: 'Lab 12 Mar' } };
  expect(figureOf(rules, own, 'manure.cattle_slurry.n')).toMatchObject({
    value: 3.1,
    confidence: 'own',
    replaced: 2.4,
    source: { title: 'Lab 12 Mar' },
  });
  expect(
    figureOf(rules, { 'manure.cattle_slurry.n': { value: 'much', reason: 'x' } }, 'manure.cattle_slurry.n').value,
  ).toBe(2.4);
  expect([
    ownValue('2,5'),
    ownValue('-1'),
    ownValue(''),
    ownValue('10-15/01-31'),
    ownValue('13-01/01-31'),
    ownValue('02-30/03-01'),
  ]).toEqual([null, null, null, '10-15/01-31', null, null]);
  expect(isUnconfirmed(figureOf(rules, {}, 'limit.farmN'))).toBe(true);
  expect(isUnconfirmed(figureOf(rulesFile('eng-nvz'), {}, 'limit.farmN'))).toBe(false);
});

test('a figure that changes on a day has its new value from that day on', () => {
  const rules = rulesFile('ie');
  const cow = 'livestock.dairy_cow_band_2.slurry';
  expect(keyOn(rules, cow, '2028-09-30')).toBe(cow);
  expect(keyOn(rules, cow, '2028-10-01')).toBe(`${cow}@2028-10-01`);
  expect([new Lookup(rules, {}, '2028-09-30').number(cow), new Lookup(rules, {}, '2028-10-01').number(cow)]).toEqual([
    0.33, 0.4,
  ]);
});

test('each country starts with its own rules', () => {
  expect((['england', 'wales', 'scotland', 'northern_ireland', 'ireland'] as const).map(regimeOf)).toEqual([
    'eng-nvz',
    'wales',
    'scot-nvz',
    'ni',
    'ie',
  ]);
});

test('the diets with a figure of their own are those of the rules', () => {
  expect(proteinSteps(rulesFile('ie'), '2')).toEqual([13, 14, 15]);
  expect(proteinSteps(rulesFile('ni'), '2')).toEqual([]);
});
