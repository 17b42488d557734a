// TMR mixes: the recipe for one head, with its ingredients. Written online by the account holder; the crew reads them
// through a view without prices if rates are hidden.
import { percent, upTo, whole } from '@/domain/core/number-rule';
import { tmrItemsJson, tmrItemsOf } from '@/domain/rations/mix-json';
import { HEAD_COUNT_REFUSED, type TmrItem } from '@/domain/rations/tmr';
import { date, decimal, flag, instant, json, number, text } from '@/records/record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from '@/records/record';

export const TMR_MIX = record('tmr_mixes', {
  name: text('Name', 80),
  groupName: text('Group', 60).optional(),
  headCount: number('Head', { ...whole(100_000, 1), message: HEAD_COUNT_REFUSED }),
  /** In percent: 103 means 3 % more than the recipe, to allow for feed that is left over. */
  feedRatePct: decimal('Feed rate', { decimals: 1, min: 1, max: 200, percent: true }),
  feedsPerDay: number('Feeds a day', whole(4, 1)),
  wagonCapacityKg: decimal('Wagon holds', { ...upTo(999_999, 1), min: 1 }).optional(),
  roundingKg: decimal('Round the scale to', { ...upTo(1000, 2), min: 0.01 }),
  targetDmKg: decimal('Target dry matter', { ...upTo(1000, 2), min: 0.01 }).optional(),
  targetMeMj: decimal('Target energy', { ...upTo(9999, 1), min: 0.1 }).optional(),
  targetCpPct: decimal('Target protein', { ...percent(), min: 0.01 }).optional(),
  validFrom: date('Fed from').optional(),
  notes: text('Notes', 2000).optional(),
  items: json<TmrItem[]>([], tmrItemsOf, tmrItemsJson, 'Ingredients'),
  /** False once it is out of use; the log keeps it. */
  active: flag(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type TmrMix = RecordOf<typeof TMR_MIX>;
export type TmrMixFields = Omit<EditableOf<typeof TMR_MIX>, 'active'>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  tmr_mixes: { 'mixes with their ingredients, the group and number of animals they are for, and notes': '*' },
};
