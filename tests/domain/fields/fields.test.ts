// Fields: areas, parcel numbers, totals, harvests, soil indices. The expected figures were worked out by hand.
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { fromNumeric as n, toNumeric, ZERO } from '@/domain/core/money';
import { byName } from '@/domain/core/search';
import {
  harvestIntervalMessage,
  isBiggerThanField,
  mayEdit,
  metricRate,
  sprayGaps,
  totalOf,
} from '@/domain/fields/activity';
import { areaText, formatArea, toAcres, typedArea } from '@/domain/core/area';
import { boundaryOf } from '@/domain/fields/boundary';
import { drawnAreaWarning, parcelRef, schemeOfRegion } from '@/domain/fields/field';
import { atStandardMoisture, tonnesOf, yieldOf, yieldPerAcre } from '@/domain/fields/harvest';
import { irishIndexOn, isSoilTestInDate, kIndex, pIndex, soilTestEnds } from '@/domain/fields/soil';
import { previousCrop } from '@/domain/fields/season';
import soilFile from '@/domain/rules/data/soil-2026-11-30.json';
import { KEPT_INDEX, SOIL_TABLES, SOIL_TEST_YEARS } from '@/domain/rules/soil-rules';

describe('areas', () => {
  test('an area shown in acres and saved again does not drift', () => {
    expect(areaText(n(4.05), 'acre')).toBe('10.01');
    expect(typedArea('10.01', 'acre', n(4.05))).toBe(n(4.05));
    expect(typedArea('10.01', 'acre', null)).toBe(n(4.0509));
    expect(formatArea(n(4.05), 'acre')).toBe('10.01 ac');
    expect(formatArea(n(4.256), 'hectare')).toBe('4.26 ha');
    expect(toNumeric(toAcres(n(4.256)))).toBe(10.5168);
    expect(typedArea('12,5', 'hectare', null)).toBe(n(12.5));
    expect(typedArea('a lot', 'hectare', null)).toBeNull();
  });

  test('a drawn area may differ from the official one by 3 %', () => {
    expect(drawnAreaWarning(n(4.05), n(4.256))).toBe(
      'The drawn area (4.26 ha) differs from the official area (4.05 ha) by 5.1 %.',
    );
    expect(drawnAreaWarning(n(4), n(4.12))).toBeNull();
    expect(drawnAreaWarning(n(4), null)).toBeNull();
  });

  test('a treated area may be up to 5 % larger than the field', () => {
    const field = { areaHa: n(12.4), workedAreaHa: null };
    expect(isBiggerThanField(n(13.02), field)).toBe(false);
    expect(isBiggerThanField(n(13.0201), field)).toBe(true);
    expect(isBiggerThanField(n(13.1), { ...field, workedAreaHa: n(12.5) })).toBe(false);
  });
});

test('names sort naturally: Field 2 before Field 10', () => {
  const names = ['Field 10', 'Élan', 'Field 2', 'acre'].map((name) => ({ id: name, name }));
  expect(names.toSorted(byName).map(({ name }) => name)).toEqual(['acre', 'Élan', 'Field 2', 'Field 10']);
});

test('parcel numbers have the form of their scheme (case 79)', () => {
  const bad = { ok: false, message: 'Parcel should look like SX1234 5678.' };
  expect(parcelRef('sx12345678', 'rpa')).toEqual({ ok: true, value: 'SX1234 5678' });
  expect(parcelRef('SP 4178 2432', 'wales')).toEqual({ ok: true, value: 'SP4178 2432' });
  expect(parcelRef('SX123 5678', 'rpa')).toEqual(bad);
  expect(parcelRef('', 'rpa')).toEqual({ ok: true, value: null });
  expect(parcelRef('ab/12345/12345', 'scot_lpid')).toEqual({ ok: true, value: 'AB/12345/12345' });
  expect(parcelRef('AB1234512345', 'scot_lpid').ok).toBe(false);
  expect(parcelRef(' 1/2/34 ', 'ie_lpis')).toEqual({ ok: true, value: '1/2/34' });
  expect(parcelRef('12', 'ni').ok).toBe(false);
  expect(schemeOfRegion('scotland')).toBe('scot_lpid');
});

describe('activities', () => {
  test('the total is rate times area, in every unit', () => {
    expect(totalOf(n(1.5), 'L/ha', n(12.4))).toBe(n(18.6));
    expect(totalOf(n(200), 'L/ha', n(12.4))).toBe(n(2480));
    expect(totalOf(n(125), 'kg/ha', n(4.05))).toBe(n(506.25));
    expect(totalOf(n(5), 't/ha', n(4.05))).toBe(n(20.25));
    expect(totalOf(n(30), 'm3/ha', n(4.05))).toBe(n(121.5));
    expect(totalOf(n(3000), 'gal/ac', n(1))).toBe(n(7413.1614));
    expect(totalOf(n(2), 'units/ac', n(4.05))).toBe(n(20.0155));
  });

  test('3,000 gallons an acre are 33.70 m³ a hectare', () => {
    expect(metricRate(n(3000), 'gal/ac')).toEqual({ rate: n(33.7009), unit: 'm3/ha' });
    expect(metricRate(n(100), 'units/ac')).toEqual({ rate: n(125.5353), unit: 'kg/ha' });
    expect(metricRate(n(1.5), 'L/ha')).toEqual({ rate: n(1.5), unit: 'L/ha' });
  });

  test('a crop may be harvested on the day on which the harvest interval ends, not before', () => {
    const interval = { from: '2026-06-07', until: '2026-07-12' };
    expect(harvestIntervalMessage([interval], '2026-07-11')).toBe('Harvest interval ends on 12 Jul.');
    expect(harvestIntervalMessage([interval], '2026-07-12')).toBeNull();
    // Harvested before the crop was sprayed.
    expect(harvestIntervalMessage([interval], '2026-06-06')).toBeNull();
    expect(harvestIntervalMessage([], '2026-07-11')).toBeNull();
    // Of several intervals, the latest that has begun counts.
    const later = { from: '2026-07-05', until: '2026-08-01' };
    expect(harvestIntervalMessage([later, interval], '2026-07-06')).toBe('Harvest interval ends on 1 Aug.');
    expect(harvestIntervalMessage([later, interval], '2026-07-01')).toBe('Harvest interval ends on 12 Jul.');
  });

  test('the account holder changes every entry, others their own for seven days', () => {
    const now = new Date('2026-11-20T08:00:00Z');
    const sam = { userId: 'sam', role: 'employee', canWrite: true } as const;
    const entry = { createdBy: 'sam', createdAt: '2026-11-13T08:00:01Z' };
    expect(mayEdit(sam, entry, now)).toBe(true);
    expect(mayEdit(sam, { ...entry, createdAt: '2026-11-13T08:00:00Z' }, now)).toBe(false);
    expect(mayEdit(sam, { ...entry, createdBy: 'pat' }, now)).toBe(false);
    expect(mayEdit({ ...sam, role: 'admin' }, { createdBy: null, createdAt: '2020-01-01T00:00:00Z' }, now)).toBe(true);
    expect(mayEdit({ ...sam, role: 'admin', canWrite: false }, entry, now)).toBe(false);
  });
});

describe('harvests', () => {
  test('32.4 t at 18.2 % are 31.18 t at 15 %, which is 7.70 t/ha or 3.12 t/ac on 4.05 ha', () => {
    const dry = atStandardMoisture(n(32.4), n(18.2));
    expect(dry).toBe(n(31.1802));
    const perHa = yieldOf(dry, n(4.05));
    expect(perHa).toBe(n(7.6988));
    expect(perHa && yieldPerAcre(perHa)).toBe(n(3.1156));
    expect(yieldOf(dry, ZERO)).toBeNull();
  });

  test('bales have a weight only if one bale has', () => {
    expect(tonnesOf({ quantity: n(86), unit: 'bales', baleKg: n(250) })).toBe(n(21.5));
    expect(tonnesOf({ quantity: n(86), unit: 'bales', baleKg: null })).toBeNull();
    expect(tonnesOf({ quantity: n(6), unit: 'loads', baleKg: null })).toBeNull();
    expect(tonnesOf({ quantity: n(32.4), unit: 't', baleKg: null })).toBe(n(32.4));
  });
});

describe('soil tests', () => {
  test.each([
    [0, '0'],
    [9, '0'],
    [10, '1'],
    [15, '1'],
    [16, '2-'],
    [20, '2-'],
    [21, '2+'],
    [25, '2+'],
    [26, '3'],
    [45, '3'],
    [46, '4'],
    [70, '4'],
    [71, null],
  ])('Olsen P of %s mg/l is index %s', (value, index) => {
    expect(pIndex('olsen', 'arable', n(value))).toBe(index);
  });

  test.each([
    ['permanent_grass', 3, '1'],
    ['permanent_grass', 3.1, '2'],
    ['permanent_grass', 5.1, '3'],
    ['temporary_grass', 8, '3'],
    ['permanent_grass', 8.1, '4'],
    ['arable', 6, '2'],
    ['arable', 6.1, '3'],
    ['maize', 10.1, '4'],
  ] as const)('Morgan P on %s of %s mg/l is index %s', (use, value, index) => {
    expect(pIndex('morgan', use, n(value))).toBe(index);
  });

  test('Morgan K has the bounds 50, 100 and 150; the Olsen index of K is typed from the report', () => {
    expect([50, 51, 100, 101, 150, 151].map((value) => kIndex('morgan', n(value)))).toEqual([
      '1',
      '2',
      '2',
      '3',
      '3',
      '4',
    ]);
    expect(kIndex('olsen', n(120))).toBeNull();
  });

  test('a test counts for four years on the island of Ireland and five in Great Britain', () => {
    expect(soilTestEnds('2024-02-29', 'ireland')).toBe('2028-02-29');
    expect(soilTestEnds('2024-02-29', 'northern_ireland')).toBe('2028-02-29');
    for (const region of ['england', 'wales', 'scotland', null]) {
      expect(soilTestEnds('2024-02-29', region)).toBe('2029-02-28');
    }
    expect(isSoilTestInDate('2022-03-01', 'ireland', '2026-02-28')).toBe(true);
    expect(isSoilTestInDate('2022-03-01', 'ireland', '2026-03-01')).toBe(false);
    expect(isSoilTestInDate(null, 'england', '2026-03-01')).toBe(false);
  });

  test('an Irish test of four years and more is disregarded, unless it shows index 4', () => {
    const on = (pIndex: string | null, sampledOn: string | null) => irishIndexOn({ sampledOn, pIndex }, '2026-01-01');
    expect([on('2', '2022-01-02'), on('2', '2022-01-01'), on('4', '2015-01-01')]).toEqual(['2', null, '4']);
    expect([on(null, '2025-01-01'), on('2', null)]).toEqual([null, null]);
  });

  test('the file of the rules has its shape, and every table and period names a source', () => {
    const text = v.pipe(v.string(), v.minLength(1));
    const confidence = v.picklist(['read', 'secondary']);
    const years = v.pipe(v.array(v.union([v.number(), text])), v.minLength(4), v.maxLength(5));
    const table = v.strictObject({
      ...{ unit: text, printed: v.number(), upTo: v.array(v.strictTuple([text, v.number()])) },
      ...{ above: v.nullable(text), source: text, confidence },
    });
    const shape = v.strictObject({
      version: v.pipe(v.string(), v.isoDate()),
      sources: v.record(text, v.strictTuple([text, v.pipe(text, v.url()), v.number()])),
      tables: v.strictObject({ 'morganP.grass': table, 'morganP.tillage': table, morganK: table, olsenP: table }),
      validYears: v.strictObject({
        ...{ england: years, wales: years, scotland: years, northern_ireland: years, ireland: years },
      }),
      persistentIndex: v.strictObject({ ireland: v.strictTuple([text, text, confidence, text]) }),
    });
    expect(v.safeParse(shape, soilFile).issues).toBeUndefined();
    const { sources }: { sources: Readonly<Record<string, unknown>> } = soilFile;
    for (const [count, unit, , read] of Object.values(SOIL_TEST_YEARS)) {
      expect([typeof count, unit, ['read', 'secondary'].includes(read)]).toEqual(['number', 'years', true]);
    }
    for (const { upTo } of Object.values(SOIL_TABLES)) {
      const ends = upTo.map(([, last]) => last);
      expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    }
    const named = [
      ...Object.values(SOIL_TABLES).map(({ source }) => source),
      ...Object.values(SOIL_TEST_YEARS).map(([, , source]) => source),
      ...Object.values(KEPT_INDEX).map(([, source]) => source),
    ];
    for (const source of named) expect(sources[source], source).toBeDefined();
    expect(Object.keys(sources).toSorted()).toEqual([...new Set(named)].toSorted());
  });
});

test('only a closed outline is read as a boundary', () => {
  const ring = [
    [-4.1, 50.5],
    [-4.09, 50.5],
    [-4.09, 50.51],
    [-4.1, 50.5],
  ];
  expect(boundaryOf({ type: 'Polygon', coordinates: [ring] })?.type).toBe('Polygon');
  expect(boundaryOf({ type: 'MultiPolygon', coordinates: [[ring]] })?.type).toBe('MultiPolygon');
  for (const bad of [
    null,
    'x',
    {},
    { type: 'Polygon', coordinates: [[ring[0]]] },
    { type: 'Polygon', coordinates: [] },
  ])
    expect(boundaryOf(bad)).toBeNull();
});

test('a spray that is done needs its dose and the area treated, a planned one and other work do not', () => {
  const spray = { activityType: 'spray', status: 'done', rate: '', areaHa: ' ' };
  expect(sprayGaps(spray)).toEqual({
    rate: 'The record of a spray needs the dose.',
    areaHa: 'The record of a spray needs the area treated.',
  });
  const none = { rate: null, areaHa: null };
  expect(sprayGaps({ ...spray, rate: '1.5', areaHa: '4' })).toEqual(none);
  expect(sprayGaps({ ...spray, status: 'planned' })).toEqual(none);
  expect(sprayGaps({ ...spray, activityType: 'mowing' })).toEqual(none);
});

test.each([
  [2025, 1, ''],
  [2025, 2, 'Spring barley'],
  [2026, 1, 'Stubble turnips'],
  [2027, 1, 'Winter wheat'],
])('the previous crop of the crop %i/%i, also of a year’s second crop, is %j', (seasonYear, sequence, expected) => {
  const seasons = [
    { seasonYear: 2026, sequence: 1, crop: 'Winter wheat' },
    { seasonYear: 2025, sequence: 1, crop: 'Spring barley' },
    { seasonYear: 2025, sequence: 2, crop: 'Stubble turnips' },
  ];
  expect(previousCrop(seasons, { seasonYear, sequence })).toBe(expected);
});
