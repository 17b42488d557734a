// Reads the boundaries of fields from a file that somebody chose, or from a pasted text.
import { FileProblem } from '@/domain/core/file-problem';
import { firstCharacters } from '@/domain/core/first-characters';
import { textOfBytes } from '@/domain/core/text-of-bytes';
import { isZip } from '@/domain/core/unzip';
import { counted } from '@/domain/core/word-list';
import { checkedPolygons, OUTSIDE, type CheckedBoundary } from '@/domain/geometry/boundary';
import { withClosedLines } from './closed-lines';
import {
  areaIn,
  customerIn,
  linkNote,
  listed,
  MAX_NAME_LENGTH,
  nameIn,
  parcelIn,
  type FoundFields,
} from './found-field';
import { fieldsOfGeoJson, mayBeGeoJson } from './geojson';
import { fieldsOfGpx, isGpx } from './gpx';
import { fieldsOfKml } from './kml';
import { repairPolygons } from './repair';
import { fieldsOfZip } from './zipped-fields';

const MAX_BYTES = 20_000_000;
/** Per file: as many as a large contractor maps, and few enough to look through before saving. */
const MAX_FIELDS = 500;

/**
 * A field of a file. `name`: no other field of the same customer in the file has it. `sharesName`: the file gives its name
 * to several fields. `customer`: '' if the file names none. `officialArea`: hectares from its properties, or null.
 */
export type FileField = {
  name: string;
  sharesName: boolean;
  customer: string;
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

function fieldsOfText(bytes: Uint8Array): FoundFields {
  const text = textOfBytes(bytes).trim();
  if (text === '') throw new FileProblem('The file is empty.');
  if (mayBeGeoJson(text)) return fieldsOfGeoJson(text);
  if (text.startsWith('<')) return isGpx(text) ? fieldsOfGpx(text) : fieldsOfKml(text);
  throw new FileProblem('Choose a GeoJSON file, a KML file, or a zip file with a shapefile.');
}

/** Throws if a file of that many bytes is too large to be read. */
export function refuseLarge(bytes: number) {
  if (bytes > MAX_BYTES) throw new FileProblem('The file is larger than 20 MB. Export fewer fields at a time.');
}

const isOutside = (checked: CheckedBoundary) => !checked.ok && checked.problem === OUTSIDE;

type Named = { name: string; customer: string };

/**
 * Fields whose names differ for each customer: of several with one name, the second and later get a number. `sharesName`:
 * whether there are several. Drawing programs call each field "Untitled Polygon".
 */
function withDistinctNames<T extends Named>(fields: readonly T[]): (T & { sharesName: boolean })[] {
  const keyOf = (name: string, customer: string) => `${customer}\n${name}`.toLowerCase();
  const counts = new Map<string, number>();
  for (const { name, customer } of fields) {
    const key = keyOf(name, customer);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const taken = new Set<string>();
  const lastNumbers = new Map<string, number>();
  return fields.map((field) => {
    const key = keyOf(field.name, field.customer);
    let [name, number] = [field.name, lastNumbers.get(key) ?? 1];
    while (taken.has(keyOf(name, field.customer)) || (name !== field.name && counts.has(keyOf(name, field.customer)))) {
      number += 1;
      name = `${firstCharacters(field.name, MAX_NAME_LENGTH - ` ${number}`.length)} ${number}`;
    }
    lastNumbers.set(key, number);
    taken.add(keyOf(name, field.customer));
    return { ...field, name, sharesName: (counts.get(key) ?? 0) > 1 };
  });
}

/** Notes on what is not in the file's fields as it is in the file. */
function fileNotes(leftOut: number, renamed: ReadonlySet<string>): string[] {
  return [
    ...(leftOut > 0 ? [`${counted(leftOut, 'point or line was', 'points or lines were')} left out.`] : []),
    ...(renamed.size > 0
      ? [`Several fields in the file have the same name, so a number was added: ${listed([...renamed])}.`]
      : []),
  ];
}

/** The fields of a file; throws a `FileProblem` with a message if it can't be read. `swapped`: latitude comes first. */
export function readFieldFile(bytes: Uint8Array, swapped = false): FieldFile {
  refuseLarge(bytes.length);
  const file = isZip(bytes) ? fieldsOfZip(bytes, fieldsOfText) : fieldsOfText(bytes);
  const { found, notes, links = [] } = withClosedLines(file);
  const withAreas = found.flatMap((field) => (field.polygons ? [{ ...field, polygons: field.polygons }] : []));
  const leftOut = found.length - withAreas.length;
  if (withAreas.length === 0) {
    throw new FileProblem(
      [
        'There are no field boundaries in this file.',
        ...notes,
        ...linkNote(links),
        ...fileNotes(leftOut, new Set()),
      ].join(' '),
    );
  }
  if (withAreas.length > MAX_FIELDS) {
    throw new FileProblem(
      `The file has ${withAreas.length.toLocaleString('en-GB')} fields. Import at most ${MAX_FIELDS} at a time.`,
    );
  }
  const given = withAreas.map((field, at) => ({
    name: nameIn(field) || `Field ${at + 1}`,
    customer: customerIn(field),
    parcelRef: parcelIn(field),
    officialArea: areaIn(field),
    checked: checkedPolygons(field.polygons, swapped, repairPolygons),
  }));
  const fields = withDistinctNames(given);
  const renamed = new Set(given.filter((_, at) => fields[at]?.sharesName).map(({ name }) => name));
  const isSwapped =
    !swapped &&
    fields.every(({ checked }) => isOutside(checked)) &&
    withAreas.every(({ polygons }) => !isOutside(checkedPolygons(polygons, true)));
  return { fields, notes: [...notes, ...linkNote(links), ...fileNotes(leftOut, renamed)], isSwapped };
}
