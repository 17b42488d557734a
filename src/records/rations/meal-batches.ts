// Mixed batches, with the lot numbers of their ingredients: saved through the outbox, never changed. One that was logged by
// mistake is struck out.
import { sameJson } from '@/domain/core/same-json';
import { batchItemsJson, batchItemsOf, type BatchItem } from '@/domain/rations/log-json';
import * as keys from '@/lib/query-keys';
import { captured } from '@/records/captured';
import { date, decimal, id, instant, json, number, person, text } from '@/records/record-field';
import { record, type RecordOf, type StoredKinds } from '@/records/record';
import { STRUCK_FIELDS } from '@/records/struck';

export const MEAL_BATCH = captured(
  record('meal_batches', {
    mixId: id().onInsert(),
    /** The version of the recipe. */
    mixVersion: number().onInsert(),
    mixName: text().fromDatabase(),
    mixedAt: instant().onInsert(),
    /** The date in the farm's time zone. */
    mixedOn: date().fromDatabase(),
    /** Year and number, assigned when the record arrives; empty until then. */
    batchNo: text().fromDatabase(),
    kg: decimal('Batch').onInsert(),
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
    version: 1,
    title: ({ mixName }) => `Batch: ${mixName}`,
    // The database corrects times if the phone's clock is far off.
    derived: ['mixed_at'],
    updateOnly: ['struck'],
    isEquivalent: (column, fields, row) => column === 'items' && sameJson(fields[column], row[column]),
    invalidates: [keys.feeds],
  },
);

export type MealBatch = RecordOf<typeof MEAL_BATCH>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  meal_batches: { 'what was fed or mixed, when, by whom, of which lots and for which animals': '*' },
};
