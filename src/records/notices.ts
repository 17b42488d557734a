// Notices of the account holder on the noticeboard. They are posted and changed online.
import { PRIORITIES } from '@/domain/noticeboard/notice';
import { choice, date, flag, id, instant, number, people, text } from './record-field';
import { record, type EditableOf, type RecordOf, type StoredKinds } from './record';

/** The tables of the records that a notice may link to. */
export const RELATED_TABLES = ['checklist_templates', 'tmr_mixes', 'meal_mixes'] as const;

export const NOTICE = record('notices', {
  title: text('Title', 120),
  body: text('Notice', 4000),
  priority: choice(PRIORITIES),
  pinned: flag(),
  audience: choice(['all', 'selected']),
  /** Empty if it is for everybody. */
  recipients: people(),
  requiresAck: flag(),
  startsOn: date().optional(),
  expiresOn: date().optional(),
  /** The record that it links to: a checklist to complete, or a mix to load. */
  relatedTable: choice(RELATED_TABLES).optional(),
  relatedId: id().optional(),
  /** Counts up when the text that people confirm changes. */
  edition: number().fromDatabase(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type NoticeRecord = RecordOf<typeof NOTICE>;
/** The fields that the account holder edits. */
export type NoticeFields = EditableOf<typeof NOTICE>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  notices: { 'The notices, whom each is for': '*' },
};
