// What records of feeding and mixing have in common: saved through the outbox, never changed, only struck out.
import { sameJson } from '@/domain/core/same-json';
import * as keys from '@/lib/query-keys';
import type { Columns } from '@/records/record';

/** `at` is the column of the time, which the database corrects if the phone's clock is far off. */
export const loggedOnce = (at: string) => ({
  version: 1,
  derived: [at],
  updateOnly: ['struck'],
  isEquivalent: (column: string, fields: Columns, row: Columns) =>
    column === 'items' && sameJson(fields[column], row[column]),
  invalidates: [keys.feeds] as const,
});

export const STORED_PHRASE = 'what was fed or mixed, when, by whom, of which lots and for which animals';
