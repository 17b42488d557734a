import { toNumeric } from '@/domain/core/money';
import { toAcres, typedArea } from '@/domain/core/area';
import { LAND_USES, LAND_USE_WORDS, MAX_AREA_HA, parcelRef, schemeOfRegion, type LandUse } from '@/domain/fields/field';
import type { RowReader } from '@/domain/import/row-reader';
import { FIELD } from '@/records/fields';
import { customerKey, fieldKey, wordsOf, type ImportKind } from './kind';

const { fields } = FIELD;

const USES = wordsOf<LandUse>(LAND_USES, LAND_USE_WORDS, {
  ...{ grass: 'permanent_grass', pasture: 'permanent_grass', pp: 'permanent_grass', ley: 'temporary_grass' },
  ...{ tillage: 'arable', crops: 'arable', vegetables: 'veg', forestry: 'woodland', wood: 'woodland' },
});

/** The area in hectares, from the column in hectares or the one in acres. */
function readArea(row: RowReader): number | null {
  const hectares = row.decimal('area_ha', MAX_AREA_HA, false);
  const acres = row.decimal('area_acres', toAcres(MAX_AREA_HA), false);
  if (hectares !== null) return toNumeric(hectares);
  const area = acres === null ? null : typedArea(String(toNumeric(acres)), 'acre', null);
  if (area !== null) return toNumeric(area);
  if (row.problems.length === 0) row.problems.push('Area: Give it in hectares or in acres.');
  return null;
}

export const FIELDS: ImportKind = {
  name: 'fields',
  title: 'Fields',
  words: ['field', 'fields'],
  maxRows: 2_000,
  hint: 'A name and an area are needed. Boundaries come from a map file: import those under Fields.',
  example: {
    ...{
      name: 'Bottom Meadow',
      area_ha: '4.05',
      parcel_ref: '',
      land_use: 'Permanent grass',
      townland: '',
      county: '',
    },
    ...{ customer: '', notes: 'Gate on the lane' },
  },
  columns: [
    { key: 'name', label: 'Name', required: true, names: ['Field', 'Field name', 'Plot'] },
    {
      key: 'area_ha',
      label: 'Area in hectares',
      kind: 'number',
      names: ['Hectares', 'Ha', 'Area ha', 'Size ha', 'Claimed area'],
    },
    {
      key: 'area_acres',
      label: 'Area in acres',
      kind: 'number',
      names: ['Acres', 'Ac', 'Area acres', 'Area ac', 'Acreage'],
    },
    {
      key: 'parcel_ref',
      label: 'Parcel',
      names: ['Parcel number', 'Parcel ref', 'Field number', 'Number', 'No', 'LPIS', 'Sheet and parcel'],
    },
    { key: 'land_use', label: 'Land use', names: ['Use', 'Crop type', 'Type'] },
    { key: 'townland', label: 'Townland', names: ['Location', 'Place'] },
    { key: 'county', label: 'County', names: [] },
    { key: 'customer', label: 'Customer', names: ['Client', 'Owner', 'Farm'] },
    { key: 'notes', label: 'Notes', names: ['Note', 'Comments', 'Remarks'] },
  ],
  read: (row, { region, customers }) => {
    const name = row.text('name', fields.name.max);
    if (name === null && row.problems.length === 0) row.problems.push('Name: It is empty.');
    const scheme = schemeOfRegion(region);
    const parcel = row.checked('parcel_ref', (text) => {
      const result = parcelRef(text, scheme);
      return result.ok ? { ok: true, value: result.value ?? '' } : result;
    });
    const customer = row.text('customer', fields.customer.max);
    if (customer !== null && !customers.has(customerKey(customer)))
      row.problems.push(`Customer: There is no customer called ${customer}.`);
    return {
      name: name === null ? null : fieldKey(name, customer),
      notes: [],
      columns: {
        ...{ name, area_ha: readArea(row), parcel_ref: parcel, parcel_scheme: parcel === null ? null : scheme },
        land_use: row.choice('land_use', USES),
        townland: row.text('townland', fields.townland.max),
        county: row.text('county', fields.county.max),
        ...{ customer, notes: row.text('notes', fields.notes.max) },
      },
    };
  },
  existing: ({ fields: known }) => known,
};
