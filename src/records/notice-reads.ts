// Records that a person opened or confirmed a notice. If several devices report it, the first one counts.
import { whole } from '@/domain/core/number-rule';
import * as keys from '@/lib/query-keys';
import { captured } from './captured';
import { flag, id, instant, number, person, text } from './record-field';
import { record, type StoredKinds } from './record';

export const NOTICE_READ = captured(
  record('notice_reads', {
    noticeId: id().onInsert(),
    edition: number(null, whole(2_147_483_647, 1)).onInsert(),
    acknowledged: flag().onInsert(),
    /** Null if the person's account was deleted; the name is kept. */
    personId: person().from('created_by').optional().fromDatabase(),
    personName: text().from('created_by_name').fromDatabase(),
    at: instant().from('created_at').fromDatabase(),
  }),
  {
    kind: 'notice-read',
    name: 'Confirmation',
    version: 1,
    title: ({ acknowledged }) => (acknowledged ? 'Confirmed' : 'Read'),
    derived: [],
    uniqueConstraint: 'notice_reads_person_key',
    invalidates: [keys.board, keys.pastNotices],
  },
);

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  notice_reads: { 'who has opened or confirmed which wording, and when': '*' },
};
