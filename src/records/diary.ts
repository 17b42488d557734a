// What is planned in the diary: jobs, reminders, deliveries and absences. Planned and changed online.
import { ABSENCES, CANCEL_REASONS, KINDS, STATUSES } from '@/domain/diary/diary-event';
import { choice, date, id, instant, people, text, texts, time } from './field';
import { record, type EditableOf, type RecordOf } from './record';

export const DIARY_EVENT = record('diary_events', {
  kind: choice(KINDS).onInsert(),
  title: text('Title', 120).optional(),
  taskName: text('Task', 80).optional(),
  customer: text('Customer', 120).optional(),
  absenceType: choice(ABSENCES).optional(),
  /** Dates, both inclusive. */
  startDate: date(),
  endDate: date(),
  /** Null: all day. */
  startTime: time().optional(),
  endTime: time().optional(),
  /** Empty means that anyone free can do it. */
  assignedTo: people(),
  assignedNames: texts().fromDatabase(),
  status: choice(STATUSES),
  /** Only of a cancelled job. */
  cancelReason: choice(CANCEL_REASONS, 'Why it was cancelled').optional(),
  cancelNote: text('Reason', 300).optional(),
  /** Gate codes, hazards. */
  notes: text('Note', 2000).optional(),
  /** The id of the work entry that this job becomes, the same for everyone, so that it is logged only once. */
  workId: id().fromDatabase(),
  /** The work entry that the job was logged as. */
  convertedWorkId: id().optional().fromDatabase(),
  createdByName: text().fromDatabase(),
  updatedAt: instant().fromDatabase(),
});

export type DiaryEvent = RecordOf<typeof DIARY_EVENT>;
/** The fields that the account holder edits. */
export type EventFields = Omit<EditableOf<typeof DIARY_EVENT>, 'status' | 'cancelReason' | 'cancelNote'>;
