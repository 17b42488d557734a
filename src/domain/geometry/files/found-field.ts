// A field as found in a file, with its boundary not checked yet, and the name, parcel and area from its properties.

export type FoundField = {
  properties: Readonly<Record<string, unknown>>;
  /** Polygons, each a list of rings; null if the entry has no area: a point or a line. */
  polygons: readonly unknown[] | null;
};

/** The fields of a file, with notes about the whole file. */
export type FoundFields = { found: readonly FoundField[]; notes: readonly string[] };

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
const MAX_NAME_LENGTH = 80;

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');

function valueOf(properties: FoundField['properties'], keys: readonly string[]): string {
  const byKey = new Map(Object.entries(properties).map(([key, value]) => [plainKey(key), value]));
  for (const key of keys) {
    const value = byKey.get(key);
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    // Control characters become a space.
    const text = String(value)
      .replace(/\p{Cc}+/gu, ' ')
      .trim();
    if (text !== '') return text;
  }
  return '';
}

/** The name of a field from its properties; an empty text if they have none. */
export const nameIn = ({ properties }: FoundField): string =>
  valueOf(properties, NAMES).slice(0, MAX_NAME_LENGTH).trim();

/** The customer whose land it is; an empty text if the file names none. */
export const customerIn = ({ properties }: FoundField): string => valueOf(properties, CUSTOMERS).slice(0, 120).trim();

export const parcelIn = ({ properties }: FoundField): string => valueOf(properties, PARCELS).slice(0, 20).trim();

/** The official area in hectares; null if there is none, or if it is above 2,000 ha, the largest area of a field. */
export function areaIn({ properties }: FoundField): number | null {
  const area = Number(valueOf(properties, AREAS) || 0);
  return area > 0 && area <= 2000 ? area : null;
}
