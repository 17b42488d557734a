import type { ReactNode } from 'react';
import type { FieldSummary } from '@/data/fields/fields';
import { compareNames } from '@/domain/core/search';
import type { AreaUnit } from '@/domain/core/area';
import { LAND_USES, LAND_USE_WORDS } from '@/domain/fields/field';
import type { FarmField } from '@/records/fields';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Segmented } from '@/ui/forms/segmented';
import { UrlSearch } from '@/ui/lists/url-search';
import { useAddress, useParams } from '@/ui/use-address';
import { readView } from '@/features/fields/fields-address';

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'area', label: 'Area' },
  { value: 'activity', label: 'Last activity' },
];
const UNITS = [
  { value: 'acre', label: 'Acres' },
  { value: 'hectare', label: 'Hectares' },
] as const;
const OWNERS = [
  { value: 'own', label: 'Own land' },
  { value: 'customers', label: 'Customers’ land' },
];

/** Search, filters, sort order and unit, all stored in the address. */
export function RegisterFilters({
  all,
  summaries,
  unit,
  end,
}: {
  all: readonly FarmField[];
  summaries: ReadonlyMap<string, FieldSummary>;
  unit: AreaUnit;
  /** Shown next to the search field. */
  end: ReactNode;
}) {
  const [params] = useAddress();
  const view = readView(params);
  const { set } = useParams();
  const crops = [...new Set([...summaries.values()].flatMap(({ crop }) => (crop === null ? [] : [crop])))].toSorted(
    compareNames,
  );
  const uses = LAND_USES.filter((use) => all.some(({ landUse }) => landUse === use));
  const archived = all.filter(({ archivedOn }) => archivedOn !== null).length;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <UrlSearch label="Search fields" className="min-w-0 flex-1 nav:max-w-76" />
        {end}
        <Segmented
          label="Unit"
          className="max-nav:w-full"
          options={UNITS}
          value={unit}
          onChange={(value) => set({ unit: value })}
        />
      </div>
      <div className="chips chips-scroll min-w-0">
        <ChipSelect
          label="Crop"
          options={crops.map((crop) => ({ value: crop, label: crop }))}
          value={view.crop}
          onChange={(crop) => set({ crop })}
        />
        <ChipSelect
          label="Land use"
          options={uses.map((use) => ({ value: use, label: LAND_USE_WORDS[use] }))}
          value={view.landUse}
          onChange={(use) => set({ use })}
        />
        {all.some(({ customer }) => customer !== null) && (
          <ChipSelect label="Whose land" options={OWNERS} value={view.owner} onChange={(land) => set({ land })} />
        )}
        <Chip pressed={view.eligible} onClick={() => set({ eligible: view.eligible ? null : '1' })}>
          Eligible
        </Chip>
        <Chip pressed={view.soilDue} onClick={() => set({ soil: view.soilDue ? null : 'due' })}>
          No soil test in date
        </Chip>
        {(archived > 0 || view.archived) && (
          <Chip pressed={view.archived} onClick={() => set({ show: view.archived ? null : 'archived' })}>
            Archived {archived}
          </Chip>
        )}
        <ChipSelect
          label="Sort by"
          all={null}
          options={SORTS}
          value={view.sort}
          onChange={(sort) => set({ sort: sort === 'name' ? null : sort })}
        />
      </div>
    </div>
  );
}
