// Reads the coordinate system that a .prj file describes: well-known text of either version (OGC 01-009, ISO 19162).
import { systemOfFigures, WEB, type CoordinateSystem, type Grid } from './projection';

const PROJECTED = 'PROJCS|PROJCRS|PROJECTEDCRS';
const GEOGRAPHIC = 'GEOGCS|GEOGCRS|GEOGRAPHICCRS|GEODCRS|BASEGEOGCRS';
/** In Mercator's projection on an ellipsoid, places of this country lie some kilometres off those of web maps. */
const WEB_MERCATOR = /auxiliary_sphere|pseudo_mercator/;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
/** The text after the first of these words. */
const textAfter = (wkt: string, words: string) =>
  new RegExp(`\\b(?:${words})\\s*\\[\\s*"([^"]*)"`, 'i').exec(wkt)?.[1] ?? '';

/** Names of a grid's figures in both versions. */
const FIGURES = {
  longitude: ['central_meridian', 'longitude_of_natural_origin', 'longitude_of_origin'],
  latitude: ['latitude_of_origin', 'latitude_of_natural_origin'],
  scale: ['scale_factor', 'scale_factor_at_natural_origin'],
  east: ['false_easting'],
  north: ['false_northing'],
};

function gridOf(wkt: string, unit: number): Grid | null {
  const values = new Map(
    [...wkt.matchAll(/PARAMETER\s*\[\s*"([^"]+)"\s*,\s*([-+\d.eE]+)/gi)].map(([, word = '', value = '']) => [
      plain(word),
      Number(value),
    ]),
  );
  const figure = (names: readonly string[]) =>
    names.map((name) => values.get(name)).find((value) => value !== undefined);
  const [longitude, latitude, scale] = [FIGURES.longitude, FIGURES.latitude, FIGURES.scale].map(figure);
  const [east, north] = [FIGURES.east, FIGURES.north].map(figure);
  if (longitude === undefined || latitude === undefined || !scale) return null;
  if (east === undefined || north === undefined) return null;
  return { longitude, latitude, scale, east: east * unit, north: north * unit };
}

/** The coordinate system that a .prj file describes, or the name of one that is not supported. */
export function systemOfWkt(text: string): CoordinateSystem | { unknown: string } {
  // Heights are not read.
  const [wkt = ''] = text.split(/\bVERT_?C(?:R)?S\b/i);
  const name = (textAfter(wkt, PROJECTED) || textAfter(wkt, GEOGRAPHIC)).replaceAll('_', ' ');
  const unknown = { unknown: name || 'a coordinate system without a name' };
  const [, radius = ''] = /\b(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,\s*([\d.eE+]+)/i.exec(wkt) ?? [];
  const figures = { radius: Number(radius), description: wkt };
  if (!new RegExp(`\\b(?:${PROJECTED})\\s*\\[`, 'i').test(wkt)) {
    return systemOfFigures(name, { ...figures, grid: null }) ?? unknown;
  }
  // The last unit is that of the grid; the units before it are those of angles and figures.
  const unit = Number([...wkt.matchAll(/UNIT\s*\[\s*"[^"]*"\s*,\s*([\d.eE+-]+)/gi)].at(-1)?.[1]);
  if (!(unit > 0)) return unknown;
  const kind = plain(textAfter(wkt, 'PROJECTION|METHOD'));
  if (WEB_MERCATOR.test(kind) || (kind.startsWith('mercator') && WEB_MERCATOR.test(plain(name))))
    return { ...WEB, unit };
  if (!kind.startsWith('transverse_mercator')) return unknown;
  const grid = gridOf(wkt, unit);
  const system = grid && systemOfFigures(name, { ...figures, grid });
  return system ? { ...system, unit } : unknown;
}
