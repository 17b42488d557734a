// Builds files with field boundaries as other programs write them.
import { strToU8 } from 'fflate';
import type { Position } from '@/domain/fields/boundary';

export const RING: Position[] = [
  [-4.1, 50.5],
  [-4.097, 50.5],
  [-4.097, 50.5018],
  [-4.1, 50.5018],
  [-4.1, 50.5],
];
export const HOLE: Position[] = [
  [-4.099, 50.5005],
  [-4.099, 50.501],
  [-4.098, 50.501],
  [-4.098, 50.5005],
  [-4.099, 50.5005],
];

export const kml = (inner: string) =>
  `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`;

/** A shapefile of polygons, as a GIS writes it. */
export function shp(records: readonly (readonly (readonly Position[])[])[]): Uint8Array {
  const contents = records.map((rings) => {
    const points = rings.flat();
    const view = new DataView(new ArrayBuffer(44 + 4 * rings.length + 16 * points.length));
    view.setInt32(0, 5, true);
    view.setInt32(36, rings.length, true);
    view.setInt32(40, points.length, true);
    let first = 0;
    rings.forEach((ring, part) => {
      view.setInt32(44 + 4 * part, first, true);
      first += ring.length;
    });
    points.forEach(([x, y], at) => {
      view.setFloat64(44 + 4 * rings.length + 16 * at, x, true);
      view.setFloat64(52 + 4 * rings.length + 16 * at, y, true);
    });
    return new Uint8Array(view.buffer);
  });
  const bytes = new Uint8Array(100 + contents.reduce((sum, { length }) => sum + 8 + length, 0));
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(32, 5, true);
  let at = 100;
  contents.forEach((content, record) => {
    view.setInt32(at, record + 1);
    view.setInt32(at + 4, content.length / 2);
    bytes.set(content, at + 8);
    at += 8 + content.length;
  });
  return bytes;
}

/** A dBASE table (.dbf) with one text column. */
export function dbf(column: string, values: readonly Uint8Array[]): Uint8Array {
  const width = 21;
  const bytes = new Uint8Array(65 + width * values.length).fill(0x20, 65);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 3);
  view.setUint32(4, values.length, true);
  view.setUint16(8, 65, true);
  view.setUint16(10, width, true);
  bytes.set(strToU8(column), 32);
  bytes.set([0x43], 43);
  bytes.set([20], 48);
  bytes[64] = 0x0d;
  values.forEach((value, row) => bytes.set(value, 65 + row * width + 1));
  return bytes;
}

/** What a .prj file says of longitude and latitude. */
export const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
