// The rows of the preview before an import: which entries of a file can be imported, and why others can't.
import { decimal, type Decimal } from '@/domain/core/money';
import { drawnAreaWarning, parcelRef, schemeOfRegion } from '@/domain/fields/field';
import type { FieldFile, FileField } from '@/domain/geometry/files/field-file';
import { areaOf } from '@/domain/geometry/measure';
import type { NewField, Outline } from '@/data/fields/boundaries';
import { FIELD, type FarmField } from '@/records/fields';
import { toHectares } from './area-words';
import { outlineOf } from './outline-of';

/** A Decimal counts ten-thousandths. */
const DECIMAL_SCALE = 10_000;

/** `fieldId`: the field that gets the boundary; null if the entry becomes a new one. */
export type ImportRow = { entry: FileField; name: string; fieldId: string | null; included: boolean };

const officialArea = ({ officialArea: hectares }: FileField): Decimal | null =>
  hectares === null ? null : decimal(Math.round(hectares * DECIMAL_SCALE));

const sameName = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
const isActive = ({ archivedOn }: FarmField) => archivedOn === null;

/** Every entry that can be imported is ticked. If exactly one field has its name, it becomes that field's boundary. */
export const rowsOf = ({ fields }: FieldFile, existing: readonly FarmField[]): ImportRow[] =>
  fields.map((entry) => {
    const matches = existing.filter((field) => isActive(field) && sameName(field.name, entry.name));
    return {
      entry,
      name: entry.name,
      fieldId: matches.length === 1 ? (matches[0]?.id ?? null) : null,
      included: entry.checked.ok,
    };
  });

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
  if (name.length > FIELD.fields.name.max) return `Too long: ${FIELD.fields.name.max} characters at most.`;
  const isTaken = existing.some(
    (field) => isActive(field) && sameName(field.name, name) && sameName(field.customer ?? '', customer),
  );
  if (isTaken) return `You already have a field called ${name}.`;
  if (others.some((other) => other.fieldId === null && sameName(other.name, name))) {
    return 'Another row of the file has the same name.';
  }
  return null;
}

/** Notes on a row: repairs of its boundary, and areas that differ. */
export function rowNotes({ entry, fieldId }: ImportRow, existing: readonly FarmField[]): readonly string[] {
  if (!entry.checked.ok) return [];
  const field = existing.find(({ id }) => id === fieldId);
  const fieldArea = field ? field.areaHa : officialArea(entry);
  const drawn = toHectares(areaOf(entry.checked.boundary));
  const warning = fieldArea === null ? null : drawnAreaWarning(fieldArea, drawn);
  return [...entry.checked.notes, ...(warning ? [warning] : [])];
}

/** The ticked rows as they are sent. */
export function changesOf(
  rows: readonly ImportRow[],
  { customer, region }: { customer: string; region: string | null },
): { added: NewField[]; changed: (Outline & { id: string })[] } {
  const added: NewField[] = [];
  const changed: (Outline & { id: string })[] = [];
  for (const { entry, name, fieldId, included } of rows) {
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
      customer: customer.trim() || null,
      outline,
    });
  }
  return { added, changed };
}
