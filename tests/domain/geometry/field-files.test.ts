import { constants, deflateRawSync } from 'node:zlib';
import { zipSync, strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import type { Boundary, Position } from '@/domain/fields/boundary';
import { toBoundaryCsv, toGeoJson, toKml, type ExportedField } from '@/domain/geometry/files/export';
import { readFieldFile } from '@/domain/geometry/files/field-file';
import { systemOfName, toDegrees } from '@/domain/geometry/files/projection';
import { systemOfWkt } from '@/domain/geometry/files/wkt';
import { areaOf } from '@/domain/geometry/measure';
import { dbf, HOLE, kml, RING, shp, WGS84 } from './field-file-builders';

const SQUARE: Boundary = { type: 'Polygon', coordinates: [RING] };

const read = (text: string | Uint8Array, swapped?: boolean) =>
  readFieldFile(typeof text === 'string' ? strToU8(text) : text, swapped);
const geoJson = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const feature = (geometry: unknown, properties = {}) => ({ type: 'Feature', properties, geometry });
const coordinates = (ring: readonly Position[]) => ring.map(([x, y]) => `${x},${y},0`).join(' ');

const BRITISH =
  'PROJCS["British_National_Grid",GEOGCS["GCS_OSGB_1936",DATUM["D_OSGB_1936",SPHEROID["Airy_1830",6377563.396,299.3249646]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",400000.0],PARAMETER["False_Northing",-100000.0],PARAMETER["Central_Meridian",-2.0],PARAMETER["Scale_Factor",0.9996012717],PARAMETER["Latitude_Of_Origin",49.0],UNIT["Meter",1.0]]';

/** Two gigabytes of zeros in two megabytes, in a zip file that claims to hold a hundred bytes. */
function zipBomb(): Uint8Array {
  const megabytes = new Uint8Array(deflateRawSync(new Uint8Array(16_000_000), { finishFlush: constants.Z_SYNC_FLUSH }));
  const packed = Buffer.concat(Array.from({ length: 128 }, () => megabytes));
  const name = strToU8('a.shp');
  /** A record of the format; small numbers have two bytes or are followed by zeros. */
  const record = (signature: number, bytes: number, numbers: Readonly<Record<number, number>>, end: Uint8Array) => {
    const view = new DataView(new ArrayBuffer(bytes));
    view.setUint32(0, signature);
    for (const [at, value] of Object.entries(numbers))
      if (value > 0xffff) view.setUint32(Number(at), value, true);
      else view.setUint16(Number(at), value, true);
    return Buffer.concat([Buffer.from(view.buffer), end]);
  };
  const header = record(0x504b0304, 30, { 8: 8, 18: packed.length, 22: 100, 26: name.length }, name);
  const entry = record(0x504b0102, 46, { 10: 8, 20: packed.length, 24: 100, 28: name.length }, name);
  const end = record(
    0x504b0506,
    22,
    { 8: 1, 10: 1, 12: entry.length, 16: header.length + packed.length },
    new Uint8Array(),
  );
  return Uint8Array.from(Buffer.concat([header, packed, entry, end]));
}

test('GeoJSON: names, official areas and parcels come from the properties', () => {
  const file = read(
    geoJson(
      feature(SQUARE, { Field_Name: '  Bottom\nMeadow ', AREA_HA: '4.05', parcel_ref: 'SX1234 5678' }),
      feature({ type: 'GeometryCollection', geometries: [SQUARE, { type: 'Point', coordinates: [0, 0] }] }, { id: 7 }),
      feature({ type: 'Point', coordinates: [-4, 50] }, { name: 'Gate' }),
      feature({ type: 'Polygon', coordinates: [[...RING, [NaN, 0]]] }),
    ),
  );
  expect(file.notes).toEqual(['1 point or line was left out.']);
  expect(
    file.fields.map(({ name, parcelRef, officialArea, checked }) => [name, parcelRef, officialArea, checked.ok]),
  ).toEqual([
    ['Bottom Meadow', 'SX1234 5678', 4.05, true],
    ['7', '', null, true],
    ['Field 3', '', null, false],
  ]);
  expect(read(JSON.stringify(SQUARE)).fields).toHaveLength(1);
  expect(read(JSON.stringify(feature(SQUARE))).fields).toHaveLength(1);
});

test('swapped coordinates are detected for the whole file, and read in the other order on request', () => {
  const swapped = geoJson(feature({ type: 'Polygon', coordinates: [RING.map(([x, y]) => [y, x])] }));
  const file = read(swapped);
  expect(file).toMatchObject({ isSwapped: true, fields: [{ checked: { ok: false } }] });
  expect(read(swapped, true)).toMatchObject({
    isSwapped: false,
    fields: [{ checked: { ok: true, boundary: SQUARE } }],
  });
  const abroad = geoJson(feature({ type: 'Polygon', coordinates: [RING.map(([x, y]) => [x + 90, y])] }));
  expect(read(abroad).isSwapped).toBe(false);
});

test('KML: placemarks with polygons, holes, several parts, and properties', () => {
  const polygon = `<Polygon><innerBoundaryIs><LinearRing><coordinates>${coordinates(HOLE)}</coordinates></LinearRing></innerBoundaryIs><outerBoundaryIs><LinearRing><coordinates>
    ${coordinates(RING)}
  </coordinates></LinearRing></outerBoundaryIs></Polygon>`;
  const file = read(
    kml(
      `<name>Farm</name><!-- <Placemark> --><Placemark><name>Tom &amp; Ann&#39;s <![CDATA[<field>]]></name><Style/>
       <ExtendedData><Data name="area_ha"><value>4.05</value></Data></ExtendedData><MultiGeometry>${polygon}</MultiGeometry></Placemark>
       <Placemark><name>Track</name><LineString><coordinates>${coordinates(RING)}</coordinates></LineString></Placemark>`,
    ),
  );
  expect(file.notes).toEqual(['1 point or line was left out.']);
  const [field] = file.fields;
  expect(field).toMatchObject({ name: "Tom & Ann's <field>", officialArea: 4.05, checked: { ok: true } });
  expect(field?.checked.ok && field.checked.boundary.coordinates).toHaveLength(2);
});

test('KML with entities is refused: nothing expands and nothing is fetched', () => {
  const entities = `<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>`;
  const refusal = 'The file has a document type (DOCTYPE), which is not read. Export it again.';
  expect(() => read(`${entities}<kml><Placemark><name>&b;&x;</name></Placemark></kml>`)).toThrow(refusal);
  // Without a document type, an entity that is not predefined is plain text.
  const placemark = `<Placemark><name>&b;</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(RING)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  expect(read(kml(placemark)).fields[0]?.name).toBe('&b;');
  expect(() => read('<kml><Placemark><name>x')).toThrow('There are no field boundaries in this file.');
  expect(() => read('<kml><!-- ')).toThrow('The file ends in the middle. Export it again.');
  expect(() => read('<html><body>Sign in</body></html>')).toThrow('This is not a KML file.');
});

test('shapefile: outlines, holes and names, from British National Grid', () => {
  const grid: Position[] = [
    [250000, 60000],
    [250000, 60200],
    [250200, 60200],
    [250200, 60000],
    [250000, 60000],
  ];
  const hole: Position[] = [
    [250050, 60050],
    [250100, 60050],
    [250100, 60100],
    [250050, 60100],
    [250050, 60050],
  ];
  const files = {
    'f/Fields.SHP': shp([[hole, grid], [grid.toReversed()], []]),
    'f/fields.dbf': dbf('NAME', [strToU8('Caf\u00e9', true), strToU8('Top')]),
    'f/fields.prj': strToU8(BRITISH),
  };
  const file = read(zipSync(files));
  expect(file.notes).toEqual([
    'Converted from British National Grid. Positions can be up to 5 m off; areas are exact.',
  ]);
  expect(file.fields.map(({ name, checked }) => [name, checked.ok])).toEqual([
    ['Café', true],
    ['Top', true],
    ['Field 3', false],
  ]);
  const area = (at: number) => {
    const checked = file.fields[at]?.checked;
    return checked?.ok ? areaOf(checked.boundary) : 0;
  };
  // The grid's scale is below 1 here, so 40,000 m² of the grid are a little more on the ground.
  expect(Math.abs(area(1) / 40_000 - 1)).toBeLessThan(0.001);
  expect(Math.abs(area(0) / 37_500 - 1)).toBeLessThan(0.001);
});

test('a name in UTF-8 that its column cut in the middle of a letter loses only that letter', () => {
  const names = (...values: readonly Uint8Array[]) =>
    read(zipSync({ 'a.shp': shp(values.map(() => [RING])), 'a.dbf': dbf('NAME', values) })).fields.map(
      ({ name }) => name,
    );
  const cut = strToU8('Páirc an Dá Chrosé').subarray(0, 20);
  expect(names(strToU8('Ó Sé'), cut)).toEqual(['Ó Sé', 'Páirc an Dá Chros']);
  // In a table of Windows-1252 the same byte is a letter.
  expect(names(strToU8('Long Field, 20 signÃ', true))).toEqual(['Long Field, 20 signÃ']);
});

test('positions of the grids agree with PROJ', () => {
  const near = (name: string, [x, y]: Position, expected: Position) => {
    const system = systemOfName(name);
    const found = system && toDegrees(system, x, y);
    expect([found?.[0].toFixed(7), found?.[1].toFixed(7)]).toEqual(expected.map((value) => value.toFixed(7)));
  };
  near('urn:ogc:def:crs:EPSG::27700', [651409.903, 313177.27], [1.7160519, 52.6579786]);
  near('EPSG:27700', [250000, 60000], [-4.1128743, 50.4206562]);
  near('EPSG:27700', [330000, 1000000], [-3.2159731, 58.8816328]);
  near('EPSG:29903', [315900, 234700], [-6.2602978, 53.3500569]);
  near('EPSG:29902', [50000, 80000], [-10.1825662, 51.9523816]);
  near('EPSG:2157', [715830, 734697], [-6.2602478, 53.3497939]);
  near('EPSG:32630', [400000, 5600000], [-4.4113388, 50.5433796]);
  near('EPSG:3857', [-456000, 6530000], [-4.0963177, 50.4810168]);
  expect(systemOfWkt(BRITISH)).toMatchObject({
    name: 'British National Grid',
    grid: { east: 400_000, north: -100_000 },
  });
  expect(systemOfWkt(WGS84)).toMatchObject({ grid: null });
  const inFeet = BRITISH.replace('"Meter",1.0', '"Foot",0.3048')
    .replace('400000.0', '1312335.958')
    .replace('-100000.0', '-328083.9895');
  const feet = systemOfWkt(inFeet);
  if ('unknown' in feet) throw new Error(feet.unknown);
  const [lng, lat] = toDegrees(feet, 250_000 / 0.3048, 60_000 / 0.3048);
  expect([lng.toFixed(6), lat.toFixed(6)]).toEqual(['-4.112874', '50.420656']);
  const lambert = BRITISH.replace('"Transverse_Mercator"', '"Lambert_Conformal_Conic"').replace(
    'British_National_Grid',
    'Lambert_93',
  );
  expect(() => read(zipSync({ 'a.shp': shp([[RING]]), 'a.prj': strToU8(lambert) }))).toThrow(
    'The coordinates are in Lambert 93, which is not read. Export the file in WGS84.',
  );
  expect(() => read(JSON.stringify({ ...SQUARE, crs: { type: 'name', properties: { name: 'EPSG:2154' } } }))).toThrow(
    'which is not read',
  );
  const british = {
    type: 'Polygon',
    coordinates: [
      [
        [250000, 60000],
        [250200, 60000],
        [250200, 60200],
        [250000, 60000],
      ],
    ],
    crs: { properties: { name: 'EPSG:27700' } },
  };
  expect(read(JSON.stringify(british)).fields[0]?.checked.ok).toBe(true);
});

test('grid coordinates without a system are read if only one grid fits, and refused with its name otherwise', () => {
  const at = (x: number, y: number): Position[] => [
    [x, y],
    [x + 200, y],
    [x + 200, y + 200],
    [x, y],
  ];
  const notesAt = (x: number, y: number) => read(zipSync({ 'a.shp': shp([[at(x, y)]]) })).notes;
  const converted = (name: string) => `The coordinates look like ${name} and were converted from it.`;
  expect(notesAt(250_000, 60_000)).toEqual([
    `${converted('British National Grid')} Positions can be up to 5 m off; areas are exact.`,
  ]);
  expect(notesAt(50_000, 80_000)).toEqual([
    `${converted('Irish Grid')} Positions can be up to 1 m off; areas are exact.`,
  ]);
  expect(notesAt(567_000, 572_000)).toEqual([converted('Irish Transverse Mercator')]);
  expect(notesAt(400_000, 5_600_000)).toEqual([converted('UTM zone 30N')]);
  expect(notesAt(-456_000, 6_530_000)).toEqual([converted('Web Mercator')]);
  // Brecon in one grid, Kildare in the other.
  expect(() => notesAt(290_000, 230_000)).toThrow(
    'The coordinates could be British National Grid or Irish Grid, and the file does not say which. Export it in WGS84, or with its coordinate system.',
  );
  expect(() => notesAt(5_000_000, 5_000_000)).toThrow(
    'The coordinates are not longitude and latitude, and they fit no grid of the UK or Ireland. Export the file in WGS84.',
  );
});

test('a shapefile is read by its index, and a damaged entry does not take the others with it', () => {
  const east = (by: number) => RING.map(([x, y]): Position => [x + by, y]);
  const whole = shp([[RING], [east(0.1)], [east(0.2)]]);
  const names = dbf(
    'NAME',
    ['One', 'Two', 'Three'].map((name) => strToU8(name)),
  );
  const length = (whole.length - 100) / 3;
  const junk = new Uint8Array(6).fill(7);
  const gapped = Uint8Array.from([...whole.subarray(0, 100 + length), ...junk, ...whole.subarray(100 + length)]);
  const shx = new Uint8Array(124);
  [0, length + 6, 2 * length + 6].forEach((at, row) =>
    new DataView(shx.buffer).setInt32(100 + 8 * row, (100 + at) / 2),
  );
  const namesOf = (file: Record<string, Uint8Array>) => read(zipSync({ ...file, 'a.dbf': names }));
  expect(namesOf({ 'a.shp': gapped, 'a.shx': shx }).fields.map(({ name }) => name)).toEqual(['One', 'Two', 'Three']);
  // The length of the second entry, which is needed to find the third, and the number of its points.
  for (const byte of [100 + length + 4, 100 + length + 8 + 40]) {
    const damaged = whole.slice();
    new DataView(damaged.buffer).setInt32(byte, 2_000_000_000);
    const file = namesOf({ 'a.shp': damaged });
    expect(file.fields.map(({ name }) => name)).toEqual(['One', 'Three']);
    expect(file.notes).toEqual(['A part of the shapefile is damaged. What could not be read was left out.']);
  }
});

test('a pond whose corner lies on a slanting hedge is a hole, and parcels that overlap by a hair are one', () => {
  const at = (x: number, y: number): Position => [-4 + x / 1000, 50.5 + y / 1000];
  const hedge = [at(0, 0), at(3.1, 0.7), at(2.9, 2.2), at(0.2, 1.9), at(0, 0)];
  const share = (of: number) => at(3.1 * of, 0.7 * of);
  const pond = [share(0.37), at(1.2, 1.1), at(1.7, 1.2), share(0.37)];
  const repaired = (coordinates: Position[][][]) => {
    const { checked } = read(JSON.stringify({ type: 'MultiPolygon', coordinates })).fields[0] ?? {};
    if (!checked?.ok) throw new Error(checked?.problem);
    expect(checked.notes).toEqual(['Lines that crossed or lay on each other were repaired.']);
    return areaOf(checked.boundary);
  };
  const area = (ring: Position[]) => areaOf({ type: 'Polygon', coordinates: [ring] });
  expect(repaired([[hedge, pond]])).toBeCloseTo(area(hedge) - area(pond), -1);
  const over = [at(3.0999, 0.7), at(5, 0.7), at(5, 2.2), at(2.8999, 2.2), at(3.0999, 0.7)];
  expect(repaired([[hedge], [over]]) / (area(hedge) + area(over))).toBeCloseTo(1, 3);
});

test('an outline that can only be a mistake is refused with the place where it crosses itself', () => {
  const problems = (...rings: Position[][]) =>
    read(JSON.stringify({ type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) })).fields.map(({ checked }) =>
      checked.ok ? null : checked.problem,
    );
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = RING;
  expect(problems([a, c, b, d, a])).toEqual(['The boundary crosses itself near 50.50090, -4.09850.']);
  // Two parts that overlap by a third.
  expect(
    problems(
      RING,
      RING.map(([x, y]): Position => [x + 0.002, y]),
    ),
  ).toEqual([expect.stringMatching(/^The boundary crosses itself near 50\.50\d+, -4\.09\d+\.$/)]);
});

test('zip files that are damaged, too large or contain no shapefile are refused with a message', () => {
  const none = 'This zip file has no shapefile, KML, GeoJSON or GPX file in it.';
  expect(() => read(zipSync({ 'photo.jpg': new Uint8Array(10) }))).toThrow(none);
  expect(() => read(zipSync({}))).toThrow(none);
  expect(() => read(zipSync({ 'a.shp': new Uint8Array(300) }))).toThrow('The shapefile is damaged.');
  const cut = shp([[RING]]);
  new DataView(cut.buffer).setInt32(100 + 8 + 40, 2_000_000_000, true);
  expect(() => read(zipSync({ 'a.shp': cut }))).toThrow('The shapefile is damaged.');
  const whole = zipSync({
    'a.shp': shp(Array.from({ length: 50 }, (_, at) => [RING.map(([x, y]) => [x + at / 7, y] as const)])),
  });
  expect(() => read(whole.subarray(0, 200))).toThrow('The zip file is damaged or has a password.');
  expect(() => read(zipBomb())).toThrow('The zip file unpacks to more than 64 MB. Export less at a time.');
});

test('a .kmz file is read; empty, damaged and too large files, and other formats, are refused', () => {
  const placemark = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates(RING)}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
  expect(read(zipSync({ 'doc.kml': strToU8(kml(placemark)) })).fields[0]).toMatchObject({
    name: 'Field 1',
    checked: { boundary: SQUARE },
  });
  expect(() => read('')).toThrow('The file is empty.');
  expect(() => read('a;b;c')).toThrow('Choose a GeoJSON file, a KML file, or a zip file with a shapefile.');
  expect(() => read('{"type":"Featu')).toThrow('This is not a GeoJSON file.');
  expect(() => read('{"type":"FeatureCollection","features":{}}')).toThrow(
    'There are no field boundaries in this file.',
  );
  expect(() => read(`{"a":${'['.repeat(200_000)}`)).toThrow('This is not a GeoJSON file.');
  expect(() => read(new Uint8Array(20_000_001))).toThrow(
    'The file is larger than 20 MB. Export fewer fields at a time.',
  );
  expect(() => read(geoJson(...Array.from({ length: 501 }, () => feature(SQUARE))))).toThrow(
    'The file has 501 fields. Import at most 500 at a time.',
  );
});

test('an exported file can be imported again', () => {
  const two: Boundary = {
    type: 'MultiPolygon',
    coordinates: [[RING, HOLE], [RING.map(([x, y]) => [x - 1, y] as const)]],
  };
  const field = (name: string, boundary: Boundary | null): ExportedField => ({
    ...{
      name,
      areaHa: '4.0500',
      acres: '10.0078',
      drawnAreaHa: '4.2618',
      parcelRef: 'SX1234 5678',
      landUse: 'arable',
      customer: '=Tom & Co',
    },
    boundary,
  });
  const fields = [field('<Top> & "Bottom"', SQUARE), field('Two', two), field('Bare', null)];
  for (const text of [toGeoJson(fields), toKml(fields)]) {
    expect(read(text).fields).toEqual(
      fields.slice(0, 2).map(({ name, boundary }) => ({
        ...{ name, sharesName: false, customer: '=Tom & Co', parcelRef: 'SX1234 5678', officialArea: 4.05 },
        checked: { ok: true, boundary, notes: [] },
      })),
    );
  }
  const csv = toBoundaryCsv(fields);
  expect(csv.startsWith('\uFEFFField,Hectares,Acres')).toBe(true);
  const rows = parseCsv(csv);
  expect(rows[1]?.slice(0, 9)).toEqual([
    '<Top> & "Bottom"',
    '4.05',
    '10.0078',
    '4.2618',
    'SX1234 5678',
    'arable',
    "'=Tom & Co",
    '50.5009',
    '-4.0985',
  ]);
  expect(rows[1]?.[9]).toBe('POLYGON ((-4.1 50.5, -4.097 50.5, -4.097 50.5018, -4.1 50.5018, -4.1 50.5))');
  expect(rows[2]?.[9]).toMatch(/^MULTIPOLYGON \(\(\(.*\)\)\)$/);
  expect(rows[3]?.slice(7)).toEqual(['', '', '']);
});
