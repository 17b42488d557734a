// Notices of the account holder on the noticeboard. They are posted and changed online.
import { PRIORITIES } from '@/domain/noticeboard/notice';
import { choice, date, flag, id, instant, number, people, text } from './field';
import { record, type EditableOf, type RecordOf } from './record';

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
  /** A checklist that it asks for and links to. */
  checklistId: id().from('related_id').optional(),
  /** Counts up when the text that people confirm changes. */
  edition: number().fromDatabase(),
  createdByName: text().fromDatabase(),
  createdAt: instant().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type NoticeRecord = RecordOf<typeof NOTICE>;
/** The fields that the account holder edits. */
export type NoticeFields = EditableOf<typeof NOTICE>;
