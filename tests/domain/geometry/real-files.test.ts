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
  'c02b-trailing-comma.kml': [`Top Ground: ${HERE}`],
  'c03-latin1.kml': [`Páirc Mhór: ${HERE}`],
  'c03b-win1252.kml': [`O’Shea – Bóithrín: ${HERE}`],
  'c04-says-utf16-is-utf8.kml': [`Páirc Mhór: ${HERE}`],
  'c05-utf16be.kml': [`Páirc Mhór: ${HERE}`],
  'c05b-utf16le.kml': [`Páirc Mhór: ${HERE}`],
  'c05c-latin1-no-declaration.kml': [`Páirc Mhór: ${HERE}`],
  'c11b-line-and-polygon.kml': ['1 point or line was left out.', `Proper: ${THERE}`],
  'c13c-pond-touches-corner.geojson': ['Corner Pond: 2.4899 ha at -4.09710, 50.50158'],
  'c13d-ring-touches-itself.kml': ['Banana: 2.4899 ha at -4.09695, 50.50161'],
  'c17-empty-multi.kml': ['1 point or line was left out.', `Full: ${HERE}`],
  'c17b-empty-coordinates.kml': ['Empty: The boundary is empty: it needs at least three corners.', `Full: ${HERE}`],
  'c18b-name-empty.kml': [`Well Field: ${HERE}`],
  'c18c-number-name.kml': [`0: ${HERE}`],
  'c19-prefixed.kml': [`Prefixed: ${HERE}`],
  'c19b-arcgis-description.kml': [`3: ${HERE}`],
  'c22-bng-crs-http.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'c22b-bng-crs-urn-3d.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'c22d-web-900913.geojson': ['Converted from Web Mercator.', `Web: ${HERE}`],
  'c22e-7405.geojson': [BRITISH, `Grid Field: ${HERE}`],
  'c27-3d.geojson': [`High: ${HERE}`],
  'c28-bom.geojson': [`BOM: ${HERE}`],
  'c28b-latin1.geojson': [`Páirc: ${HERE}`],
  'c28c-nan.geojson': ['This is not a GeoJSON file.'],
  'c29-0-osgb-normal.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c29-datum-great-brit.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c29b-datum-osgb-mapinfo.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c29c-airy-only.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c29d-wkt2.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c29e-compound-newlyn.zip': [BRITISH, `Top Ground: ${HERE}`],
  'c30-0-tm65-normal.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'c30-osni1952.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'c30b-tm75.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'c30c-irish-mapinfo.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'c30d-irish-modified-airy.zip': [IRISH, 'Drumlin: 2.7359 ha at -6.64860, 54.35067'],
  'c30e-itm-normal.zip': ['Converted from Irish Transverse Mercator.', 'Gort: 2.8949 ha at -8.46860, 51.90067'],
  'c30f-itm-etrs-grs80.zip': ['Converted from Irish Transverse Mercator.', 'Gort: 2.8949 ha at -8.46860, 51.90067'],
  'c31-utf8-no-cpg.zip': [`Páirc Mhór – Ó Sé: ${HERE}`],
  'c31b-utf8-cpg.zip': [`Páirc Mhór – Ó Sé: ${HERE}`],
  'c31c-cpg-quirks.zip': [`Páirc Mhór: ${HERE}`],
  'c31d-cpg-8859-1.zip': [`Páirc Mhór: ${HERE}`],
  'c31e-cpg-1250.zip': [`Łąka Wójcik: ${HERE}`],
  'c31f-cpg-8859-15.zip': [`Pre Œuf €: ${HERE}`],
  'c32-ldid-850.zip': [`Páirc Mhór: ${HERE}`],
  'c32b-cpg-850.zip': [`Páirc Mhór: ${HERE}`],
  'c32c-ldid-1250.zip': [`Łąka: ${HERE}`],
  'c33-trailing-4.zip': [`Trail 4: ${HERE}`],
  'c36-polygonz.zip': [`Zed: ${HERE}`],
  'c36b-polygonm.zip': [`Em: ${HERE}`],
  'c36c-z-without-m.zip': [`No M: ${HERE}`],
  'c36d-null-shapes.zip': [
    `One: ${HERE}`,
    'Nothing: The boundary is empty: it needs at least three corners.',
    `Two: ${THERE}`,
  ],
  'c38d-jd.zip': [`Long Field: ${HERE}`],
  'c38e-subfolder-upper.zip': [`Upper: ${HERE}`],
  'c38f-two-layers.zip': [`Layer A: ${HERE}`, `Layer B: ${THERE}`],
  'c38i-bare.shp': ['Choose a GeoJSON file, a KML file, or a zip file with a shapefile.'],
  'c38j-points-only.zip': ['There are no field boundaries in this file.'],
  'c39-streamed.zip': [`Streamed: ${HERE}`],
  'c39b-streamed-stored.zip': [`Streamed: ${HERE}`],
  'c40-zip64.zip': [`Streamed: ${HERE}`],
  'c40b-zip64-seekable.zip': [`Streamed: ${HERE}`],
  'c41-streamed-with-nested.zip': [`Streamed: ${HERE}`],
  'c43-bzip2.zip': ['The zip file is damaged or has a password.'],
  'c43-lzma.zip': ['The zip file is damaged or has a password.'],
  'c43b-dirs.zip': [`Streamed: ${HERE}`],
  'c43d-sfx-prefix.zip': ['Choose a GeoJSON file, a KML file, or a zip file with a shapefile.'],
  'c43e-accent-name.zip': [`Accented: ${HERE}`],
  'c50-hole-first.kml': ['Hole first: 2.7307 ha at -4.09620, 50.50158'],
  'c50b-two-holes-in-one.kml': ['Two holes: 2.7307 ha at -4.09630, 50.50158'],
  'c51-cdata-coords.kml': [`Bog & Well: ${HERE}`],
  'c51b-entity-name.kml': [`Bog & Well – Nóra's &eacute;: ${HERE}`],
  'c51c-amp-bare.kml': [`Bog & Well: ${HERE}`],
  'c51d-upper.kml': ['This is not a KML file.'],
};

test('every file is listed', () => {
  expect(readdirSync(FOLDER).filter((name) => name !== 'README.md')).toEqual(Object.keys(FILES).toSorted());
});

test.each(Object.entries(FILES))('%s', (file, lines) => {
  expect(shown(file)).toEqual(lines);
});
