// Requests for time off. Apart from time-off-words.ts, because the noticeboard and the diary load this file at the start.
import { formatDate } from '@/domain/core/time';
import type { AbsenceType } from '@/domain/diary/diary-event';

export const HALVES = ['morning', 'afternoon'] as const;
export type Half = (typeof HALVES)[number];
export const REQUEST_STATUSES = ['asked', 'approved', 'declined'] as const;

type Days = { startDate: string; endDate: string; half: Half | null };

/** "Mon 3 Aug", "Mon 3 Aug, morning", "Mon 3 Aug to Fri 7 Aug" */
export const rangeWords = ({ startDate, endDate, half }: Days, today: string): string =>
  startDate === endDate
    ? [formatDate(startDate, today), half].filter(Boolean).join(', ')
    : `${formatDate(startDate, today)} to ${formatDate(endDate, today)}`;

const ASKED: Record<AbsenceType, string> = { holiday: 'holiday', sick: 'sick days', other: 'time off' };
/** "Mary Byrne asks for holiday" */
export const askedWords = ({ personName, absenceType }: { personName: string; absenceType: AbsenceType }): string =>
  `${personName} asks for ${ASKED[absenceType]}`;
