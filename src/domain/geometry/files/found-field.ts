// A field as found in a file, with its boundary not checked yet, and the name, parcel and area from its properties.
import { firstCharacters } from '@/domain/core/first-characters';

export type FoundField = {
  properties: Readonly<Record<string, unknown>>;
  /** Polygons, each a list of rings; null if the entry has no area: a point or a line. */
  polygons: readonly unknown[] | null;
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
  links.length === 0
    ? []
    : [`${links.length} ${links.length === 1 ? 'link was' : 'links were'} not followed: ${listed(links)}.`];

/** The properties that hold a field's name, in order of preference; compared by letters only, in lower case. */
const NAMES = [
  'name',
  'fieldname',
  'field',
  'parcelname',
  'title',
  'label',
  'parcelref',
  'parcel',
  'parcelid',
  'lpid',
  'id',
];
const AREAS = ['areaha', 'officialareaha', 'officialarea', 'hectares', 'ha'];
/** The files that the app itself exports say whose field it is. */
const CUSTOMERS = ['customer'];
const PARCELS = ['parcelref', 'parcelnumber', 'parcelno', 'lpid'];
export const MAX_NAME_LENGTH = 80;
const MAX_CUSTOMER_LENGTH = 120;
const MAX_PARCEL_LENGTH = 20;

/** A shapefile has 255 at most. */
const MAX_PROPERTIES = 1000;

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');

function valueOf(properties: FoundField['properties'], keys: readonly string[]): string {
  const byKey = new Map(
    Object.entries(properties)
      .slice(0, MAX_PROPERTIES)
      .map(([key, value]) => [plainKey(key), value]),
  );
  for (const key of keys) {
    const value = byKey.get(key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    // Control characters and halves of characters, which the database refuses, become a space.
    const text = String(value)
      .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
      .trim();
    if (text !== '') return text;
  }
  return '';
}

/** The name of a field from its properties; an empty text if they have none. */
export const nameIn = ({ properties }: FoundField): string =>
  firstCharacters(valueOf(properties, NAMES), MAX_NAME_LENGTH).trim();

/** The customer whose land it is; an empty text if the file names none. */
export const customerIn = ({ properties }: FoundField): string =>
  firstCharacters(valueOf(properties, CUSTOMERS), MAX_CUSTOMER_LENGTH).trim();

export const parcelIn = ({ properties }: FoundField): string =>
  firstCharacters(valueOf(properties, PARCELS), MAX_PARCEL_LENGTH).trim();

/** The official area in hectares; null if there is none, or if it is above 2,000 ha, the largest area of a field. */
export function areaIn({ properties }: FoundField): number | null {
  const area = Number(valueOf(properties, AREAS) || 0);
  return area > 0 && area <= 2000 ? area : null;
}
