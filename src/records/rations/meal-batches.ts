// Mixed batches, with the lot numbers of their ingredients: saved through the outbox, never changed. One that was logged by
// mistake is struck out.
import { positive, whole } from '@/domain/core/number-rule';
import { batchItemsJson, batchItemsOf, type BatchItem } from '@/domain/rations/log-json';
import { captured } from '@/records/captured';
import { date, decimal, id, instant, json, number, person, text } from '@/records/record-field';
import { record, type RecordOf, type StoredKinds } from '@/records/record';
import { STRUCK_FIELDS } from '@/records/struck';
import { loggedOnce, STORED_PHRASE } from './logged';

export const MEAL_BATCH = captured(
  record('meal_batches', {
    mixId: id().onInsert(),
    /** The version of the recipe. */
    mixVersion: number(null, whole(2_147_483_647, 1)).onInsert(),
    mixName: text().fromDatabase(),
    mixedAt: instant().onInsert(),
    /** The date in the farm's time zone. */
    mixedOn: date().fromDatabase(),
    /** Year and number, assigned when the record arrives; empty until then. */
    batchNo: text().fromDatabase(),
    kg: decimal('Batch', positive(999_999, 3)).onInsert(),
    items: json<BatchItem[]>([], batchItemsOf, batchItemsJson).onInsert(),
    usedBy: text('Fed to', 200).optional().onInsert(),
    note: text('Note', 500).optional().onInsert(),
    ...STRUCK_FIELDS,
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'batch',
    name: 'Batch',
    title: ({ mixName }) => `Batch: ${mixName}`,
    ...loggedOnce('mixed_at'),
  },
);

export type MealBatch = RecordOf<typeof MEAL_BATCH>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  meal_batches: { [STORED_PHRASE]: '*' },
};
