// Files with field boundaries as other programs write them (tests/fixtures/real-world): nothing of a file is left out unsaid.
import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readFieldFile } from '@/domain/geometry/files/field-file';
import { areaOf } from '@/domain/geometry/measure';

const FOLDER = 'tests/fixtures/real-world/';
const bytesOf = (name: string) => new Uint8Array(readFileSync(`${FOLDER}${name}`));
/** The names and areas in hectares of a file's fields, and its notes. */
function read(file: string | Uint8Array) {
  const { fields, notes } = readFieldFile(typeof file === 'string' ? bytesOf(file) : file);
  const hectares = fields.map(({ checked }) => (checked.ok ? (areaOf(checked.boundary) / 10_000).toFixed(2) : null));
  return { names: fields.map(({ name }) => name), hectares, notes };
}
const kml = (inner: string) =>
  strToU8(`<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`);
const link = (href: string) => `<NetworkLink><name>x</name><Link><href>${href}</href></Link></NetworkLink>`;
const polygon = (name: string) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>-4.1,50.5 -4.097,50.5 -4.097,50.5018 -4.1,50.5018 -4.1,50.5</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

describe('all of a zip file is read', () => {
  test.each([
    ['several KML files', 'zips/c07-three-kmls.zip', ['One Acre', 'Two Acre', 'Three Acre']],
    ['a KML file that links to others in it', 'zips/c06-linked.kmz', ['East Ground', 'West Ground']],
    ['a GeoJSON file', 'zips/c08-geojson-in.zip', ['Zipped']],
    ['a shapefile and a KML file', 'zips/c38g-shp-and-kml.zip', ['From shape', 'From KML']],
    ['a shapefile and a GeoJSON file', 'zips/c38h-shp-and-geojson.zip', ['From shape', 'From GeoJSON']],
    ['a zip file', 'zips/c42-zip-in-zip.zip', ['Streamed']],
    ['a zip file in a folder, beside a text', 'zips/c42b-many.zip', ['Streamed']],
  ])('%s', (_, file, names) => expect(read(file)).toMatchObject({ names, notes: [] }));

  test('tracks, and a file with a feature on each line', () => {
    const at = (lng: number) => `<trkpt lon="${lng}" lat="50.5"/>`;
    const walk = `${at(-4.1)}${at(-4.097)}<trkpt lon="-4.097" lat="50.5018"/>${at(-4.1)}`;
    const gpx = strToU8(`<gpx><trk><name>Walk</name><trkseg>${walk}</trkseg></trk></gpx>`);
    expect(read(zipSync({ 'walk.gpx': gpx }))).toMatchObject({
      names: ['Walk'],
      notes: ['A closed line was read as a boundary.'],
    });
    // Beside areas a line is a track.
    expect(read(zipSync({ 'walk.gpx': gpx, 'lines.geojsonl': bytesOf('notations/c25-lines.geojsonl') }))).toMatchObject(
      {
        names: ['Line one', 'Line two'],
        notes: ['1 point or line was left out.'],
      },
    );
  });

  test('what is not read is named: other kinds of files, damaged ones, and links to elsewhere', () => {
    const inner = zipSync({ 'deep.zip': zipSync({}), 'b.kml': kml(polygon('Inner')) });
    const zip = zipSync({
      'farm/doc.kml': kml(polygon('Top') + link('./parts/a%20b.kml') + link('https://maps.example/live.kml')),
      'farm/parts/A b.kml': kml(polygon('Linked')),
      'settings.json': strToU8('{"zoom":3}'),
      'tracks.fit': new Uint8Array(9),
      'more.zip': inner,
      ...{ 'doc.png': new Uint8Array(9), 'x.shp.xml': strToU8('<a/>'), '__MACOSX/farm/._doc.kml': new Uint8Array(9) },
    });
    expect(read(zip)).toMatchObject({
      names: ['Top', 'Linked', 'Inner'],
      notes: [
        '1 file was not read: tracks.fit.',
        '1 file was not read: deep.zip.',
        'settings.json was not read. This is not a GeoJSON file.',
        '1 link was not followed: https://maps.example/live.kml.',
      ],
    });
    expect(() => read(zipSync({ 'a.fit': new Uint8Array(9) }))).toThrow(
      'This zip file has no shapefile, KML, GeoJSON or GPX file in it. 1 file was not read: a.fit.',
    );
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`${at}.fit`, new Uint8Array(1)]));
    expect(read(zipSync({ ...many, 'a.kml': kml(polygon('A')) })).notes).toEqual([
      '7 files were not read: 0.fit, 1.fit, 2.fit, 3.fit, 4.fit, and 2 more.',
    ]);
  });

  test('a file without boundaries says what it has instead', () => {
    const line = '<Placemark><LineString><coordinates>-4,50 -4,51</coordinates></LineString></Placemark>';
    expect(() => read(kml(link('https://maps.example/live.kml') + line))).toThrow(
      'There are no field boundaries in this file. 1 link was not followed: https://maps.example/live.kml. 1 point or line was left out.',
    );
    const round = '-4.1,50.5 -4.097,50.5 -4.097,50.5018 -4.1,50.5';
    const closed = `<Placemark><LineString><coordinates>${round}</coordinates></LineString></Placemark>`;
    expect(read(kml(link('https://maps.example/live.kml') + closed)).notes).toEqual([
      'A closed line was read as a boundary.',
      '1 link was not followed: https://maps.example/live.kml.',
    ]);
    expect(read('outlines/c11b-line-and-polygon.kml')).toMatchObject({
      names: ['Proper'],
      notes: ['1 point or line was left out.'],
    });
  });
});

test('collections in collections are read to the end', () => {
  expect(read('notations/c26b-half-nested.geojson')).toEqual({ names: ['Half nested'], hectares: ['5.97'], notes: [] });
  const square = {
    type: 'Polygon',
    coordinates: [
      [
        [-4.1, 50.5],
        [-4.097, 50.5],
        [-4.097, 50.5018],
        [-4.1, 50.5],
      ],
    ],
  };
  const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(20_000)}${JSON.stringify(square)}${']}'.repeat(20_000)}`;
  expect(read(strToU8(nested)).hectares).toEqual(['2.13']);
});

test('fields with one name get numbers, and a note says so', () => {
  expect(read('names/c16-same-names.kml')).toMatchObject({
    names: ['Untitled Polygon', 'Untitled Polygon 2', 'Untitled Polygon 3'],
    notes: ['Several fields in the file have the same name, so a number was added: Untitled Polygon.'],
  });
  const long = 'x'.repeat(80);
  const { names } = read(kml(['A', 'a', 'A 2', 'A', long, long, ''].map(polygon).join('')));
  expect(names).toEqual(['A', 'a 3', 'A 2', 'A 4', long, `${'x'.repeat(78)} 2`, 'Field 7']);
});

test('names and parcels are cut between characters, and halves of characters are dropped', () => {
  expect(read('names/c12-emoji-at-80.kml').names).toEqual([`Field ${'a'.repeat(73)}🚜`]);
  const { fields } = readFieldFile(bytesOf('names/c12b-emoji-parcel.geojson'));
  expect(fields.map(({ parcelRef }) => parcelRef)).toEqual(['1234567890123456789🚜']);
  const half =
    '{"type":"Feature","properties":{"name":"Bank \\ud83d gate"},"geometry":{"type":"Polygon","coordinates":[]}}';
  expect(read(strToU8(half)).names).toEqual(['Bank   gate']);
});
