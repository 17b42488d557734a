// Requests for time off. They are asked and answered online; those that are approved become absences of the diary.
import { ABSENCES } from '@/domain/diary/diary-event';
import { HALVES, REQUEST_STATUSES } from '@/domain/time-off/request';
import { choice, date, id, text } from './record-field';
import { record, type RecordOf, type StoredKinds } from './record';

export const ABSENCE_REQUEST = record('absence_requests', {
  personId: id().fromDatabase(),
  personName: text().fromDatabase(),
  absenceType: choice(ABSENCES).onInsert(),
  /** Dates, both inclusive. */
  startDate: date().onInsert(),
  endDate: date().onInsert(),
  /** Only this half of one day; null: whole days. */
  half: choice(HALVES).optional().onInsert(),
  note: text('Note', 300).optional().onInsert(),
  status: choice(REQUEST_STATUSES).onUpdate(),
  /** The account holder's reason for the answer. */
  answer: text('Reason', 300).optional().onUpdate(),
  answeredByName: text().optional().fromDatabase(),
});

export type AbsenceRequest = RecordOf<typeof ABSENCE_REQUEST>;

/** @public What the privacy policy says about the columns. */
export const STORED: StoredKinds = {
  absence_requests: { 'who asks for time off, when and for what, and the answer': '*' },
};
