// Reads the fields of a GeoJSON file (RFC 7946, and the member `crs` of its predecessor), also of a list of features or a
// feature on each line, and of the JSON of Esri's programs.
import { FileProblem } from '@/domain/core/file-problem';
import { fieldsOf, listOf, textOf } from '@/domain/core/stored-json';
import type { Position } from '@/domain/fields/boundary';
import { polygonsIn } from '@/domain/geometry/boundary';
import type { FoundField, FoundFields } from './found-field';
import { areGridFigures, guessedSystem } from './guess-system';
import { nestedRings } from './nested-rings';
import { conversionNote, DEGREES, notRead, systemOfName, toDegrees, type CoordinateSystem } from './projection';
import { systemOfWkt } from './wkt';

const NOT_GEOJSON = 'This is not a GeoJSON file.';

/** Begins each object of a sequence (RFC 8142). */
const SEPARATOR = '\u001E';

/** Whether a text may be GeoJSON: an object, a list, or a sequence of objects. */
export const mayBeGeoJson = (text: string): boolean => ['{', '[', SEPARATOR].some((sign) => text.startsWith(sign));

/** The value of a JSON text, or the list of the values on its lines. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text
      .replaceAll(SEPARATOR, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    if (lines.length < 2) throw new FileProblem(NOT_GEOJSON);
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      throw new FileProblem(NOT_GEOJSON);
    }
  }
}

function linesIn(geometry: unknown): readonly unknown[] | null {
  const { type, coordinates } = fieldsOf(geometry);
  if (type === 'LineString') return [coordinates];
  return type === 'MultiLineString' ? listOf(coordinates) : null;
}

/** The features of a value, which may be one itself or a bare geometry; null if it is neither. */
function featuresIn(given: unknown): readonly unknown[] | null {
  if (Array.isArray(given)) {
    const all = given.map((one) => (Array.isArray(one) ? null : featuresIn(one)));
    return all.some((one) => one !== null) ? all.flatMap((one) => one ?? []) : null;
  }
  const { type, features, crs } = fieldsOf(given);
  if (type === 'FeatureCollection' || Array.isArray(features)) return listOf(features);
  if (type === 'Feature' || 'rings' in fieldsOf(fieldsOf(given)['geometry'])) return [given];
  return polygonsIn(given) || linesIn(given) ? [{ geometry: given, crs }] : null;
}

/** The coordinate system that a file, a feature or a geometry names; null if it names none. */
function statedSystem(given: unknown): CoordinateSystem | null {
  const { crs, spatialReference } = fieldsOf(given);
  const { name, code } = fieldsOf(fieldsOf(crs)['properties']);
  const { wkid, latestWkid, wkt } = fieldsOf(spatialReference);
  const stated = textOf(name ?? code ?? latestWkid ?? wkid);
  const system = stated ? systemOfName(stated) : wkt ? systemOfWkt(textOf(wkt)) : null;
  if (system && 'unknown' in system) throw new FileProblem(notRead(system.unknown));
  if (stated && !system) throw new FileProblem(notRead(stated));
  return system;
}

/** Polygons, lines or rings of a feature, as its file gives them. */
type Shape = {
  properties: FoundField['properties'];
  kind: 'polygons' | 'lines' | 'rings' | 'none';
  coordinates: readonly unknown[];
  system: CoordinateSystem | null;
};

function shapeOf(feature: unknown): Shape {
  const { id, properties, attributes, geometry } = fieldsOf(feature);
  const { rings } = fieldsOf(geometry);
  const [polygons, lines] = [polygonsIn(geometry), linesIn(geometry)];
  const other = rings ? 'rings' : 'none';
  return {
    properties: { ...fieldsOf(properties), ...fieldsOf(attributes), ...(id === undefined ? {} : { id }) },
    kind: polygons ? 'polygons' : lines ? 'lines' : other,
    coordinates: polygons ?? lines ?? listOf(rings),
    system: statedSystem(feature) ?? statedSystem(geometry),
  };
}

/** Lists of positions of any depth, converted to degrees. */
function converted(value: unknown, system: CoordinateSystem, depth = 0): unknown {
  if (!Array.isArray(value) || depth > 3) return value;
  const [x, y] = value as unknown[];
  if (typeof x === 'number' && typeof y === 'number') return toDegrees(system, x, y);
  return value.map((inner: unknown) => converted(inner, system, depth + 1));
}

/** The first position of each list of positions. */
function firstPositions(value: unknown, depth = 0): Position[] {
  if (!Array.isArray(value) || depth > 3) return [];
  const [x, y] = value as unknown[];
  if (typeof x === 'number' && typeof y === 'number') return [[x, y]];
  const found = value.flatMap((inner: unknown) => firstPositions(inner, depth + 1));
  return Array.isArray(x) && typeof x[0] === 'number' ? found.slice(0, 1) : found;
}

function fieldOf({ properties, kind, coordinates }: Shape, system: CoordinateSystem): FoundField {
  const degrees = listOf(system === DEGREES ? coordinates : converted(coordinates, system));
  if (kind === 'lines') return { properties, polygons: null, lines: degrees };
  if (kind === 'rings') {
    const rings = degrees.map((ring) =>
      listOf(ring).map((one): Position => [Number(listOf(one)[0]), Number(listOf(one)[1])]),
    );
    return { properties, polygons: nestedRings(rings) };
  }
  return { properties, polygons: kind === 'none' ? null : degrees };
}

export function fieldsOfGeoJson(text: string): FoundFields {
  const given = parsed(text);
  const features = featuresIn(given);
  if (!features) throw new FileProblem(NOT_GEOJSON);
  const shapes = features.map(shapeOf);
  const ofFile = statedSystem(given);
  const bare = shapes.filter(({ system }) => (system ?? ofFile ?? DEGREES).grid === null);
  const points = bare.flatMap(({ coordinates }) => firstPositions(coordinates));
  const guess = areGridFigures(points) ? guessedSystem(points) : null;
  const notes = new Set(guess ? [guess.note] : []);
  const found = shapes.map((shape) => {
    const stated = shape.system ?? ofFile ?? DEGREES;
    const note = conversionNote(stated);
    if (note) notes.add(note);
    return fieldOf(shape, guess && stated.grid === null ? guess.system : stated);
  });
  return { found, notes: [...notes] };
}
