// Activities on a field, and its harvests. Captured through the outbox, also offline.
import { AREA, MEASURED_QUANTITY, percent, positive, upTo, whole } from '@/domain/core/number-rule';
import {
  ACTIVITY_STATES,
  ACTIVITY_TYPES,
  ACTIVITY_WORDS,
  FIELD_PROBLEMS,
  SPREADING_METHODS,
  RATE_UNITS,
  WIND_DIRECTIONS,
} from '@/domain/fields/activity';
import { HARVEST_UNITS } from '@/domain/fields/harvest';
import { fieldsOf } from '@/domain/core/stored-json';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { choice, date, decimal, flag, id, instant, json, number, person, text } from './record-field';
import { record, type EditableOf, type Columns, type RecordOf, type StoredKinds } from './record';
import { STRUCK_FIELDS } from './struck';

const millis = (value: unknown) => (typeof value === 'string' ? Date.parse(value) : Number.NaN);
const isSameInstant = (column: string, sent: Columns, row: Columns) =>
  (column === 'started_at' || column === 'finished_at') && millis(sent[column]) === millis(row[column]);

export const ACTIVITY = captured(
  record('field_activities', {
    /** Null if the field was deleted before the entry arrived. */
    fieldId: id().optional(),
    fieldName: text(null, 80).onInsert(),
    /** 'deleted' or 'archived' if that had happened to the field before the entry arrived. */
    fieldProblem: choice(FIELD_PROBLEMS).optional().fromDatabase(),
    season: number('Season', whole(2199, 1950)),
    activityType: choice(ACTIVITY_TYPES, 'Activity'),
    status: choice(ACTIVITY_STATES, 'State'),
    startedAt: instant('Start'),
    finishedAt: instant('Finish').optional(),
    areaHa: decimal('Area, ha', AREA).optional(),
    product: text('Product', 120).optional(),
    mappPcsNo: text('MAPP/PCS number', 20).optional(),
    activeIngredient: text('Active ingredient', 120).optional(),
    rate: decimal('Rate', positive(99_999, 4)).optional(),
    rateUnit: choice(RATE_UNITS, 'Unit of the rate').optional(),
    /** Rate times area if both are known. */
    totalQty: decimal('Total', positive(999_999_999, 4)).optional(),
    waterLHa: decimal('Water, L/ha', positive(100_000, 2)).optional(),
    reason: text('Reason', 200).optional(),
    crop: text('Crop', 60).optional(),
    eppoCode: text('EPPO code', 6).optional(),
    growthStageBbch: number('Growth stage, BBCH', whole(99)).optional(),
    windSpeed: decimal('Wind, km/h', upTo(200, 1)).optional(),
    windDir: choice(WIND_DIRECTIONS, 'Wind from').optional(),
    tempC: decimal('Temperature, °C', { ...upTo(60, 1), min: -40 }).optional(),
    weather: text('Weather', 80).optional(),
    harvestIntervalDays: number('Harvest interval, days', whole(730)).optional(),
    operatorId: person('Operator').optional(),
    operatorName: text('Operator', 120).optional(),
    operatorCertNo: text('Certificate', 40).optional(),
    machine: text('Machine', 80).optional(),
    method: choice(SPREADING_METHODS, 'Method').optional(),
    batchNo: text('Batch', 40).optional(),
    bufferObserved: flag('Buffer observed').optional(),
    notes: text('Notes', 2000).optional(),
    ...STRUCK_FIELDS,
    /** The billed job that it belongs to; sent only with the entry of that job. */
    workId: id().optional().onInsert(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    /** Empty while the activity is only on this device. */
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'field-activity',
    name: 'Activity',
    version: 1,
    title: ({ activityType, fieldName }) => `${ACTIVITY_WORDS[activityType]}: ${fieldName}`,
    // The database writes the field's current name, and clears a field or operator that does not exist.
    derived: ['field_id', 'field_name', 'operator_id', 'operator_name', 'total_qty'],
    isEquivalent: isSameInstant,
    groups: [
      ['started_at', 'finished_at', 'season'],
      ['rate', 'rate_unit', 'area_ha', 'total_qty'],
      ['operator_id', 'operator_name', 'operator_cert_no'],
      ['product', 'mapp_pcs_no', 'active_ingredient', 'batch_no', 'harvest_interval_days'],
    ],
    invalidates: [keys.fieldSummary],
    updateOnly: ['struck'],
    editAt: (activityId) => `/fields/-/activity/${activityId}`,
  },
);
export type Activity = RecordOf<typeof ACTIVITY>;
export type ActivityFields = EditableOf<typeof ACTIVITY>;

type Quality = Readonly<Record<string, string | number | boolean>>;
const qualityOf = (raw: unknown): Quality =>
  Object.fromEntries(
    Object.entries(fieldsOf(raw)).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );
const NO_QUALITY: Quality = {};
/** For comparison: the database reorders the keys of a JSON object. */
const qualityKey = (raw: unknown) =>
  JSON.stringify(Object.entries(qualityOf(raw)).sort(([a], [b]) => (a < b ? -1 : 1)));

export const HARVEST = captured(
  record('harvests', {
    fieldId: id().optional(),
    fieldName: text(null, 80).onInsert(),
    fieldProblem: choice(FIELD_PROBLEMS).optional().fromDatabase(),
    season: number('Season', whole(2199, 1950)),
    harvestedOn: date('Harvested'),
    product: text('Harvested', 60),
    quantity: decimal('Quantity', MEASURED_QUANTITY),
    unit: choice(HARVEST_UNITS, 'Unit'),
    moisturePct: decimal('Moisture, %', { ...percent(99.99), outside: 'Moisture must be below 100 %.' }).optional(),
    baleKg: decimal('Weight of a bale, kg', positive(5000, 1)).optional(),
    areaHa: decimal('Area, ha', AREA).optional(),
    store: text('Stored in', 80).optional(),
    quality: json(NO_QUALITY, qualityOf, (value) => ({ ...value }), 'Quality'),
    notes: text('Notes', 2000).optional(),
    ...STRUCK_FIELDS,
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'harvest',
    name: 'Harvest',
    version: 1,
    title: ({ product, fieldName }) => `Harvest: ${product}, ${fieldName}`,
    derived: ['field_id', 'field_name'],
    isEquivalent: (column, sent, row) =>
      column === 'quality' && qualityKey(sent['quality']) === qualityKey(row['quality']),
    groups: [['quantity', 'unit', 'moisture_pct', 'bale_kg', 'area_ha']],
    updateOnly: ['struck'],
    editAt: (harvestId) => `/fields/-/harvest/${harvestId}`,
  },
);
export type Harvest = RecordOf<typeof HARVEST>;
export type HarvestFields = EditableOf<typeof HARVEST>;

export const ACTIVITY_CSV = {
  field: 'fieldName',
  season: 'season',
  activity: 'activityType',
  status: 'status',
  started_at: 'startedAt',
  finished_at: 'finishedAt',
  area_ha: 'areaHa',
  crop: 'crop',
  eppo_code: 'eppoCode',
  growth_stage_bbch: 'growthStageBbch',
  reason: 'reason',
  product: 'product',
  mapp_pcs_no: 'mappPcsNo',
  active_ingredient: 'activeIngredient',
  batch_no: 'batchNo',
  rate: 'rate',
  rate_unit: 'rateUnit',
  total_qty: 'totalQty',
  water_l_ha: 'waterLHa',
  harvest_interval_days: 'harvestIntervalDays',
  method: 'method',
  machine: 'machine',
  operator: 'operatorName',
  operator_cert_no: 'operatorCertNo',
  wind_speed_kmh: 'windSpeed',
  wind_from: 'windDir',
  temp_c: 'tempC',
  weather: 'weather',
  buffer_observed: 'bufferObserved',
  notes: 'notes',
  entered_by: 'createdByName',
  entered_at: 'createdAt',
} as const satisfies Record<string, keyof Activity>;

export const HARVEST_CSV = {
  field: 'fieldName',
  season: 'season',
  harvested_on: 'harvestedOn',
  product: 'product',
  quantity: 'quantity',
  unit: 'unit',
  moisture_pct: 'moisturePct',
  bale_kg: 'baleKg',
  area_ha: 'areaHa',
  store: 'store',
  notes: 'notes',
  entered_by: 'createdByName',
} as const satisfies Record<string, keyof Harvest>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  field_activities: {
    'what was done on it and when, with which product, rate and machine, in what weather, by whom and under which certificate':
      '*',
  },
  harvests: { 'the crops, soil tests and harvests of each field': '*' },
};
