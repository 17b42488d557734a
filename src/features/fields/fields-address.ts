// The register's view in the address, the addresses of a field's pages, and which fields a view shows.
import { byName, matchesSearch } from '@/domain/core/search';
import { todayIn, type Zone } from '@/domain/core/time';
import type { AreaUnit } from '@/domain/core/area';
import { LAND_USES, type LandUse } from '@/domain/fields/field';
import { isSoilTestInDate } from '@/domain/fields/soil';
import type { FieldSummary } from '@/data/fields/fields';
import type { FarmField } from '@/records/fields';

export const FIELDS = { to: '/fields', label: 'Fields' };
/** In the address of an activity or harvest: placeholder for the field's id where it is not known. */
export const UNKNOWN_FIELD = '-';
export const TABS = ['overview', 'activities', 'crops', 'soil', 'photos'] as const;
export type Tab = (typeof TABS)[number];
/** The address of a field, on one of its tabs. */
export const fieldLink = (id: string, tab: Tab = 'overview') =>
  tab === 'overview' ? `/fields/${id}` : `/fields/${id}?tab=${tab}`;

const SORTS = ['name', 'area', 'activity'] as const;
type Sort = (typeof SORTS)[number];
type RegisterView = {
  search: string;
  crop: string;
  landUse: LandUse | '';
  owner: 'own' | 'customers' | '';
  /** Only fields that count for stocking rate, nutrients and storage. */
  eligible: boolean;
  /** Only fields without a soil test that is in date. */
  soilDue: boolean;
  archived: boolean;
  sort: Sort;
};
const oneOf = <Word extends string>(words: readonly Word[], text: string | null): Word | null =>
  words.find((word) => word === text) ?? null;

export const readView = (params: URLSearchParams): RegisterView => ({
  search: params.get('q') ?? '',
  crop: params.get('crop') ?? '',
  landUse: oneOf(LAND_USES, params.get('use')) ?? '',
  owner: oneOf(['own', 'customers'] as const, params.get('land')) ?? '',
  eligible: params.get('eligible') === '1',
  soilDue: params.get('soil') === 'due',
  archived: params.get('show') === 'archived',
  sort: oneOf(SORTS, params.get('sort')) ?? 'name',
});
/** The unit in the address; null: the farm's own. */
export const readUnit = (params: URLSearchParams): AreaUnit | null =>
  oneOf(['acre', 'hectare'] as const, params.get('unit'));

export type ListedField = { field: FarmField; summary: FieldSummary | null };

/** The fields of a view, sorted. */
export function chooseFields(
  fields: readonly FarmField[],
  summaries: ReadonlyMap<string, FieldSummary>,
  view: RegisterView,
  { region, today }: { region: string; today: string },
): ListedField[] {
  const listed = fields.map((field) => ({ field, summary: summaries.get(field.id) ?? null }));
  const fits = ({ field, summary }: ListedField) =>
    (field.archivedOn !== null) === view.archived &&
    (view.crop === '' || summary?.crop === view.crop) &&
    (view.landUse === '' || field.landUse === view.landUse) &&
    (view.owner === '' || (field.customer === null) === (view.owner === 'own')) &&
    (!view.eligible || field.eligible) &&
    (!view.soilDue || !isSoilTestInDate(summary?.sampledOn ?? null, region, today)) &&
    matchesSearch(view.search, [field.name, field.parcelRef, field.townland, field.customer, summary?.crop ?? null]);
  const last = ({ summary }: ListedField) => summary?.lastActivityAt ?? '';
  return listed.filter(fits).sort((a, b) => {
    const names = byName(a.field, b.field);
    if (view.sort === 'area') return b.field.areaHa - a.field.areaHa || names;
    if (view.sort === 'activity') return last(a) === last(b) ? names : last(a) < last(b) ? 1 : -1;
    return names;
  });
}

/** The local date of an instant. */
export const dateOf = (instant: string, zone: Zone): string => todayIn(zone, new Date(instant));
