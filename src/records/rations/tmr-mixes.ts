// TMR mixes: the recipe for one head, with its ingredients. Written online by the account holder; the crew reads them
// through a view without prices if rates are hidden.
import { tmrItemsJson, tmrItemsOf } from '@/domain/rations/mix-json';
import type { TmrItem } from '@/domain/rations/tmr';
import { date, decimal, flag, instant, json, number, text } from '@/records/record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from '@/records/record';

export const TMR_MIX = record('tmr_mixes', {
  name: text('Name', 80),
  groupName: text('Group', 60).optional(),
  headCount: number('Head'),
  /** In percent: 103 means 3 % more than the recipe, to allow for feed that is left over. */
  feedRatePct: decimal('Feed rate'),
  feedsPerDay: number('Feeds a day'),
  wagonCapacityKg: decimal('Wagon holds').optional(),
  roundingKg: decimal('Round the scale to'),
  targetDmKg: decimal('Target dry matter').optional(),
  targetMeMj: decimal('Target energy').optional(),
  targetCpPct: decimal('Target protein').optional(),
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
