// Feedings: saved through the outbox, never changed; one that was logged by mistake is struck out. They contain no prices, so
// the whole crew may read them.
import { upTo, whole } from '@/domain/core/number-rule';
import { fedItemsJson, fedItemsOf, type FedItem } from '@/domain/rations/log-json';
import { captured } from '@/records/captured';
import { date, decimal, id, instant, json, number, person, text } from '@/records/record-field';
import { record, type RecordOf, type StoredKinds } from '@/records/record';
import { STRUCK_FIELDS } from '@/records/struck';
import { loggedOnce, STORED_PHRASE } from './logged';

export const TMR_FEEDING = captured(
  record('tmr_feedings', {
    mixId: id().onInsert(),
    mixName: text().fromDatabase(),
    groupName: text().optional().fromDatabase(),
    fedAt: instant().onInsert(),
    /** The date in the farm's time zone. */
    fedOn: date().fromDatabase(),
    headCount: number('Head', whole(100_000, 1)).onInsert(),
    loads: number('Loads', whole(100, 1)).onInsert(),
    /** kg for all loads together. */
    items: json<FedItem[]>([], fedItemsOf, fedItemsJson).onInsert(),
    totalKg: decimal('Fed').fromDatabase(),
    /** The kg left of the previous feeding. */
    refusalsKg: decimal('Left over', upTo(9_999_999, 1)).optional().onInsert(),
    note: text('Note', 500).optional().onInsert(),
    ...STRUCK_FIELDS,
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'feeding',
    name: 'Feeding',
    title: ({ mixName, headCount }) => `Feeding: ${mixName}, ${headCount} head`,
    ...loggedOnce('fed_at'),
  },
);

export type TmrFeeding = RecordOf<typeof TMR_FEEDING>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  tmr_feedings: { [STORED_PHRASE]: '*' },
};
