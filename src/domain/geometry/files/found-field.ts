// A field as found in a file, with its boundary not checked yet, and the name, parcel and area from its properties.
import { firstCharacters } from '@/domain/core/first-characters';
import { counted } from '@/domain/core/word-list';

export type FoundField = {
  properties: Readonly<Record<string, unknown>>;
  /** Polygons, each a list of rings; null if the entry has no area: a point or a line. */
  polygons: readonly unknown[] | null;
  /** Lines, each a list of positions. */
  lines?: readonly unknown[];
  /** What the file or folder of the field is called, if it has one of its own. */
  nameOfFile?: string;
};

/** The fields of a file, with notes about the whole file. `links`: the addresses of other files that a KML file links to. */
export type FoundFields = { found: readonly FoundField[]; notes: readonly string[]; links?: readonly string[] };

const MAX_LISTED = 5;
/** "a.gpx, b.gpx"; of a long list the first, and how many more. */
export const listed = (names: readonly string[]): string =>
  [
    ...names.slice(0, MAX_LISTED).map((name) => firstCharacters(name, 100)),
    ...(names.length > MAX_LISTED ? [`and ${names.length - MAX_LISTED} more`] : []),
  ].join(', ');

/** A note on links that were not followed, if there are any. */
export const linkNote = (links: readonly string[]): readonly string[] =>
  links.length === 0 ? [] : [`${counted(links.length, 'link was', 'links were')} not followed: ${listed(links)}.`];

/** The properties that hold a field's name, in order of preference; compared by letters only, in lower case. */
const NAMES = [
  ...['name', 'fieldname', 'fldname', 'field', 'fieldlabel', 'parcelname', 'title', 'label'],
  ...['fieldno', 'fieldnumber', 'fieldid'],
];
/** Properties that are only better than no name at all, after the parcel and the name of the file. */
const LAST_NAMES = ['parcellabel', 'parcelid', 'parcel', 'description', 'id'];
const AREAS = ['areaha', 'officialareaha', 'officialarea', 'hectares', 'ha'];
const PARCELS = [
  ...['parcelref', 'parcelreference', 'parcelnumber', 'parcelno', 'idparcel', 'lpid'],
  ...['lpisno', 'lpisnumber', 'lpisid', 'lpisparcel'],
];
/** In England a parcel's number is in two columns: its map sheet and its number there, "SX5163" and "1234". */
const SHEETS = ['sheetid', 'sheet', 'sheetref', 'osmapsheet', 'ossheet'];
const NUMBERS_ON_SHEET = ['parcelid', 'parcel', 'ngnumber', 'ngfield'];
/** The files that the app itself exports say whose field it is. */
const CUSTOMERS = ['customer'];
export const MAX_NAME_LENGTH = 80;
const MAX_CUSTOMER_LENGTH = 120;
const MAX_PARCEL_LENGTH = 20;

/** A shapefile has 255 at most. */
const MAX_PROPERTIES = 1000;

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');

/** A shapefile keeps ten letters of a column's name: "PARCEL_NUM" is "parcelnumber". */
const MIN_CUT_KEY = 8;
const isKey = (plain: string, key: string): boolean =>
  plain === key || (plain.length >= MIN_CUT_KEY && key.startsWith(plain));

/** What programs write for a value that is missing. */
const NOTHING = /^<?(?:null|none|nan|undefined)>?$/i;
/** A whole number of a column of decimals: "12.00000000", "1.20000000000e+001". */
const PADDED_NUMBER = /^-?\d+\.(?:0+|\d+e[+-]?\d+)$/i;

/** A value as a text of one line; an empty text if it is missing. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  // Control characters and halves of characters, which the database refuses, become a space.
  const text = String(value)
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim();
  if (NOTHING.test(text)) return '';
  return PADDED_NUMBER.test(text) ? String(Number(text)) : text;
}

function valueOf(properties: FoundField['properties'], keys: readonly string[]): string {
  const entries = Object.entries(properties)
    .slice(0, MAX_PROPERTIES)
    .map(([key, value]) => [plainKey(key), value] as const);
  for (const key of keys) {
    // Of two such properties the first counts: a placemark's own name comes before a column of that name.
    const texts = entries.filter(([plain]) => isKey(plain, key)).map(([, value]) => wordsOf(value));
    const first = texts.find((text) => text !== '');
    if (first !== undefined) return first;
  }
  return '';
}

const MAP_SHEET = /^[A-Z]{2}\d{4}$/i;
/** "34" is parcel 0034: a column of numbers loses the zeros. */
const NUMBER_ON_SHEET = /^\d{1,4}$/;

function parcelOf(properties: FoundField['properties']): string {
  const [sheet, number] = [valueOf(properties, SHEETS), valueOf(properties, NUMBERS_ON_SHEET)];
  if (MAP_SHEET.test(sheet) && NUMBER_ON_SHEET.test(number)) return `${sheet} ${number.padStart(4, '0')}`;
  return valueOf(properties, PARCELS);
}

/** The number of hectares that a text says: "2.98", "2,98", "2.98 ha", "1,234.5". */
function hectaresOf(text: string): number {
  const plain = text.replace(/\s*(?:ha|hectares?)\.?$/i, '').replace(/\s/g, '');
  const isDecimalComma = plain.lastIndexOf(',') > plain.lastIndexOf('.');
  return Number(isDecimalComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', ''));
}

/** The name of a field from its properties; an empty text if they have none. */
export const nameIn = ({ properties, nameOfFile = '' }: FoundField): string =>
  firstCharacters(
    valueOf(properties, NAMES) || parcelOf(properties) || nameOfFile || valueOf(properties, LAST_NAMES),
    MAX_NAME_LENGTH,
  ).trim();

/** The customer whose land it is; an empty text if the file names none. */
export const customerIn = ({ properties }: FoundField): string =>
  firstCharacters(valueOf(properties, CUSTOMERS), MAX_CUSTOMER_LENGTH).trim();

export const parcelIn = ({ properties }: FoundField): string =>
  firstCharacters(parcelOf(properties), MAX_PARCEL_LENGTH).trim();

/** The official area in hectares; null if there is none, or if it is above 2,000 ha, the largest area of a field. */
export function areaIn({ properties }: FoundField): number | null {
  const area = hectaresOf(valueOf(properties, AREAS));
  return area > 0 && area <= 2000 ? area : null;
}
