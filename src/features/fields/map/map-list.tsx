import { Link } from 'react-router-dom';
import { LAND_USES, LAND_USE_WORDS } from '@/domain/fields/field';
import type { FarmField } from '@/records/fields';
import { areaWords } from './area-words';

/** The colours on the map in words; only those that occur. */
export function Legend({ fields }: { fields: readonly FarmField[] }) {
  const used = LAND_USES.filter((use) => fields.some(({ landUse }) => landUse === use));
  if (used.length === 0) return null;
  return (
    <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-2 text-muted">
      {used.map((use) => (
        <li key={use} className="flex items-center gap-2">
          <span aria-hidden="true" className={`map-swatch map-swatch-${use}`} />
          {LAND_USE_WORDS[use]}
        </li>
      ))}
    </ul>
  );
}

/** The fields as a list, for people who can't use the map. Choosing a field also shows it on the map. */
export function MapList({
  fields,
  selected,
  onSelect,
}: {
  fields: readonly FarmField[];
  selected: string | null;
  onSelect: (id: string) => void;
}) {
  return (
    <ul aria-label="Fields" className="card ruled overflow-clip">
      {fields.map((field) => (
        <li key={field.id} className="flex items-center gap-2">
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its label is the text two elements below */}
          <button
            type="button"
            className="map-row"
            aria-pressed={field.id === selected}
            onClick={() => onSelect(field.id)}
          >
            <span className={`map-swatch map-swatch-${field.landUse ?? 'none'}`} aria-hidden="true" />
            <span className="grid min-w-0">
              <strong className="truncate">{field.name}</strong>
              <small className="text-2 text-muted">
                {areaWords(field.areaHa)}
                {field.customer && `, ${field.customer}`}
                {field.boundary === null && ', no boundary'}
              </small>
            </span>
          </button>
          <Link
            to={`/fields/${field.id}`}
            className="link min-h-tap content-center px-3"
            aria-label={`Open ${field.name}`}
          >
            Open
          </Link>
        </li>
      ))}
    </ul>
  );
}
