import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FileProblem } from '@/domain/core/file-problem';
import { readFieldFile, type FileField } from '@/domain/geometry/files/field-file';
import { areaOf, middleOf } from '@/domain/geometry/measure';

const FOLDER = 'tests/fixtures/real-world/';

/** A field in words: its name and parcel, its hectares and those of its properties, its middle, and notes on it. */
function linesOf({ name, parcelRef, officialArea, checked }: FileField): string[] {
  if (!checked.ok) return [`${name}: ${checked.problem}`];
  const [lng, lat] = middleOf(checked.boundary);
  const parcel = parcelRef && ` (${parcelRef})`;
  const official = officialArea === null ? '' : ` of ${officialArea} ha`;
  const hectares = (areaOf(checked.boundary) / 10_000).toFixed(4);
  return [
    `${name}${parcel}: ${hectares} ha${official} at ${lng.toFixed(5)}, ${lat.toFixed(5)}`,
    ...checked.notes.map((note) => `- ${note}`),
  ];
}

/** What a file shows to its reader: notes on the file, then its fields; or why it can't be read. */
function shown(file: string): string[] {
  try {
    const { fields, notes } = readFieldFile(new Uint8Array(readFileSync(FOLDER + file)));
    return [...notes, ...fields.flatMap(linesOf)];
  } catch (error) {
    if (error instanceof FileProblem) return [error.message];
    throw error;
  }
}

/** The size and the middle of the field of most files, and of a second field beside it. */
const HERE = '2.9832 ha at -4.09710, 50.50158';
const THERE = '2.9832 ha at -4.09310, 50.50158';
const BRITISH = 'Converted from British National Grid. Positions can be up to 5 m off; areas are exact.';
const IRISH = 'Converted from Irish Grid. Positions can be up to 1 m off; areas are exact.';

const FILES: Readonly<Record<string, readonly string[]>> = {
  'notations/c01-space-after-comma.kml': [`Top Ground: ${HERE}`],
  'notations/c01b-no-alt-space.kml': [`Top Ground: ${HERE}`],
  'notations/c02-commas-between-points.kml': [`Top Ground: ${HERE}`],
  'notations/c02b-trailing-comma.kml': [`Top Ground: ${HERE}`],
  'encodings/c03-latin1.kml': [`Páirc Mhór: ${HERE}`],
  'encodings/c03b-win1252.kml': [`O’Shea – Bóithrín: ${HERE}`],
  'encodings/c04-says-utf16-is-utf8.kml': [`Páirc Mhór: ${HERE}`],
  'encodings/c05-utf16be.kml': [`Páirc Mhór: ${HERE}`],
  'encodings/c05b-utf16le.kml': [`Páirc Mhór: ${HERE}`],
  'encodings/c05c-latin1-no-declaration.kml': [`Páirc Mhór: ${HERE}`],
  'outlines/c10-closed-line.kml': ['A closed line was read as a boundary.', `Walked round: ${HERE}`],
  'outlines/c11-linear-ring.kml': ['A closed line was read as a boundary.', `Ring only: ${HERE}`],
  'outlines/c11b-line-and-polygon.kml': ['1 point or line was left out.', `Proper: ${THERE}`],
  'outlines/c13-keyhole-pond.kml': [
    'Pond Field: 2.7307 ha at -4.09620, 50.50158',
    '- Lines that crossed or lay on each other were repaired.',
  ],
  'outlines/c13b-pond-touches-hedge.geojson': [
    'Corner Pond: 2.8056 ha at -4.09710, 50.50158',
    '- Lines that crossed or lay on each other were repaired.',
  ],
  'outlines/c13c-pond-touches-corner.geojson': ['Corner Pond: 2.4899 ha at -4.09710, 50.50158'],
  'outlines/c13d-ring-touches-itself.kml': ['Banana: 2.4899 ha at -4.09695, 50.50161'],
  'outlines/c14-two-parcels-share-hedge.geojson': [
    `Two Parcels: ${HERE}`,
    '- Lines that crossed or lay on each other were repaired.',
  ],
  'outlines/c14b-share-part-of-hedge.kml': [
    'Two Parcels: 2.1545 ha at -4.09737, 50.50155',
    '- Lines that crossed or lay on each other were repaired.',
  ],
  'outlines/c15-gps-ends-cross.kml': [
    'Walked: 2.9811 ha at -4.09710, 50.50158',
    '- Lines that crossed or lay on each other were repaired.',
  ],
  'notations/c17-empty-multi.kml': ['1 point or line was left out.', `Full: ${HERE}`],
  'notations/c17b-empty-coordinates.kml': [
    'Empty: The boundary is empty: it needs at least three corners.',
    `Full: ${HERE}`,
  ],
  'names/c18-two-names.kml': ['Long Field: 2.9832 ha of 4.1 ha at -4.09710, 50.50158'],
  'names/c18b-name-empty.kml': [`Well Field: ${HERE}`],
  'names/c18c-number-name.kml': [`0: ${HERE}`],
  'notations/c19-prefixed.kml': [`Prefixed: ${HERE}`],
  'names/c19b-arcgis-description.kml': [`3: ${HERE}`],
  'grids/c20-bng-no-crs.geojson': [
    'The coordinates look like British National Grid and were converted from it. Positions can be up to 5 m off; areas are exact.',
    `Grid Field: ${HERE}`,
  ],
  'grids/c21-bng-crs-code.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'grids/c22-bng-crs-http.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'grids/c22b-bng-crs-urn-3d.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'grids/c22c-itm-no-crs.geojson': [
    'The coordinates look like Irish Transverse Mercator and were converted from it.',
    'ITM Field: 2.8949 ha at -8.46860, 51.90067',
  ],
  'grids/c22d-web-900913.geojson': ['Converted from Web Mercator.', `Web: ${HERE}`],
  'grids/c22e-7405.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'grids/c22f-feature-crs.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'notations/c23-esri.json': [`Esri Field: ${HERE}`],
  'notations/c24-array.json': [`In a list: ${HERE}`],
  'notations/c25-lines.geojsonl': [`Line one: ${HERE}`, `Line two: ${THERE}`],
  'notations/c27-3d.geojson': [`High: ${HERE}`],
  'encodings/c28-bom.geojson': [`BOM: ${HERE}`],
  'encodings/c28b-latin1.geojson': [`Páirc: ${HERE}`],
  'notations/c28c-nan.geojson': ['This is not a GeoJSON file.'],
  'grids/c29-0-osgb-normal.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c29-datum-great-brit.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c29b-datum-osgb-mapinfo.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c29c-airy-only.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c29d-wkt2.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c29e-compound-newlyn.zip': [BRITISH, `Top Ground: ${HERE}`],
  'grids/c30-0-tm65-normal.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'grids/c30-osni1952.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'grids/c30b-tm75.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'grids/c30c-irish-mapinfo.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'grids/c30d-irish-modified-airy.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'grids/c30e-itm-normal.zip': ['Converted from Irish Transverse Mercator.', 'Gort: 2.8949 ha at -8.46860, 51.90067'],
  'grids/c30f-itm-etrs-grs80.zip': [
    'Converted from Irish Transverse Mercator.',
    'Gort: 2.8949 ha at -8.46860, 51.90067',
  ],
  'encodings/c31-utf8-no-cpg.zip': [`Páirc Mhór – Ó Sé: ${HERE}`],
  'encodings/c31b-utf8-cpg.zip': [`Páirc Mhór – Ó Sé: ${HERE}`],
  'encodings/c31c-cpg-quirks.zip': [`Páirc Mhór: ${HERE}`],
  'encodings/c31d-cpg-8859-1.zip': [`Páirc Mhór: ${HERE}`],
  'encodings/c31e-cpg-1250.zip': [`Łąka Wójcik: ${HERE}`],
  'encodings/c31f-cpg-8859-15.zip': [`Pre Œuf €: ${HERE}`],
  'encodings/c32-ldid-850.zip': [`Páirc Mhór: ${HERE}`],
  'encodings/c32b-cpg-850.zip': [`Páirc Mhór: ${HERE}`],
  'encodings/c32c-ldid-1250.zip': [`Łąka: ${HERE}`],
  'shapefiles/c33-trailing-4.zip': [`Trail 4: ${HERE}`],
  'shapefiles/c33b-trailing-zeros.zip': [`Trail 512: ${HERE}`],
  'shapefiles/c33c-trailing-cut-record.zip': [
    'A part of the shapefile is damaged. What could not be read was left out.',
    `Cut record: ${HERE}`,
  ],
  'shapefiles/c33d-zeros-after-header-length.zip': [`Padded: ${HERE}`],
  'shapefiles/c34-junk-between.zip': [`One: ${HERE}`, `Two: ${THERE}`],
  'grids/c35-prj-wgs84-is-bng.zip': [
    'The coordinates look like British National Grid and were converted from it. Positions can be up to 5 m off; areas are exact.',
    `Wrong prj: ${HERE}`,
  ],
  'shapefiles/c36-polygonz.zip': [`Zed: ${HERE}`],
  'shapefiles/c36b-polygonm.zip': [`Em: ${HERE}`],
  'shapefiles/c36c-z-without-m.zip': [`No M: ${HERE}`],
  'shapefiles/c36d-null-shapes.zip': [
    `One: ${HERE}`,
    'Nothing: The boundary is empty: it needs at least three corners.',
    `Two: ${THERE}`,
  ],
  'names/c37-numeric-names.zip': [
    '12: 2.9832 ha of 4.12 ha at -4.09710, 50.50158',
    '13: 2.9832 ha of 2.98 ha at -4.09310, 50.50158',
  ],
  'shapefiles/c37b-deleted-row.zip': [`Old: ${HERE}`, `New: ${THERE}`],
  'names/c38-rpa.zip': [
    BRITISH,
    'SX5163 1234 (SX5163 1234): 2.9832 ha of 2.9812 ha at -4.09710, 50.50158',
    'SX5263 1234 (SX5263 1234): 2.9832 ha of 2.9811 ha at -4.09310, 50.50158',
  ],
  'names/c38b-cut-column.zip': [`Bottom Meadow (SX51631234): ${HERE}`],
  'names/c38c-dafm.zip': [
    'Converted from Irish Transverse Mercator.',
    'A11408001 (A11408001): 2.8949 ha at -8.46860, 51.90067',
  ],
  'names/c38d-jd.zip': [`Long Field: ${HERE}`],
  'shapefiles/c38e-subfolder-upper.zip': [`Upper: ${HERE}`],
  'shapefiles/c38f-two-layers.zip': [`Layer A: ${HERE}`, `Layer B: ${THERE}`],
  'shapefiles/c38i-bare.shp': ['Choose a GeoJSON file, a KML file, or a zip file with a shapefile.'],
  'shapefiles/c38j-points-only.zip': ['There are no field boundaries in this file. 1 point or line was left out.'],
  'shapefiles/c38k-lines-only.zip': ['A closed line was read as a boundary.', `Closed line: ${HERE}`],
  'names/c38l-one-folder-per-field.zip': [`Long Field: ${HERE}`, `Well Field: ${THERE}`],
  'names/c38m-one-file-per-field.zip': [`Long Field: ${HERE}`, `Well Field: ${THERE}`],
  'names/c38n-cut-names.zip': ['Bottom Meadow (SX51631234): 2.9832 ha of 2.98 ha at -4.09710, 50.50158'],
  'names/c38o-id-parcel.geojson': [
    `SX51631234 (SX51631234): ${HERE}`,
    'SX5263 1234 (SX5263 1234): 2.9832 ha of 2.98 ha at -4.09310, 50.50158',
  ],
  'zips/c39-streamed.zip': [`Streamed: ${HERE}`],
  'zips/c39b-streamed-stored.zip': [`Streamed: ${HERE}`],
  'outlines/c39x-wrong-direction-hole.zip': ['Both the same way: 2.7307 ha at -4.09620, 50.50158'],
  'outlines/c39y-cw-hole.zip': ['Hole clockwise: 2.7307 ha at -4.09620, 50.50158'],
  'zips/c40-zip64.zip': [`Streamed: ${HERE}`],
  'zips/c40b-zip64-seekable.zip': [`Streamed: ${HERE}`],
  'zips/c41-streamed-with-nested.zip': [
    'Several fields in the file have the same name, so a number was added: Streamed.',
    `Streamed: ${HERE}`,
    `Streamed 2: ${HERE}`,
  ],
  'zips/c41b-streamed-photo-bytes.zip': [`Streamed: ${HERE}`],
  'notations/c26-nested-collection.geojson': [`Nested: ${HERE}`],
  'notations/c26c-null-in-collection.geojson': ['1 point or line was left out.', `With nulls: ${HERE}`],
  'notations/c26d-empty-polygons.geojson': [`Empty part: ${HERE}`, '- Parts without an area were left out.'],
  'zips/c43-bzip2.zip': ['The zip file is damaged or has a password.'],
  'zips/c43-lzma.zip': ['The zip file is damaged or has a password.'],
  'zips/c43b-dirs.zip': [`Streamed: ${HERE}`],
  'zips/c43d-sfx-prefix.zip': ['Choose a GeoJSON file, a KML file, or a zip file with a shapefile.'],
  'encodings/c43e-accent-name.zip': [`Accented: ${HERE}`],
  'names/c46-names.geojson': [
    'Several fields in the file have the same name, so a number was added: 12.',
    `F-01: ${HERE}`,
    `7: ${THERE}`,
    '8: 2.9832 ha at -4.08910, 50.50158',
    'Lios: 2.9832 ha at -4.08510, 50.50158',
    'Cnoc: 2.9832 ha at -4.08110, 50.50158',
    'Gort: 2.9832 ha at -4.07710, 50.50158',
    'Back of house: 2.9832 ha at -4.07310, 50.50158',
    'A1234567890123 (A1234567890123): 2.9832 ha at -4.06910, 50.50158',
    'SX5163 1234 (SX5163 1234): 2.9832 ha at -4.06510, 50.50158',
    'SX5263 1234 (SX5263 1234): 2.9832 ha at -4.06110, 50.50158',
    'Ballymore 3: 2.9832 ha at -4.05710, 50.50158',
    '12: 2.9832 ha at -4.05310, 50.50158',
    '12 2: 2.9832 ha at -4.04910, 50.50158',
    'Field 14: 2.9832 ha at -4.04510, 50.50158',
    'Field 15: 2.9832 ha at -4.04110, 50.50158',
    'Field 16: 2.9832 ha at -4.03710, 50.50158',
    'SX 5163 1234 (SX 5163 1234): 2.9832 ha at -4.03310, 50.50158',
    'Real name: 2.9832 ha at -4.02910, 50.50158',
    'Field 19: 2.9832 ha at -4.02510, 50.50158',
    'Mill: 2.9832 ha at -4.02110, 50.50158',
  ],
  'names/c47-areas.geojson': [
    'A0: 2.9832 ha of 2.98 ha at -4.09710, 50.50158',
    'A1: 2.9832 ha of 2.98 ha at -4.09310, 50.50158',
    'A2: 2.9832 ha of 2.98 ha at -4.08910, 50.50158',
    'A3: 2.9832 ha of 2.98 ha at -4.08510, 50.50158',
    'A4: 2.9832 ha of 2.98 ha at -4.08110, 50.50158',
    'A5: 2.9832 ha at -4.07710, 50.50158',
    'A6: 2.9832 ha at -4.07310, 50.50158',
    'A7: 2.9832 ha of 2.98 ha at -4.06910, 50.50158',
    'A8: 2.9832 ha at -4.06510, 50.50158',
    'A9: 2.9832 ha at -4.06110, 50.50158',
    'A10: 2.9832 ha at -4.05710, 50.50158',
    'A11: 2.9832 ha of 1234.5 ha at -4.05310, 50.50158',
  ],
  'outlines/c50-hole-first.kml': ['Hole first: 2.7307 ha at -4.09620, 50.50158'],
  'outlines/c50b-two-holes-in-one.kml': ['Two holes: 2.7307 ha at -4.09630, 50.50158'],
  'notations/c51-cdata-coords.kml': [`Bog & Well: ${HERE}`],
  'names/c51b-entity-name.kml': [`Bog & Well – Nóra's &eacute;: ${HERE}`],
  'names/c51c-amp-bare.kml': [`Bog & Well: ${HERE}`],
  'notations/c51d-upper.kml': ['This is not a KML file.'],
  'notations/c51e-dms.kml': [`Comma decimals: ${HERE}`],
  'outlines/c52-walk.gpx': ['A closed line was read as a boundary.', `Walk: ${HERE}`],
};

/** Whole files and several files in one, which real-field-files.test.ts reads. */
const READ_ELSEWHERE = [
  ...[
    'zips/c06-linked.kmz',
    'zips/c07-three-kmls.zip',
    'zips/c08-geojson-in.zip',
    'names/c12-emoji-at-80.kml',
    'names/c12b-emoji-parcel.geojson',
  ],
  ...[
    'names/c16-same-names.kml',
    'notations/c26b-half-nested.geojson',
    'zips/c38g-shp-and-kml.zip',
    'zips/c38h-shp-and-geojson.zip',
  ],
  ...['zips/c42-zip-in-zip.zip', 'zips/c42b-many.zip', 'names/c60-name-of-anothers-field.geojson'],
];

test('every file is listed', () => {
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => path.includes('.') && path !== 'README.md');
  expect(files.toSorted()).toEqual([...Object.keys(FILES), ...READ_ELSEWHERE].toSorted());
});

test.each(Object.entries(FILES))('%s', (file, lines) => {
  expect(shown(file)).toEqual(lines);
});
