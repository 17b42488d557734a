// The rows of the preview before an import: which entries of a file can be imported, and why others can't.
import { decimal, type Decimal } from '@/domain/core/money';
import { nameKey } from '@/domain/core/search';
import { drawnAreaWarning, parcelRef, schemeOfRegion } from '@/domain/fields/field';
import type { FieldFile, FileField } from '@/domain/geometry/files/field-file';
import { areaOf, distance, middleOf } from '@/domain/geometry/measure';
import { overlap } from '@/domain/geometry/overlap';
import type { NewField, Outline } from '@/data/fields/boundaries';
import { FIELD, type FarmField } from '@/records/fields';
import { lengthWords, toHectares } from './area-words';
import { outlineOf } from './outline-of';

/** A Decimal counts ten-thousandths. */
const DECIMAL_SCALE = 10_000;

/**
 * `fieldId`: the field that gets the boundary; null if the entry becomes a new one. `isChosen`: a person chose that, so the
 * name no longer does.
 */
export type ImportRow = {
  entry: FileField;
  name: string;
  fieldId: string | null;
  included: boolean;
  isChosen: boolean;
};

const officialArea = ({ officialArea: hectares }: FileField): Decimal | null =>
  hectares === null ? null : decimal(Math.round(hectares * DECIMAL_SCALE));

const MAX_KEYS = 5000;
const keys = new Map<string, string>();

/** `nameKey`, remembered: each row is compared with each field of the farm, again at each key press. */
function keyOf(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  if (keys.size >= MAX_KEYS) keys.clear();
  const key = nameKey(name);
  keys.set(name, key);
  return key;
}
const sameName = (a: string, b: string) => keyOf(a) === keyOf(b);
const isActive = ({ archivedOn }: FarmField) => archivedOn === null;

/** Whose land a row is: of the customer chosen for all rows, or else of the one that the file names; '' is own land. */
export const customerOf = ({ entry }: Pick<ImportRow, 'entry'>, chosen: string): string =>
  chosen.trim() || entry.customer;

/** The fields whose boundary a row may replace: only those of its customer, or those of the own land. */
export function offeredFields(
  row: Pick<ImportRow, 'entry'>,
  existing: readonly FarmField[],
  chosen: string,
): readonly FarmField[] {
  const customer = customerOf(row, chosen);
  return existing.filter((field) => isActive(field) && sameName(field.customer ?? '', customer));
}

/**
 * The rows for another customer: a row becomes the boundary of the field that has its name, if exactly one of that customer
 * has, or else a new field. What a person chose for a row stays, unless it is a field of somebody else now.
 */
export const matchRows = (rows: readonly ImportRow[], existing: readonly FarmField[], customer: string): ImportRow[] =>
  rows.map((row) => {
    const offered = offeredFields(row, existing, customer);
    if (row.isChosen && (row.fieldId === null || offered.some(({ id }) => id === row.fieldId))) return row;
    // Which of several fields with one name is meant, only a person knows.
    const matches = row.entry.sharesName ? [] : offered.filter((field) => sameName(field.name, row.entry.name));
    return { ...row, isChosen: false, fieldId: matches.length === 1 ? (matches[0]?.id ?? null) : null };
  });

/** The rows of a file; every entry that can be imported is ticked. */
export const rowsOf = ({ fields }: FieldFile, existing: readonly FarmField[], customer: string): ImportRow[] =>
  matchRows(
    fields.map((entry) => ({
      ...{ entry, name: entry.name, fieldId: null, included: entry.checked.ok, isChosen: false },
    })),
    existing,
    customer,
  );

/** Why a row can't be imported as it is, or null. */
export function rowProblem(
  row: ImportRow,
  rows: readonly ImportRow[],
  existing: readonly FarmField[],
  customer: string,
): string | null {
  if (!row.entry.checked.ok) return row.entry.checked.problem;
  if (!row.included) return null;
  const others = rows.filter((other) => other !== row && other.included);
  if (row.fieldId !== null) {
    return others.some(({ fieldId }) => fieldId === row.fieldId)
      ? 'Another row of the file is for the same field.'
      : null;
  }
  const name = row.name.trim();
  if (name === '') return 'Give the field a name.';
  if (Array.from(name).length > FIELD.fields.name.max) return `Too long: ${FIELD.fields.name.max} characters at most.`;
  const isTaken = offeredFields(row, existing, customer).some((field) => sameName(field.name, name));
  if (isTaken) return `You already have a field called ${name}.`;
  const owner = customerOf(row, customer);
  const hasSameName = (other: ImportRow) =>
    other.fieldId === null && sameName(other.name, name) && sameName(customerOf(other, customer), owner);
  return others.some(hasSameName) ? 'Another row of the file has the same name.' : null;
}

/** A warning if a new boundary lies somewhere else than the one it replaces. */
function placeWarning({ entry, fieldId }: Pick<ImportRow, 'entry' | 'fieldId'>, existing: readonly FarmField[]) {
  const old = existing.find(({ id }) => id === fieldId)?.boundary;
  if (!old || !entry.checked.ok || overlap(old, entry.checked.boundary)) return null;
  const apart = lengthWords(distance(middleOf(old), middleOf(entry.checked.boundary)));
  return `This is not where the field is now: the middles are ${apart} apart. Is it the same field?`;
}

/** Warnings and notes on a row: another place, areas that differ, and repairs of its boundary. */
export function rowNotes(
  { entry, fieldId }: Pick<ImportRow, 'entry' | 'fieldId'>,
  existing: readonly FarmField[],
): { warnings: readonly string[]; notes: readonly string[] } {
  if (!entry.checked.ok) return { warnings: [], notes: [] };
  const field = existing.find(({ id }) => id === fieldId);
  const fieldArea = field ? field.areaHa : officialArea(entry);
  const drawn = toHectares(areaOf(entry.checked.boundary));
  const areaWarning = fieldArea === null ? null : drawnAreaWarning(fieldArea, drawn);
  return {
    warnings: [placeWarning({ entry, fieldId }, existing), areaWarning].filter((text) => text !== null),
    notes: entry.checked.notes,
  };
}

/** The ticked rows as they are sent. */
export function changesOf(
  rows: readonly ImportRow[],
  { customer, region }: { customer: string; region: string | null },
): { added: NewField[]; changed: (Outline & { id: string })[] } {
  const added: NewField[] = [];
  const changed: (Outline & { id: string })[] = [];
  for (const row of rows) {
    const { entry, name, fieldId, included } = row;
    if (!included || !entry.checked.ok) continue;
    const outline = outlineOf(entry.checked.boundary);
    if (fieldId !== null) {
      changed.push({ id: fieldId, ...outline });
      continue;
    }
    const scheme = schemeOfRegion(region);
    const parcel = parcelRef(entry.parcelRef, scheme);
    const hasParcel = parcel.ok && parcel.value !== null;
    const official = officialArea(entry);
    added.push({
      id: crypto.randomUUID(),
      name: name.trim(),
      areaHa: official ?? toHectares(areaOf(entry.checked.boundary)),
      areaSource: official === null ? 'drawn' : 'official',
      parcelRef: hasParcel ? parcel.value : null,
      parcelScheme: hasParcel ? scheme : null,
      customer: customerOf(row, customer) || null,
      outline,
    });
  }
  return { added, changed };
}
