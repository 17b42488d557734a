// What holds for every farm: more stock, land or rain moves the result one way, parts add up to the whole, and the
// second implementation agrees.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '@/domain/core/time';
import { isInPeriod, datesFrom, MONTH_DAY_PERIOD } from '@/domain/rules/period';
import { calculateNutrients } from '@/domain/nutrients/nutrients';
import { phosphorusOf } from '@/domain/nutrients/fertiliser';
import { Lookup } from '@/domain/rules/figures';
import type { Regime } from '@/domain/rules/regimes';
import { calculateSlurry } from '@/domain/slurry/slurry';
import { levelOf, lagoonVolume, usableVolume } from '@/domain/slurry/store';
import { calculateStocking } from '@/domain/stocking/stocking';
import { field, line, nutrients, present, rulesFile, rulesJson, slurry, stocking, store } from './farms';
import { secondNutrients, secondSlurry, secondStocking } from './independent';

const REGIMES = ['eng-nvz', 'wales', 'ie', 'ni'] as const;
const rulesBy = new Map(REGIMES.map((regime) => [regime, rulesFile(regime)]));
const files = new Map(REGIMES.map((regime) => [regime, rulesJson(regime) as Parameters<typeof secondStocking>[0]]));
const known = (regime: Regime, key: string) => rulesBy.get(regime as 'ie')?.figures[key]?.value != null;
const LU_SETS = { 'eng-nvz': 'nix', wales: 'els-2013', ie: 'eurostat', ni: 'ni-2019' } as const;

const area = fc.double({ min: 0.5, max: 2000, noNaN: true });
const head = fc.double({ min: 0, max: 3000, noNaN: true });
const regimes = fc.constantFrom(...REGIMES);
/** Scales of ten farms that have the same kinds of lines: random farms are quicker to scale than to generate. */
const SCALES = Array.from({ length: 10 }, (_, at) => 0.13 + ((at * 7919) % 97) / 31);
const near = (a: number | null | undefined, b: number) => {
  if (a == null || Math.abs(a - b) > 1e-6 * Math.max(1, Math.abs(b))) throw new Error(`${a} is not ${b}`);
};

const stockFarm = regimes.chain((regime) => {
  const rules = present(rulesBy.get(regime));
  const stock = rules.livestock.filter(
    ({ id, kind }) =>
      known(regime, `livestock.${id}.n`) &&
      known(regime, `livestock.${id}.p`) &&
      known(regime, `lu.${LU_SETS[regime]}.${kind}`),
  );
  const manures = rules.manures.filter(({ id }) => known(regime, `manure.${id}.n`) && known(regime, `manure.${id}.p`));
  return fc.record({
    regime: fc.constant(regime),
    area,
    grass: area,
    lines: fc.array(
      fc.record({
        stock: fc.constantFrom(...stock.map(({ id }) => id)),
        head,
        months: fc.integer({ min: 0, max: 12 }),
        times: fc.integer({ min: 0, max: 52 }),
      }),
      { maxLength: 6 },
    ),
    moves: fc.array(
      fc.record({
        direction: fc.constantFrom('import' as const, 'export' as const),
        manure: fc.constantFrom(...manures.map(({ id }) => id)),
        amount: fc.double({ min: 0, max: 5000, noNaN: true }),
      }),
      { maxLength: 3 },
    ),
  });
});

const slurryFarm = fc.constantFrom('eng-nvz' as const, 'wales' as const, 'ie' as const).chain((regime) => {
  const rules = present(rulesBy.get(regime));
  const stock = rules.livestock.filter(({ id }) => known(regime, `livestock.${id}.slurry`));
  const size = fc.double({ min: 8, max: 60, noNaN: true });
  const depth = fc.double({ min: 1, max: 4, noNaN: true });
  const tank = fc.oneof(
    fc.record({ shape: fc.constant('rect' as const), L: size, W: size, d: depth, covered: fc.boolean() }),
    fc.record({ shape: fc.constant('circular' as const), D: size, d: depth, covered: fc.boolean() }),
    ...(regime === 'ie'
      ? []
      : [
          fc.record({
            shape: fc.constant('lagoon' as const),
            A: fc.double({ min: 20, max: 80, noNaN: true }),
            B: fc.double({ min: 20, max: 80, noNaN: true }),
            d: depth,
            s: fc.constantFrom(1, 2, 4, 5),
          }),
        ]),
  );
  const amount = (max: number) => fc.double({ min: 0, max, noNaN: true });
  return fc.record({
    regime: fc.constant(regime),
    lines: fc.array(fc.record({ stock: fc.constantFrom(...stock.map(({ id }) => id)), head, share: amount(100) }), {
      minLength: 1,
      maxLength: 6,
    }),
    tanks: fc.array(tank, { maxLength: 4 }),
    ...{ yard: amount(5000), mm: amount(1200), uplift: amount(50), cows: amount(500), wash: amount(60) },
  });
});
type Tank = {
  shape: 'rect' | 'circular' | 'lagoon';
  d: number;
  covered?: boolean;
  L?: number;
  W?: number;
  D?: number;
  A?: number;
  B?: number;
  s?: number;
};
const storeOf = (tank: Tank, at: number) =>
  store({
    id: String(at),
    shape: tank.shape,
    covered: tank.covered ?? false,
    lengthM: tank.L ?? tank.A ?? null,
    widthM: tank.W ?? tank.B ?? null,
    diameterM: tank.D ?? null,
    depthM: tank.d,
    bankRun: tank.s === undefined ? null : tank.s / 2,
  });

const date = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days));
const spreadFarm = fc.record({
  fields: fc.array(area, { minLength: 1, maxLength: 4 }),
  spread: fc.array(
    fc.record({
      at: fc.nat({ max: 3 }),
      date,
      manure: fc.constantFrom('cattle_slurry', 'poultry_manure', 'pig_slurry', null),
      rate: fc.double({ min: 0, max: 60, noNaN: true }),
    }),
    { maxLength: 12 },
  ),
});

describe('the second implementation', () => {
  test('agrees on the stocking rate of 4,000 farms', () => {
    fc.assert(
      fc.property(stockFarm, ({ regime, ...drawn }) => {
        const luSet = LU_SETS[regime];
        for (const scale of SCALES) {
          const farm = { area: drawn.area * scale, grass: drawn.grass };
          const lines = drawn.lines.map((one, at) => ({ ...one, head: one.head * ((scale * (at + 1)) % 2.3) }));
          const moves = drawn.moves.map((one) => ({ ...one, amount: one.amount / scale }));
          const second = secondStocking(present(files.get(regime)), { ...farm, luSet, lines, moves });
          const first = calculateStocking(
            present(rulesBy.get(regime)),
            stocking({
              areaHa: farm.area,
              grassHa: farm.grass,
              luSet,
              lines: lines.map(({ stock, head, months, times }, at) =>
                line(stock, head, { id: String(at), months, times }),
              ),
              moves: moves.map((move, at) => ({ ...move, id: String(at), n: null, p: null })),
            }),
          );
          near(first.loading, second.loading);
          near(first.loadingP, second.loadingP);
          near(first.over, second.over);
          near(first.grassRate, second.grassRate);
          near(first.luPerHa, second.luPerHa);
          const land = first.options.find((option) => option.kind === 'land');
          if (land) near(land.ha, second.land);
          if (Math.abs(second.over) > 1e-3 && first.compliant !== second.over <= 0)
            throw new Error('compliance differs');
        }
      }),
      { numRuns: 400 },
    );
  });

  test('agrees on the slurry storage of 3,000 farms', () => {
    fc.assert(
      fc.property(slurryFarm, ({ regime, tanks, ...drawn }) => {
        for (const scale of SCALES) {
          const lines = drawn.lines.map((one, at) => ({ ...one, head: one.head * ((scale * (at + 1)) % 2.3) }));
          const farm = { ...drawn, yard: drawn.yard * scale, mm: drawn.mm / scale, cows: drawn.cows * scale };
          const first = calculateSlurry(
            present(rulesBy.get(regime)),
            slurry({
              county: regime === 'ie' ? 'Mayo' : null,
              lines: lines.map((one, at) => ({ ...one, id: String(at), weeks: null })),
              stores: tanks.map(storeOf),
              ...{
                yardM2: farm.yard,
                rainMm: farm.mm,
                upliftPercent: farm.uplift,
                cowsWashed: farm.cows,
                washPerCow: farm.wash,
              },
            }),
          );
          const days = regime === 'ie' ? 18 * 7 : 152;
          const second = secondSlurry(present(files.get(regime)), {
            ...farm,
            days,
            lines,
            tanks,
            rainTakesRoom: regime === 'ie',
          });
          near(first.excreta, second.excreta);
          near(first.required, second.required);
          near(first.capacity, second.room);
          near(first.surplus, second.surplus);
          if (second.required > 1e-6) near(first.weeks, second.weeks);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('agrees on the fields of 3,000 farms', () => {
    const rules = present(rulesBy.get('eng-nvz'));
    const product = {
      id: 'bag',
      name: 'Bag',
      n: 27,
      p: 0,
      k: 0,
      pForm: null,
      kForm: null,
      openingKg: 0,
      boughtKg: 0,
      closingKg: 0,
    };
    fc.assert(
      fc.property(spreadFarm, ({ fields, spread }) => {
        for (const scale of SCALES) {
          const spreads = spread.map(({ at, ...one }) => ({
            ...one,
            rate: one.rate * scale,
            date: addDays(one.date, Math.round(scale * 40)),
            field: `f${at % fields.length}`,
            bagN: 27,
          }));
          const second = secondNutrients(present(files.get('eng-nvz')), {
            year: 2026,
            fields: fields.map((size, at) => ({ id: `f${at}`, area: size })),
            spread: spreads,
          });
          const first = calculateNutrients(
            rules,
            nutrients({
              products: [product],
              fields: fields.map((size, at) => field(`f${at}`, size)),
              applications: spreads.map(({ field: id, date: on, manure, rate }, at) => ({
                ...{ id: String(at), field: id, date: on, material: manure ?? 'bag', rate, n: null, p: null },
              })),
            }),
          );
          second.forEach((one, at) => near(first.fields[at]?.organicN, one.organicN));
          near(
            first.totals.chemicalN,
            second.reduce((sum, one, at) => sum + one.chemicalN * (fields[at] ?? 0), 0),
          );
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('every farm', () => {
  test('has no less nitrogen with more stock, and no less on each hectare of less land', () => {
    fc.assert(
      fc.property(head, head, area, area, (a, more, ha, extra) => {
        const loadingOf = (count: number, land: number) =>
          calculateStocking(
            present(rulesBy.get('eng-nvz')),
            stocking({ areaHa: land, lines: [line('dairy_cow_6000_9000', count)] }),
          ).loading ?? 0;
        expect(loadingOf(a + more, ha)).toBeGreaterThanOrEqual(loadingOf(a, ha));
        expect(loadingOf(a, ha + extra)).toBeLessThanOrEqual(loadingOf(a, ha));
      }),
      { numRuns: 300 },
    );
  });

  test('needs no less room with more rain, and its lines add up to the whole', () => {
    fc.assert(
      fc.property(
        slurryFarm,
        fc.double({ min: 0, max: 300, noNaN: true }),
        ({ regime, lines, tanks, ...farm }, more) => {
          const slurryWithRain = (rainMm: number) =>
            calculateSlurry(
              present(rulesBy.get(regime)),
              slurry({
                county: 'Cork',
                rainMm,
                yardM2: farm.yard,
                lines: lines.map((one, at) => ({ ...one, id: String(at), weeks: null })),
                stores: tanks.map(storeOf),
              }),
            );
          const dry = slurryWithRain(farm.mm);
          const wet = slurryWithRain(farm.mm + more);
          expect((wet.required ?? 0) + 1e-9).toBeGreaterThanOrEqual(dry.required ?? 0);
          expect(wet.capacity ?? 0).toBeLessThanOrEqual((dry.capacity ?? 0) + 1e-9);
          near(
            dry.excreta,
            dry.lines.reduce((sum, { m3 }) => sum + (m3 ?? 0), 0),
          );
          near(
            dry.gross,
            dry.stores.reduce((sum, { usable }) => sum + (usable ?? 0), 0),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  test('has a lagoon whose volume is that of its slices, and a level that never has negative room', () => {
    const lookup = new Lookup(present(rulesBy.get('eng-nvz')));
    fc.assert(
      fc.property(
        fc.double({ min: 20, max: 80, noNaN: true }),
        fc.double({ min: 1, max: 4, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (width, depth, share) => {
          near(
            lagoonVolume(width, width, 2, depth),
            lagoonVolume(width, width, 2, depth * share) +
              lagoonVolume(width - 2 * depth * share, width - 2 * depth * share, 2, depth * (1 - share)),
          );
          const tank = store({ shape: 'lagoon', lengthM: width, widthM: width, depthM: depth, bankRun: 1 });
          const level = levelOf(lookup, tank, { how: 'depth', amount: depth * share });
          expect(level?.free).toBeGreaterThanOrEqual(0);
          if (level && !level.overfull) near(level.stored + level.free, usableVolume(lookup, tank) ?? 0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('converts phosphorus to the other form and back without changing it', () => {
    const p = new Lookup(present(rulesBy.get('ie')));
    const oxide = new Lookup(present(rulesBy.get('eng-nvz')));
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (kg) => {
        const there = phosphorusOf(oxide, { p: 100, pForm: 'P' }, kg) ?? 0;
        near(phosphorusOf(p, { p: 100, pForm: 'P2O5' }, there), kg);
      }),
    );
  });

  test('has closed periods that contain exactly the days between their ends, over the end of the year too', () => {
    const monthDay = fc.integer({ min: 0, max: 364 }).map((days) => addDays('2026-01-01', days).slice(5));
    fc.assert(
      fc.property(monthDay, monthDay, fc.integer({ min: 2024, max: 2031 }), (from, to, year) => {
        const period = `${from}/${to}`;
        expect(period).toMatch(MONTH_DAY_PERIOD);
        const dates = datesFrom(period, year);
        const days = daysBetween(dates.from, dates.to) + 1;
        const inside = Array.from({ length: days }, (_, at) => addDays(dates.from, at));
        expect(inside.at(-1)).toBe(dates.to);
        expect(inside.every((day) => isInPeriod(period, day))).toBe(true);
        if (daysBetween(dates.from, dates.to) < 363) {
          expect(isInPeriod(period, addDays(dates.to, 1))).toBe(false);
          expect(isInPeriod(period, addDays(dates.from, -1))).toBe(false);
        }
      }),
    );
  });
});
