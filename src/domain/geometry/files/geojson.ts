// Reads the fields of a GeoJSON file (RFC 7946, and the member `crs` of its predecessor).
import { FileProblem } from '@/domain/core/file-problem';
import { fieldsOf, listOf, textOf } from '@/domain/core/stored-json';
import { polygonsIn } from '@/domain/geometry/boundary';
import type { FoundField, FoundFields } from './found-field';
import { conversionNote, notRead, systemOfName, toDegrees, type CoordinateSystem } from './projection';

const NOT_GEOJSON = 'This is not a GeoJSON file.';

const fieldIn = (feature: unknown): FoundField => ({
  properties: {
    ...('id' in fieldsOf(feature) ? { id: fieldsOf(feature)['id'] } : {}),
    ...fieldsOf(fieldsOf(feature)['properties']),
  },
  polygons: polygonsIn(fieldsOf(feature)['geometry']),
});

function convertPositions(value: unknown, system: CoordinateSystem, depth = 0): unknown {
  if (!Array.isArray(value) || depth > 3) return value;
  const [x, y] = value as unknown[];
  if (typeof x === 'number' && typeof y === 'number') return toDegrees(system, x, y);
  return value.map((inner: unknown) => convertPositions(inner, system, depth + 1));
}

export function fieldsOfGeoJson(text: string): FoundFields {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new FileProblem(NOT_GEOJSON);
  }
  const { type, features, crs } = fieldsOf(given);
  const found =
    type === 'FeatureCollection'
      ? listOf(features).map(fieldIn)
      : type === 'Feature'
        ? [fieldIn(given)]
        : polygonsIn(given)
          ? [{ properties: {}, polygons: polygonsIn(given) }]
          : null;
  if (!found) throw new FileProblem(NOT_GEOJSON);
  const name = textOf(fieldsOf(fieldsOf(crs)['properties'])['name']);
  const system = name ? systemOfName(name) : null;
  if (name && !system) throw new FileProblem(notRead(name));
  const note = system && conversionNote(system);
  if (!system || !note) return { found, notes: [] };
  return {
    found: found.map(({ properties, polygons }) => ({
      properties,
      polygons: polygons && polygons.map((polygon) => convertPositions(polygon, system, 1)),
    })),
    notes: [note],
  };
}
