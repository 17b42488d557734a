// Examples that were worked out by hand in the design of the calculators, and edge cases. Where the design used other
// figures than the rules data (src/domain/rules/data), the expected result is worked out again with the rules data, and
// a comment names the difference.
import { describe, expect, test } from 'vitest';
import { closedOn, closedWords, februaryRule } from '@/domain/nutrients/closed-periods';
import { P_FORM_MISSING, phosphorusOf, productProblem } from '@/domain/nutrients/fertiliser';
import { grantedBand } from '@/domain/nutrients/limits';
import { calculateNutrients } from '@/domain/nutrients/nutrients';
import { Lookup } from '@/domain/rules/figures';
import { loadRules } from '@/domain/rules/load-rules';
import { calculateSlurry, storagePeriod } from '@/domain/slurry/slurry';
import { levelOf, storeProblem } from '@/domain/slurry/store';
import { calculateStocking, lightOf } from '@/domain/stocking/stocking';
import { field, line, nutrients, present, rulesFile, slurry, stocking, store } from './farms';

const eng = rulesFile('eng-nvz');
const ie = rulesFile('ie');
const engLookup = new Lookup(eng);
const ieLookup = new Lookup(ie);
/** Matches a number that is the same to this many decimals. */
const about = (value: number, digits: number): unknown => expect.closeTo(value, digits);
/** Rounded to one decimal. */
const round1 = (value: number | null | undefined) => (value == null ? value : Number(value.toFixed(1)));

describe('stocking rate', () => {
  const irish = () =>
    calculateStocking(
      ie,
      stocking({
        areaHa: 58,
        luSet: 'nix',
        lines: [
          line('dairy_cow_band_2', 100),
          line('calf_0_90d', 25),
          line('cattle_91d_1y', 25),
          line('cattle_female_1_2', 25),
        ],
      }),
    );

  test('an Irish dairy farm over the limit of 170 kg N/ha, with three ways to get below it', () => {
    // The design counts 23 kg for a calf in its first year (192.2 kg N/ha); the rules data have 1 + 20 kg.
    const r = irish();
    expect(r.stockN).toBe(11_100);
    expect(round1(r.loading)).toBe(191.4);
    expect(r.compliant).toBe(false);
    expect(r.over).toBeCloseTo(1240, 6);
    expect(r.options).toContainEqual(expect.objectContaining({ kind: 'land', ha: about(7.294, 3) }));
    expect(r.options).toContainEqual(expect.objectContaining({ kind: 'export', amount: 516.7, unit: 'm3' }));
    expect(r.options).toContainEqual(expect.objectContaining({ kind: 'stock', head: 14 }));
  });

  test('a reduced derogation: 400 kg over is 166.7 m³ to export', () => {
    const r = calculateStocking(
      ie,
      stocking({ areaHa: 40, derogation: 'reduced', lines: [line('dairy_cow_band_2', 100)] }),
    );
    expect([r.limit, r.over, r.light]).toEqual([220, 400, 'red']);
    expect(r.options.find(({ kind }) => kind === 'export')).toMatchObject({ amount: 166.7 });
  });

  test('an English farm uses the rounded figures of the table, and an export lowers its loading', () => {
    // The design multiplies g/day by 0.365 (162.6, then 154.1 kg N/ha); the rules data have 101, 35 and 61 kg a head.
    const farm = stocking({
      areaHa: 92,
      lines: [line('dairy_cow_6000_9000', 120), line('dairy_2_12m', 30), line('dairy_12m_calving', 30)],
    });
    expect(calculateStocking(eng, farm)).toMatchObject({ stockN: 15_000, loading: about(163.04, 2) });
    const moves = [{ id: 'a', direction: 'export' as const, manure: 'cattle_slurry', amount: 300, n: null, p: null }];
    expect(calculateStocking(eng, { ...farm, moves })).toMatchObject({
      exportedN: 780,
      loading: about(154.57, 2),
    });
  });

  test('livestock units of the Nix set, and store cattle that are on the farm for five months', () => {
    const cows = stocking({
      areaHa: 58,
      lines: [line('dairy_cow_band_2', 100), line('cattle_91d_1y', 25), line('cattle_female_1_2', 25)],
    });
    // The design counts the 25 cattle of 91 days to a year as a whole year (124.75); they are in the class for nine months.
    expect(calculateStocking(ie, cows)).toMatchObject({ lu: 122.625, luPerHa: about(2.11, 2) });
    const stores = calculateStocking(eng, stocking({ lines: [line('beef_12_24m', 30, { months: 5 })] }));
    expect(stores.lines[0]?.head).toBe(12.5);
    const monthly = [0, 0, 0, 30, 30, 30, 30, 30, 0, 0, 0, 0];
    expect(calculateStocking(eng, stocking({ lines: [line('beef_12_24m', 0, { monthly })] })).lines[0]?.head).toBe(
      12.5,
    );
  });

  test('exactly 170 is within the limit, one kilogram more is not (case 74)', () => {
    const at = (n: number) =>
      calculateStocking(
        eng,
        stocking({
          areaHa: 58,
          lines: [line('horse', 1)],
          own: { 'livestock.horse.n': { value: String(n), reason: 'x' } },
        }),
      );
    expect(at(9860)).toMatchObject({ loading: 170, compliant: true, light: 'amber', options: [] });
    expect(at(9861)).toMatchObject({ compliant: false, light: 'red' });
    expect([lightOf(153, 170), lightOf(153.1, 170), lightOf(170, 170), lightOf(170.1, 170)]).toEqual([
      'green',
      'amber',
      'amber',
      'red',
    ]);
  });

  test('without stock the loading is 0, not an error; a figure that is not known is listed as missing', () => {
    expect(calculateStocking(eng, stocking())).toMatchObject({ loading: 0, compliant: true });
    const scotland = rulesFile('scot-nvz');
    const cows = stocking({ luSet: 'payment', lines: [line('dairy_cow_550kg', 100)] });
    expect(calculateStocking(scotland, cows)).toMatchObject({ loading: null, compliant: null });
    expect(calculateStocking(scotland, cows).missingKeys).toContain('livestock.dairy_cow_550kg.n');
    const own = {
      'livestock.dairy_cow_550kg.n': { value: '100', reason: 'NVZ guidance' },
      'livestock.dairy_cow_550kg.p': { value: '44', reason: 'NVZ guidance' },
    };
    expect(calculateStocking(scotland, { ...cows, own })).toMatchObject({ loading: 100, compliant: true });
  });
});

describe('slurry storage', () => {
  const tanks = [
    store({ id: 'slatted', lengthM: 40, widthM: 5, depthM: 2.4, covered: true }),
    store({ id: 'round', shape: 'circular', diameterM: 12, depthM: 3 }),
  ];
  const irish = (year = 2026) =>
    slurry({
      ...{ year, county: 'Carlow', rainMm: 450, bufferPercent: 20, stores: tanks },
      lines: [
        { id: 'a', stock: 'dairy_cow_band_2', head: 100, share: 100, weeks: null },
        { id: 'b', stock: 'cattle_6_18m', head: 25, share: 100, weeks: null },
        { id: 'c', stock: 'cattle_0_6m', head: 25, share: 100, weeks: null },
      ],
    });

  test('the Irish winter: 620 m³ needed, 694.5 m³ to use, 17.8 weeks', () => {
    const r = calculateSlurry(ie, irish());
    expect([round1(r.required), round1(r.buffered), round1(r.gross), round1(r.rainStores)]).toEqual([
      620, 744, 745.4, 50.9,
    ]);
    expect([round1(r.capacity), round1(r.surplus), round1(r.weeks), round1(r.bufferedSurplus)]).toEqual([
      // 745.4 m³ hold 38.75 m³ of slurry and 3.18 m³ of rain a week.
      694.5, 74.5, 17.8, -49.5,
    ]);
    expect(r.compliant).toBe(true);
    // From 1 October 2028 a dairy cow counts 0.40 m³ a week: the cows alone need 640 m³.
    expect(calculateSlurry(ie, irish(2028)).lines[0]?.m3).toBeCloseTo(640, 6);
  });

  test('readings of the tanks: 6.5 weeks left, full on 4 January, 9 days short', () => {
    const readings = {
      slatted: { how: 'depth' as const, amount: 1.35, date: '2026-11-20' },
      round: { how: 'depth' as const, amount: 1.8, date: '2026-11-20' },
    };
    const { now } = calculateSlurry(ie, { ...irish(), readings, spreadFrom: '2027-01-13' });
    expect([round1(now?.stored), round1(now?.free), now?.perDay.toFixed(2)]).toEqual([473.6, 271.8, '5.99']);
    expect([round1(now?.weeks), now?.dateFull, now?.daysShort]).toEqual([6.5, '2027-01-04', 9]);
    const slatted = { ...irish(), rainMm: 0, stores: tanks.slice(0, 1), readings: { slatted: readings.slatted } };
    expect(calculateSlurry(ie, slatted).now).toMatchObject({ days: about(30.7, 1), dateFull: '2026-12-20' });
    // The reading is ten days old: the slurry added since then is subtracted from the free volume.
    const later = calculateSlurry(ie, { ...slatted, today: '2026-11-30' }).now;
    expect(later?.days).toBeCloseTo(20.7, 1);
    expect(later?.dateFull).toBe('2026-12-20');
  });

  test('the English winter: 1,964.9 m³ needed, 2,061.7 m³ to use, 159 days', () => {
    const r = calculateSlurry(
      eng,
      slurry({
        ...{ rainMm: 336, upliftPercent: 25, yardM2: 800, cowsWashed: 120, washPerCow: 25 },
        lines: [{ id: 'a', stock: 'dairy_cow_6000_9000', head: 120, share: 100, weeks: null }],
        stores: [store({ shape: 'circular', diameterM: 25, depthM: 4.5 })],
      }),
    );
    expect([round1(r.excreta), round1(r.wash), round1(r.rainYards), round1(r.rainStores)]).toEqual([
      966.7, 456, 336, 206.2,
    ]);
    expect([round1(r.required), round1(r.capacity), round1(r.surplus)]).toEqual([1964.9, 2061.7, 96.8]);
    expect(Math.floor((r.weeks ?? 0) * 7)).toBe(159);
  });

  test('the storage period counts its real days: 153 in a winter with a leap day (case 75)', () => {
    const days = (year: number, periodOf: 'cattle' | 'pigs') =>
      storagePeriod(engLookup, slurry({ year, periodOf }))?.days;
    expect([days(2026, 'cattle'), days(2027, 'cattle'), days(2026, 'pigs'), days(2027, 'pigs')]).toEqual([
      152, 153, 183, 184,
    ]);
    const months = storagePeriod(new Lookup(rulesFile('eng-non-nvz')), slurry());
    expect(months).toEqual({ from: '2026-10-01', to: '2027-01-31', days: 123 });
    const weeks = (county: string | null, otherCounty: string | null) =>
      storagePeriod(ieLookup, slurry({ county, otherCounty }))?.days;
    expect([weeks('Carlow', null), weeks('Carlow', 'Cavan'), weeks(null, null)]).toEqual([112, 154, undefined]);
  });

  test('impossible stores are refused, and the level of an over-full one is computed (case 76)', () => {
    const tank = store({ lengthM: 40, widthM: 5, depthM: 2.4, freeboardM: 2.5 });
    expect(storeProblem(engLookup, tank)).toBe('Freeboard is deeper than the tank.');
    expect(storeProblem(engLookup, store({ lengthM: 40, widthM: 5, depthM: 13 }))).toBe(
      'Enter depth in metres (2.4), not feet.',
    );
    expect(storeProblem(engLookup, store({ lengthM: 0, widthM: 5, depthM: 2 }))).toBe('Enter its measurements.');
    expect(storeProblem(engLookup, store({ shape: 'circular', diameterM: -3, depthM: 2 }))).toBe(
      'Enter its measurements.',
    );
    const lagoon = store({ shape: 'lagoon', lengthM: 10, widthM: 8, depthM: 3, bankRun: 2 });
    expect(storeProblem(engLookup, lagoon)).toBe('The banks meet above this depth.');
    const full = store({ lengthM: 40, widthM: 5, depthM: 2.4, freeboardM: 0.2 });
    expect(levelOf(engLookup, full, { how: 'depth', amount: 2.3 })).toMatchObject({ free: 0, overfull: true });
    expect(levelOf(engLookup, full, { how: 'from_top', amount: 1.05 })).toMatchObject({
      free: about(170, 6),
      overfull: false,
    });
    const problem = calculateSlurry(eng, slurry({ stores: [tank] })).stores[0];
    expect(problem).toMatchObject({ usable: 0, problem: 'Freeboard is deeper than the tank.' });
  });

  test('a store in Northern Ireland asks for its freeboard', () => {
    const r = calculateSlurry(rulesFile('ni'), slurry({ stores: [store({ lengthM: 10, widthM: 10, depthM: 3 })] }));
    expect(r.gross).toBeNull();
    expect(r.missingKeys).toContain('freeboard.open');
  });

  test('in Scotland what a separator removes does not count, and in Wales low-risk spreading needs an extra week', () => {
    const scot = rulesFile('scot');
    const lines = [{ id: 'a', stock: 'dairy_cow_550kg', head: 100, share: 100, weeks: null }];
    const whole = calculateSlurry(scot, slurry({ lines })).excreta ?? 0;
    expect(calculateSlurry(scot, slurry({ lines, separator: true })).excreta).toBeCloseTo(whole * 0.8, 6);
    const wales = rulesFile('wales');
    const welsh = [{ id: 'a', stock: 'dairy_cow_6000_9000', head: 100, share: 100, weeks: null }];
    const r = calculateSlurry(wales, slurry({ lines: welsh, lowRiskM3: 50 }));
    expect(r.contingency).toBeCloseTo(((r.excreta ?? 0) / 152) * 7, 6);
  });
});

describe('N and P', () => {
  test('30 m³ of cattle slurry is 78 kg N/ha', () => {
    const r = calculateNutrients(
      eng,
      nutrients({
        fields: [field('a', 10)],
        applications: [
          { id: '1', field: 'a', date: '2026-05-01', material: 'cattle_slurry', rate: 30, n: null, p: null },
        ],
      }),
    );
    expect(r.applications[0]?.n).toBe(78);
    expect(r.totals.organicN).toBe(780);
  });

  test('Irish phosphorus: 1,070 kg less concentrates is 770 kg', () => {
    const fields = [10, 15, 20, 13].map((areaHa, at) => field(`f${at}`, areaHa, { pIndex: at + 1 }));
    const farm = nutrients({ previousRate: 190, higherLimits: true, concentratesT: 60, fields });
    // The rules data have no figure for the phosphorus of concentrates, so the farm enters it; the design uses 5 kg.
    expect(calculateNutrients(ie, farm).phosphorus?.grass).toMatchObject({ allowance: 1070, chemicalAllowed: null });
    const own = { 'concentrate.p': { value: '5', reason: 'Label' } };
    const r = calculateNutrients(ie, { ...farm, stocking: stocking({ own }) });
    expect(r.phosphorus?.grass).toMatchObject({ allowance: 1070, concentrates: 300, chemicalAllowed: 770 });
    // The design has 254 kg N/ha for this band (14,732 kg); the rules data have 241.
    expect(ieLookup.number(`grassN.${grantedBand(ieLookup, 190, true)}`)).toBe(241);
    expect(r.grassN?.allowed).toBe(241 * 58);
  });

  test('20-10-10 as P₂O₅ is 4.36 kg P in 100 kg, 18-6-12 as P is 6; without a form it is refused (case 78)', () => {
    // The factor in the rules data, 2.291, gives 4.365.
    expect(phosphorusOf(ieLookup, { p: 10, pForm: 'P2O5' }, 100)).toBeCloseTo(4.365, 3);
    expect(phosphorusOf(ieLookup, { p: 6, pForm: 'P' }, 100)).toBe(6);
    const bag = {
      id: 'b',
      name: '18-6-12',
      n: 18,
      p: 6,
      k: 12,
      pForm: null,
      kForm: 'K' as const,
      openingKg: 0,
      boughtKg: 0,
      closingKg: 0,
    };
    expect(productProblem(bag)).toBe(P_FORM_MISSING);
    const r = calculateNutrients(
      ie,
      nutrients({
        products: [bag],
        fields: [field('a', 1)],
        applications: [{ id: '1', field: 'a', date: '2026-05-01', material: 'b', rate: 100, n: null, p: null }],
      }),
    );
    expect(r.applications[0]).toMatchObject({ p: null, warnings: [{ words: P_FORM_MISSING, serious: true }] });
  });

  test('English grass: 14 October open, 15 October and 31 January closed, 1 February open with a cap (case 77)', () => {
    const manure = present(eng.manures.find(({ id }) => id === 'cattle_slurry'));
    const land = { land: 'grass' as const, soil: 'other' as const, sownEarly: false, zone: null };
    const state = (date: string) => closedOn(engLookup, manure, land, date).state;
    expect(['2026-10-14', '2026-10-15', '2027-01-31', '2027-02-01'].map(state)).toEqual([
      'open',
      'closed',
      'closed',
      'open',
    ]);
    const cap = (date: string) => februaryRule(engLookup, manure, land, date)?.max ?? null;
    expect(['2027-01-31', '2027-02-01', '2027-02-28', '2028-02-29', '2027-03-01'].map(cap)).toEqual([
      null,
      30,
      30,
      30,
      null,
    ]);
    expect(closedWords('2026-11-02', '10-15/01-31')).toBe(
      'Spreading here on 2 Nov is inside the closed period (15 Oct–31 Jan).',
    );
  });

  test.each(
    (['eng-nvz', 'wales', 'ni', 'ie'] as const).flatMap((regime) => {
      const rules = rulesFile(regime);
      return rules.closedPeriods.map((period) => [regime, period.label, rules, period] as const);
    }),
  )('%s, %s: its first and last day are closed, the days beside them are open', (_regime, _label, rules, period) => {
    const lookup = new Lookup(rules);
    const dates = lookup.period(`closed.${period.id}`);
    const what =
      period.material === 'chemical'
        ? ('chemical' as const)
        : rules.manures.find(({ form, fym, highN }) =>
            period.material === 'dirty_water'
              ? form === 'dirty_water'
              : period.material === 'fym'
                ? fym
                : highN && form === 'slurry',
          );
    const land = {
      land: period.land ?? 'grass',
      soil: period.soil ?? 'other',
      sownEarly: false,
      zone: period.zone ?? null,
    } as const;
    const state = (date: string) => (what ? closedOn(lookup, what, land, date).state : null);
    if (dates === null) expect(state('2026-12-15')).toBe('unknown');
    // The Irish rules have no contents of soiled water, so it can't be entered and there is nothing to check.
    else if (what) {
      const [from = '', to = ''] = dates.split('/');
      const beside = (monthDay: string, days: number) =>
        new Date(Date.parse(`2026-${monthDay}T00:00:00Z`) + days * 864e5).toISOString().slice(0, 10);
      expect([beside(from, -1), beside(from, 0), beside(to, 0), beside(to, 1)].map(state)).toEqual([
        'open',
        'closed',
        'closed',
        'open',
      ]);
    }
  });

  test('N-max is the mean over the fields of a crop, with its additions', () => {
    const wheat = 'wheat_autumn_early_winter_sown';
    const fields = [
      field('a', 10, { land: 'tillage', crop: wheat, yieldT: 10, extras: ['milling'] }),
      field('b', 30, { land: 'tillage', crop: wheat }),
    ];
    const applications = fields.map(({ id }) => ({
      id,
      field: id,
      date: '2026-04-01',
      material: 'cattle_slurry',
      rate: 50,
      n: null,
      p: null,
    }));
    // 220 + 2 t x 20 + 40 on a quarter of the area.
    expect(calculateNutrients(eng, nutrients({ fields, applications })).crops).toMatchObject([
      { areaHa: 40, used: 52, limit: 240, compliant: true },
    ]);
  });

  test('applications too close together in February cause a warning; the limit of 250 kg counts any 12 months', () => {
    const spread = (id: string, date: string, rate: number) => ({
      id,
      field: 'a',
      date,
      material: 'cattle_slurry',
      rate,
      n: null,
      p: null,
    });
    const r = calculateNutrients(
      eng,
      nutrients({
        fields: [field('a', 5)],
        applications: [spread('1', '2026-02-02', 30), spread('2', '2026-02-20', 30), spread('3', '2027-02-02', 60)],
      }),
    );
    expect(r.applications[1]?.warnings.map(({ words }) => words)).toContain(
      'Leave 21 days between two applications until the end of February.',
    );
    expect(r.applications[2]?.warnings.map(({ words }) => words)).toContain(
      'No more than 30 m³/ha at one time until the end of February.',
    );
    // The first one is 12 months old on the day of the third, so it no longer counts.
    expect(r.fields[0]?.organicN).toBeCloseTo(90 * 2.6, 6);
    expect(r.fields[0]?.months).toBe(12);
  });

  test('certified compost alone has its own limit, over 24 months', () => {
    const spread = (id: string, date: string) => ({
      ...{ id, field: 'a', date, material: 'compost_green', rate: 30, n: null, p: null },
    });
    const applications = [spread('1', '2025-03-01'), spread('2', '2026-11-01')];
    const r = calculateNutrients(eng, nutrients({ fields: [field('a', 5)], applications }));
    expect(r.fields).toMatchObject([{ organicN: 450, limit: 500, months: 24, compliant: true }]);
  });
});

test('an unknown regime or version is an error, not a default', async () => {
  await expect(loadRules('france')).rejects.toThrow('There are no rules for france.');
  await expect(loadRules('ie', '1999-01-01')).rejects.toThrow('not in this version');
  expect((await loadRules('wales', '2026-11-20')).title).toBe('Wales');
});
