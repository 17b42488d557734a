import { strToU8, zipSync } from 'fflate';
import { describe, expect, test, vi } from 'vitest';
import { readFieldFile } from '@/domain/geometry/files/field-file';
import { dbf, HOLE, kml, RING, shp, WGS84 } from './field-file-builders';

const read = (text: string | Uint8Array) => readFieldFile(typeof text === 'string' ? strToU8(text) : text);

describe('a file whose reading would take long is refused by its counts, before the work is done', () => {
  const shapes = (records: Parameters<typeof shp>[0], more = {}) =>
    zipSync({ 'a.shp': shp(records), 'a.prj': strToU8(WGS84), ...more });
  const manyFiles = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.kml`, strToU8('<kml/>')]));
  const nested = (depth: number) => kml(`<Placemark>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</Placemark>`);

  test('a table with 2,000 columns', () => {
    const table = new Uint8Array(32 + 32 * 2000 + 2);
    const view = new DataView(table.buffer);
    view.setUint32(4, 1, true);
    view.setUint16(8, 32 + 32 * 2000 + 1, true);
    view.setUint16(10, 1, true);
    expect(() => read(shapes([[RING]], { 'a.dbf': table }))).toThrow(
      'The table of the shapefile has more than 255 columns. Export it with fewer.',
    );
  });

  test('of a table only the rows that have a shape are read', () => {
    const table = dbf(
      'NAME',
      Array.from({ length: 5000 }, () => strToU8('Top')),
    );
    const decode = vi.spyOn(TextDecoder.prototype, 'decode');
    expect(read(shapes([[RING]], { 'a.dbf': table })).fields[0]?.name).toBe('Top');
    expect(decode.mock.calls.length).toBeLessThan(10);
    decode.mockRestore();
  });

  test('more than 10,000 records', () => {
    expect(() => read(shapes(Array.from({ length: 10_001 }, () => [])))).toThrow(
      'The shapefile has more than 10,000 records. Export fewer fields at a time.',
    );
  });

  test('an index that names one record many times is not used', () => {
    const shx = new Uint8Array(100 + 8 * 9000);
    for (let row = 0; row < 9000; row += 1) new DataView(shx.buffer).setInt32(100 + 8 * row, 50);
    expect(read(shapes([[RING]], { 'a.shx': shx })).fields).toHaveLength(1);
  });

  test('an outline that its repair would split into 600 parts', () => {
    // Rectangles on one line there and back.
    const corners = Array.from({ length: 600 }, (_, at) => {
      const [west, east] = [-4 + at / 1000, -3.9995 + at / 1000];
      return [
        [west, 50.5],
        [west, 50.501],
        [east, 50.501],
        [east, 50.5],
      ] as const;
    }).flat();
    const outline = { type: 'Polygon', coordinates: [[...corners, [-4, 50.5]]] };
    expect(read(JSON.stringify(outline)).fields[0]?.checked).toEqual({
      ...{ ok: false, problem: 'The boundary has too many separate parts. Split it into several fields.' },
    });
  });

  test('2,000 parts, each with a hole', () => {
    const parts = Array.from({ length: 2000 }, () => [RING.toReversed(), HOLE]).flat();
    expect(read(shapes([parts])).fields[0]?.checked).toEqual({
      ...{ ok: false, problem: 'The boundary has too many separate parts. Split it into several fields.' },
    });
  });

  test('more than 2,000 files in a zip file, or in the zip files in it', () => {
    const sentence = 'The zip file has more than 2,000 files in it. Export fewer fields at a time.';
    expect(() => read(zipSync(manyFiles(2001)))).toThrow(sentence);
    expect(() => read(zipSync({ 'a.zip': zipSync(manyFiles(1000)), 'b.zip': zipSync(manyFiles(1000)) }))).toThrow(
      /^There are no field boundaries .*b\.zip was not read\. The zip file has more than 2,000 files/,
    );
  });

  test('elements of a KML file nested more than 100 deep', () => {
    const sentence = 'The elements of the KML file are nested too deeply.';
    expect(() => read(nested(100))).toThrow(sentence);
    expect(() => read(nested(99))).toThrow('There are no field boundaries in this file.');
  });
});
