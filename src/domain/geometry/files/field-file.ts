// Reads the boundaries of fields from a file that somebody chose, or from a pasted text.
import { FileProblem } from '@/domain/core/file-problem';
import { textOfBytes } from '@/domain/core/text-of-bytes';
import { isZip, unzip } from '@/domain/core/unzip';
import { checkedPolygons, OUTSIDE, type CheckedBoundary } from '@/domain/geometry/boundary';
import { withClosedLines } from './closed-lines';
import { areaIn, nameIn, parcelIn, type FoundFields } from './found-field';
import { fieldsOfGeoJson, mayBeGeoJson } from './geojson';
import { fieldsOfGpx, isGpx } from './gpx';
import { fieldsOfKml } from './kml';
import { repairPolygons } from './repair';
import { fieldsOfShapefiles } from './shapefile';

const MAX_BYTES = 20_000_000;
/** Per file: as many as a large contractor maps, and few enough to look through before saving. */
const MAX_FIELDS = 500;

/** A field of a file. `officialArea`: hectares from its properties, or null. */
export type FileField = {
  name: string;
  parcelRef: string;
  officialArea: number | null;
  checked: CheckedBoundary;
};

export type FieldFile = {
  fields: readonly FileField[];
  /** Notes about the whole file. */
  notes: readonly string[];
  /** Whether the other order of the coordinates would put every field into the UK or Ireland. */
  isSwapped: boolean;
};

const PARTS_OF_SHAPEFILES = /\.(?:shp|shx|dbf|prj|cpg)$/;
/** macOS adds files of its own to a zip. */
const isFromSystem = (name: string) => name.startsWith('__macosx/') || /(?:^|\/)\._/.test(name);

function fieldsOfZip(bytes: Uint8Array): FoundFields {
  const files = unzip(
    bytes,
    (name) => !isFromSystem(name) && (PARTS_OF_SHAPEFILES.test(name) || name.endsWith('.kml')),
  );
  // A .kmz file is a zip file with a KML file in it.
  const [, kml] = [...files].find(([name]) => name.endsWith('.kml')) ?? [];
  const hasShapes = [...files.keys()].some((name) => name.endsWith('.shp'));
  return kml && !hasShapes ? fieldsOfKml(textOfBytes(kml)) : fieldsOfShapefiles(files);
}

function fieldsOfText(bytes: Uint8Array): FoundFields {
  const text = textOfBytes(bytes).trim();
  if (text === '') throw new FileProblem('The file is empty.');
  if (mayBeGeoJson(text)) return fieldsOfGeoJson(text);
  if (text.startsWith('<')) return isGpx(text) ? fieldsOfGpx(text) : fieldsOfKml(text);
  throw new FileProblem('Choose a GeoJSON file, a KML file, or a zip file with a shapefile.');
}

const isOutside = (checked: CheckedBoundary) => !checked.ok && checked.problem === OUTSIDE;

/** The fields of a file; throws a `FileProblem` with a message if it can't be read. `swapped`: latitude comes first. */
export function readFieldFile(bytes: Uint8Array, swapped = false): FieldFile {
  if (bytes.length > MAX_BYTES) throw new FileProblem('The file is larger than 20 MB. Export fewer fields at a time.');
  const { found, notes } = withClosedLines(isZip(bytes) ? fieldsOfZip(bytes) : fieldsOfText(bytes));
  const withAreas = found.flatMap((field) => (field.polygons ? [{ ...field, polygons: field.polygons }] : []));
  if (withAreas.length === 0) throw new FileProblem('There are no field boundaries in this file.');
  if (withAreas.length > MAX_FIELDS) {
    throw new FileProblem(
      `The file has ${withAreas.length.toLocaleString('en-GB')} fields. Import at most ${MAX_FIELDS} at a time.`,
    );
  }
  const fields = withAreas.map((field, at) => ({
    name: nameIn(field) || `Field ${at + 1}`,
    parcelRef: parcelIn(field),
    officialArea: areaIn(field),
    checked: checkedPolygons(field.polygons, swapped, repairPolygons),
  }));
  const leftOut = found.length - withAreas.length;
  const isSwapped =
    !swapped &&
    fields.every(({ checked }) => isOutside(checked)) &&
    withAreas.every(({ polygons }) => !isOutside(checkedPolygons(polygons, true)));
  return {
    fields,
    notes: [
      ...notes,
      ...(leftOut > 0 ? [`${leftOut} ${leftOut === 1 ? 'point or line was' : 'points or lines were'} left out.`] : []),
    ],
    isSwapped,
  };
}
