// How database values are converted to JSON: numerics as numbers, timestamps in ISO form, as PostgREST does.

type Parse = (text: string) => unknown;

const numeric: Parse = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);

/** '2026-11-20 09:54:55.513+00' → '2026-11-20T09:54:55.513+00:00'; infinities are left unchanged. */
const timestamp: Parse = (text) =>
  text.includes('infinity') ? text : text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');

/** A flat array literal; the element types used here never contain a comma or an escaped quote. */
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    text === '{}'
      ? []
      : text
          .slice(1, -1)
          .split(',')
          .map((item) => (item === 'NULL' ? null : parse(item.replace(/^"|"$/g, ''))));

const NUMERIC = 1700;
const TIMESTAMP = 1114;
const TIMESTAMPTZ = 1184;
const NUMERIC_ARRAY = 1231;
const TIMESTAMP_ARRAY = 1115;
const TIMESTAMPTZ_ARRAY = 1185;

/** Parsers by Postgres type id, for PGlite and the postgres driver. */
export const VALUE_PARSERS: Record<number, Parse> = {
  [NUMERIC]: numeric,
  [TIMESTAMP]: timestamp,
  [TIMESTAMPTZ]: timestamp,
  [NUMERIC_ARRAY]: arrayOf(numeric),
  [TIMESTAMP_ARRAY]: arrayOf(timestamp),
  [TIMESTAMPTZ_ARRAY]: arrayOf(timestamp),
};

/** The auth service passes objects already stringified: stringifying them again would produce a JSON string. */
function jsonText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed !== null && typeof parsed === 'object' ? value : JSON.stringify(value);
  } catch {
    return JSON.stringify(value);
  }
}

const json = (id: number) => ({ to: id, from: [id], serialize: jsonText, parse: JSON.parse as Parse });
const plain = (id: number, parse: Parse) => ({ to: id, from: [id], serialize: String, parse });

/** Writes a list as a Postgres array literal; a string is one already. */
const listText = (value: unknown): string =>
  Array.isArray(value)
    ? `{${value.map((item) => (item === null ? 'null' : `"${String(item)}"`)).join(',')}}`
    : String(value);
const list = (id: number, parse: Parse) => ({ to: id, from: [id], serialize: listText, parse: arrayOf(parse) });

/** The same formats for the postgres driver, which also needs serializers. */
export const POSTGRES_TYPES = {
  json: json(114),
  jsonb: json(3802),
  numeric: plain(NUMERIC, numeric),
  timestamp: plain(TIMESTAMP, timestamp),
  timestamptz: plain(TIMESTAMPTZ, timestamp),
  numerics: list(NUMERIC_ARRAY, numeric),
  timestamps: list(TIMESTAMP_ARRAY, timestamp),
  timestamptzs: list(TIMESTAMPTZ_ARRAY, timestamp),
};
