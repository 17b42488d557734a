// The crop of a field in one season, and the soil tests of a field. Written online by the account holder.
import { percent, positive, upTo, whole } from '@/domain/core/number-rule';
import { SOIL_METHODS } from '@/domain/fields/soil';
import { choice, date, decimal, id, number, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';
import { STRUCK_FIELDS } from './struck';

export const SEASON = record('field_seasons', {
  fieldId: id().onInsert(),
  seasonYear: number(null, whole(2199, 1950)).onInsert(),
  /** 1, or 2 for a second crop in the same year. */
  sequence: number(null, whole(5, 1)).onInsert(),
  crop: text('Crop', 60),
  variety: text('Variety', 60).optional(),
  sownOn: date('Sown').optional(),
  seedRateKgHa: decimal('Seed rate, kg/ha', positive(5000, 2)).optional(),
  previousCrop: text('Previous crop', 60).optional(),
  targetYieldTHa: decimal('Target yield, t/ha', positive(200, 2)).optional(),
  harvestedOn: date('Harvested').optional(),
});
export type Season = RecordOf<typeof SEASON>;
export type SeasonFields = EditableOf<typeof SEASON>;

export const SOIL_TEST = record('soil_tests', {
  fieldId: id().onInsert(),
  sampledOn: date('Sampled'),
  labRef: text('Laboratory number', 40).optional(),
  ph: decimal('pH', { decimals: 1, min: 3, max: 10, outside: 'pH must be between 3 and 10.' }).optional(),
  pMgL: decimal('P, mg/l', upTo(100_000, 1)).optional(),
  kMgL: decimal('K, mg/l', upTo(100_000, 1)).optional(),
  mgMgL: decimal('Mg, mg/l', upTo(100_000, 1)).optional(),
  method: choice(SOIL_METHODS, 'Method'),
  pIndex: text('P index', 2).optional(),
  kIndex: text('K index', 2).optional(),
  mgIndex: text('Mg index', 2).optional(),
  limeTHa: decimal('Lime, t/ha', upTo(100, 2)).optional(),
  omPct: decimal('Organic matter, %', percent()).optional(),
  ...STRUCK_FIELDS,
});
export type SoilTest = RecordOf<typeof SOIL_TEST>;
export type SoilTestFields = EditableOf<typeof SOIL_TEST>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  field_seasons: { 'the crops, soil tests and harvests of each field': '*' },
  soil_tests: { 'the crops, soil tests and harvests of each field': '*' },
};
