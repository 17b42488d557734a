// What was fed: saved through the outbox, never changed. A record holds no prices, so the whole crew reads it.
import { sameJson } from '@/domain/core/same-json';
import { fedItemsJson, fedItemsOf, type FedItem } from '@/domain/rations/log-json';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { date, decimal, id, instant, json, number, person, text } from './field';
import { record, type RecordOf } from './record';

export const TMR_FEEDING = captured(
  record('tmr_feedings', {
    mixId: id().onInsert(),
    mixName: text().fromDatabase(),
    groupName: text().optional().fromDatabase(),
    fedAt: instant().onInsert(),
    /** The date in the farm's time zone. */
    fedOn: date().fromDatabase(),
    headCount: number('Head').onInsert(),
    loads: number('Loads').onInsert(),
    /** kg for all loads together. */
    items: json<FedItem[]>([], fedItemsOf, fedItemsJson).onInsert(),
    totalKg: decimal('Fed').fromDatabase(),
    /** What was left of the previous feeding. */
    refusalsKg: decimal('Left over').optional().onInsert(),
    note: text('Note', 500).optional().onInsert(),
    createdBy: person().optional().fromDatabase(),
    createdByName: text().fromDatabase(),
    createdAt: instant().fromDatabase(),
    updatedAt: instant().fromDatabase(),
  }),
  {
    kind: 'feeding',
    version: 1,
    title: ({ mixName, headCount }) => `Feeding: ${mixName}, ${headCount} head`,
    // The database corrects times from a clock that is far out.
    derived: ['fed_at'],
    isEquivalent: (column, fields, row) => column === 'items' && sameJson(fields[column], row[column]),
    invalidates: [keys.feeds],
  },
);

export type TmrFeeding = RecordOf<typeof TMR_FEEDING>;

/** The columns of a CSV file, each with its field. Its ingredients are rows of another file. */
export const FEEDING_CSV = {
  date: 'fedOn',
  fed_at: 'fedAt',
  mix: 'mixName',
  group: 'groupName',
  head: 'headCount',
  loads: 'loads',
  total_kg: 'totalKg',
  refusals_kg: 'refusalsKg',
  note: 'note',
  fed_by: 'createdByName',
} as const satisfies Record<string, keyof TmrFeeding>;
