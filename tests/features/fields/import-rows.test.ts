// The preview of an import: which field a row of the file becomes, its warnings and its notes.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decimal } from '@/domain/core/money';
import type { Boundary } from '@/domain/fields/boundary';
import { readFieldFile } from '@/domain/geometry/files/field-file';
import { changesOf, matchRows, rowNotes, rowProblem, rowsOf } from '@/features/fields/map/import-rows';
import type { FarmField } from '@/records/fields';

const square = (west: number, north = 50.5018): Boundary => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, 50.5],
      [west + 0.003, 50.5],
      [west + 0.003, north],
      [west, north],
      [west, 50.5],
    ],
  ],
});
const field = (id: string, name: string, customer: string | null, boundary: Boundary | null = null) =>
  ({ id, name, customer, boundary, areaHa: decimal(29_832), archivedOn: null }) as unknown as FarmField;
const readFixture = (name: string) => readFieldFile(readFileSync(`tests/fixtures/real-world/${name}`));
const feature = (name: string, geometry: Boundary, more = {}) => ({
  ...{ type: 'Feature', properties: { name, ...more }, geometry },
});
const file = (...features: unknown[]) =>
  readFieldFile(new TextEncoder().encode(JSON.stringify({ type: 'FeatureCollection', features })));

describe('whose field a row becomes', () => {
  const oBriens = field('a', 'The Twelve Acre', 'O’Brien & Sons', square(-3));
  const bryns = field('b', 'the twelve acre', 'Bryn Dairy', square(-4.098));
  const twelveAcre = readFixture('names/c60-name-of-anothers-field.geojson');

  test('a field of another customer with the same name keeps its boundary', () => {
    for (const customer of ['', 'Bryn Dairy']) {
      const rows = rowsOf(twelveAcre, [oBriens], customer);
      expect(rows.map(({ fieldId }) => fieldId)).toEqual([null]);
      expect(changesOf(rows, { customer, region: null })).toMatchObject({
        added: [{ name: 'The Twelve Acre', customer: customer || null }],
        changed: [],
      });
    }
  });

  test('another customer matches the names again, and keeps what a person chose as long as it is offered', () => {
    const fields = [oBriens, bryns, field('c', 'Bank', 'Bryn Dairy')];
    const [row] = rowsOf(twelveAcre, fields, '');
    if (!row) throw new Error('the file has no row');
    expect(matchRows([row], fields, ' bryn dairy ')).toMatchObject([{ fieldId: 'b' }]);
    // As a keyboard types it, with a space too many.
    expect(matchRows([row], fields, "O'Brien &  Sons")).toMatchObject([{ fieldId: 'a' }]);
    expect(matchRows([{ ...row, fieldId: 'c', isChosen: true }], fields, 'Bryn Dairy')).toMatchObject([
      { fieldId: 'c' },
    ]);
    expect(matchRows([{ ...row, fieldId: null, isChosen: true }], fields, 'Bryn Dairy')).toMatchObject([
      { fieldId: null },
    ]);
    const moved = matchRows([{ ...row, fieldId: 'c', isChosen: true }], fields, 'O’Brien & Sons');
    expect(moved).toMatchObject([{ fieldId: 'a', isChosen: false }]);
  });

  test('a file that names customers, as the app exports it, matches their fields until one customer is chosen for all', () => {
    const both = file(
      feature('Bank', square(-4.1), { customer: 'Bryn Dairy' }),
      feature('Bank', square(-4.09)),
      feature('New', square(-4.08), { customer: 'Bryn Dairy' }),
    );
    const fields = [field('own', 'Bank', null), field('theirs', 'Bank', 'Bryn Dairy')];
    const rows = rowsOf(both, fields, '');
    expect(rows.map(({ fieldId }) => fieldId)).toEqual(['theirs', 'own', null]);
    expect(rows.map((row) => rowProblem(row, rows, fields, ''))).toEqual([null, null, null]);
    expect(changesOf(rows, { customer: '', region: null }).added).toMatchObject([{ customer: 'Bryn Dairy' }]);
    expect(matchRows(rows, fields, 'Hill Farm').map(({ fieldId }) => fieldId)).toEqual([null, null, null]);
    // Fields of different customers may have one name.
    const empty = rowsOf(both, [], '');
    expect(empty.map((row) => rowProblem(row, empty, [], ''))).toEqual([null, null, null]);
    expect(empty.map((row) => rowProblem(row, empty, [], 'Hill Farm'))).toEqual([
      ...['Another row of the file has the same name.', 'Another row of the file has the same name.', null],
    ]);
  });
});

test('of several entries with one name, none replaces the boundary of the field with that name', () => {
  const fields = [field('a', 'Untitled Polygon', null)];
  const rows = rowsOf(readFixture('names/c16-same-names.kml'), fields, '');
  expect(rows.map(({ name, fieldId }) => [name, fieldId])).toEqual([
    ['Untitled Polygon', null],
    ['Untitled Polygon 2', null],
    ['Untitled Polygon 3', null],
  ]);
  expect(rows.map((row) => rowProblem(row, rows, fields, ''))).toEqual([
    ...['You already have a field called Untitled Polygon.', null, null],
  ]);
});

test('a name of 80 characters is not too long if one of them is an emoji', () => {
  const rows = rowsOf(readFixture('names/c12-emoji-at-80.kml'), [], '');
  expect(rows.map(({ name }) => [Array.from(name).length, /\p{Cs}/u.test(name)])).toEqual([[80, false]]);
  expect(rows.map((row) => rowProblem(row, rows, [], ''))).toEqual([null]);
});

describe('a boundary in another place than the one it replaces', () => {
  const warningsAt = (old: Boundary | null) => {
    const existing = [{ ...field('a', 'Bank', null, old), areaHa: decimal(42_618) }];
    const [row] = rowsOf(file(feature('Bank', square(-4.1))), existing, '');
    return row && rowNotes(row, existing).warnings;
  };
  test('is a warning with the distance', () => {
    expect(warningsAt(square(-4))).toEqual([
      'This is not where the field is now: the middles are 7.09 km, 4.41 miles apart. Is it the same field?',
    ]);
  });
  test.each([
    ['the same outline', square(-4.1)],
    ['an overlap', square(-4.098)],
    ['a hedge in common', square(-4.097)],
    ['a larger outline around it', square(-4.1, 50.51)],
    ['no outline before', null],
  ])('%s is none', (_, old) => expect(warningsAt(old)).toEqual([]));
  test('a field that lies in the old outline without touching it is none', () => {
    const around: Boundary = {
      type: 'Polygon',
      coordinates: [
        [
          [-4.2, 50.4],
          [-4, 50.4],
          [-4, 50.6],
          [-4.2, 50.6],
          [-4.2, 50.4],
        ],
      ],
    };
    expect(warningsAt(around)).toEqual([]);
  });
});
