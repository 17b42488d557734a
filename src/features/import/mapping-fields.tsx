import type { ImportColumn, Mapping } from '@/domain/import/mapping';
import { SelectField } from '@/ui/forms/field';

const NOT_IN_FILE = '';
const GRID = 'grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4';

/**
 * Each column of the import with a choice of the file's columns. `guessed`: those found in the file at first; the
 * others are collapsed.
 */
export function MappingFields({
  columns,
  heads,
  mapping,
  guessed,
  onChange,
}: {
  columns: readonly ImportColumn[];
  heads: readonly string[];
  mapping: Mapping;
  guessed: Mapping;
  onChange: (key: string, at: number | null) => void;
}) {
  const isShown = ({ key, required }: ImportColumn) => required === true || guessed[key] != null;
  const folded = columns.filter((column) => !isShown(column));
  const field = ({ key, label, required }: ImportColumn) => (
    <SelectField
      key={key}
      label={required ? `${label} (needed)` : label}
      value={mapping[key] ?? NOT_IN_FILE}
      onChange={({ currentTarget: { value } }) => onChange(key, value === NOT_IN_FILE ? null : Number(value))}
    >
      <option value={NOT_IN_FILE}>Not in the file</option>
      {heads.map((head, at) => (
        // Two columns may have the same name; they keep their order.
        <option key={at} value={at}>
          {head}
        </option>
      ))}
    </SelectField>
  );
  return (
    <fieldset>
      <legend className="legend mb-2">Columns of the file</legend>
      <div className={GRID}>{columns.filter(isShown).map(field)}</div>
      {folded.length > 0 && (
        <details className="mt-2">
          <summary className="link min-h-tap w-fit content-center text-2">More columns</summary>
          <div className={GRID}>{folded.map(field)}</div>
        </details>
      )}
    </fieldset>
  );
}
