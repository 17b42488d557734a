// Reads the fields of a zip file, which a .kmz file is too: of each shapefile, KML, GeoJSON and GPX file in it, and of the zip
// files in it. What is left out is named in a note.
import { FileProblem } from '@/domain/core/file-problem';
import { MAX_UNPACKED_BYTES, unzip } from '@/domain/core/unzip';
import { counted } from '@/domain/core/word-list';
import { linkNote, listed, type FoundField, type FoundFields } from './found-field';
import { fieldsOfShapefile } from './shapefile';

/** In the zip file and the zip files in it together. */
const MAX_FILES = 2000;

const PART_OF_SHAPEFILE = /\.(?:shp|shx|dbf|prj|cpg)$/;
const TEXT_WITH_FIELDS = /\.(?:kml|geojsonl?|json|gpx)$/;
const ZIP = /\.(?:zip|kmz)$/;
/** Files that stand beside a shapefile or a KML file and have no fields in them: indexes, styles, pictures, documents. */
const HAS_NO_FIELDS =
  /\/$|\.(?:sb[nx]|fb[nx]|ai[nh]|atx|ixs|mxs|qix|qmd|qpj|qml|sld|cst|lock|shp\.xml|png|jpe?g|gif|bmp|webp|svg|tiff?|dae|txt|pdf|html?|md|rtf|docx?)$/;
/** macOS and Windows add files of their own to a zip. */
const isFromSystem = (name: string) =>
  name.startsWith('__macosx/') || /(?:^|\/)(?:\._|\.ds_store|thumbs\.db|desktop\.ini)/.test(name);

/** What may still be unpacked and read, of the zip file and the zip files in it together. */
type Allowance = { bytes: number; files: number };

type ReadText = (bytes: Uint8Array) => FoundFields;
type Files = ReadonlyMap<string, Uint8Array>;
/** A file with fields, and how to read it. */
type Source = { name: string; read: () => FoundFields };

/** The name that a link of the file `from` has in the zip file. */
function linkedName(from: string, link: string): string {
  try {
    return decodeURIComponent(new URL(link, `zip:///${encodeURI(from)}`).pathname.slice(1)).toLowerCase();
  } catch {
    return link.toLowerCase();
  }
}

/** The fields of all sources, with a note on each that could not be read; throws if none could. */
function fieldsOfAll(sources: readonly Source[], files: Files, notes: Set<string>): FoundFields {
  const found: FoundField[] = [];
  const links: string[] = [];
  const problems: { name: string; message: string }[] = [];
  for (const { name, read } of sources) {
    try {
      const part = read();
      for (const field of part.found) found.push(field);
      for (const note of part.notes) notes.add(note);
      for (const link of part.links ?? []) if (!files.has(linkedName(name, link))) links.push(link);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push({ name, message: error.message });
    }
  }
  const [first] = problems;
  if (first && problems.length === sources.length) {
    throw new FileProblem(problems.length === 1 ? first.message : `${first.name}: ${first.message}`);
  }
  for (const { name, message } of problems) notes.add(`${name} was not read. ${message}`);
  return { found, notes: [...notes, ...linkNote(links)] };
}

/** The fields of a zip file. `readText`: reads the fields of a KML, GeoJSON or GPX file. */
export function fieldsOfZip(bytes: Uint8Array, readText: ReadText, outer?: Allowance): FoundFields {
  const allowance = outer ?? { bytes: MAX_UNPACKED_BYTES, files: MAX_FILES };
  const unread: string[] = [];
  const files = unzip(
    bytes,
    (name) => {
      allowance.files -= 1;
      if (allowance.files < 0) {
        throw new FileProblem('The zip file has more than 2,000 files in it. Export fewer fields at a time.');
      }
      if (isFromSystem(name) || HAS_NO_FIELDS.test(name)) return false;
      // Of zip files in a zip file, one level is read.
      if (PART_OF_SHAPEFILE.test(name) || TEXT_WITH_FIELDS.test(name) || (ZIP.test(name) && !outer)) return true;
      unread.push(name);
      return false;
    },
    allowance,
  );
  const hasSeveralShapefiles = [...files.keys()].filter((name) => name.endsWith('.shp')).length > 1;
  const sources = [...files].flatMap(([name, content]): Source[] => {
    if (name.endsWith('.shp')) return [{ name, read: () => fieldsOfShapefile(name, files, hasSeveralShapefiles) }];
    if (TEXT_WITH_FIELDS.test(name)) return [{ name, read: () => readText(content) }];
    return ZIP.test(name) ? [{ name, read: () => fieldsOfZip(content, readText, allowance) }] : [];
  });
  const leftOut =
    unread.length === 0 ? [] : [`${counted(unread.length, 'file was', 'files were')} not read: ${listed(unread)}.`];
  if (sources.length === 0) {
    throw new FileProblem(['This zip file has no shapefile, KML, GeoJSON or GPX file in it.', ...leftOut].join(' '));
  }
  return fieldsOfAll(sources, files, new Set(leftOut));
}
