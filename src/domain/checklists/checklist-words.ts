// The wording of checklists, shared by the screen, the PDF and the CSV export.
import { formatDateDated, localTimeIn, todayIn, type Zone } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import type { AnswerType, Category, ChecklistAnswer, ChecklistItem, ChecklistResult, Frequency } from './checklist';

export const CATEGORY_WORDS: Readonly<Record<Category, string>> = {
  pre_use: 'Before use',
  weekly: 'Weekly',
  seasonal: 'Seasonal',
  site: 'Site and task',
  livestock: 'Livestock',
  food_safety: 'Food safety',
};

export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  each_use: 'Each use',
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  seasonal: 'Every season',
  none: 'When needed',
};

export const TYPE_WORDS: Readonly<Record<AnswerType, string>> = {
  ok_defect_na: 'OK, defect, N/A',
  yes_no: 'Yes, no, N/A',
  number: 'Number',
  text: 'Words',
  photo: 'Photo',
};

export const RESULT_WORDS: Readonly<Record<ChecklistResult, string>> = {
  pass: 'Passed',
  pass_with_defects: 'Passed with defects',
  fail: 'Failed',
};

const VALUE_WORDS: Readonly<Record<string, string>> = { ok: 'OK', defect: 'Defect', yes: 'Yes', no: 'No', na: 'N/A' };

const withUnit = (value: number, unit: string) => [String(value), unit].filter(Boolean).join(' ');

/** "OK", "12.5 bar", "2 photos", "–" if not answered. */
export function answerWords({ type, unit }: ChecklistItem, { value, photos }: ChecklistAnswer): string {
  if (type === 'photo') return photos.length === 0 ? '–' : counted(photos.length, 'photo', 'photos');
  if (value === null || value === '') return '–';
  if (typeof value === 'number') return withUnit(value, unit);
  return type === 'text' || !Object.hasOwn(VALUE_WORDS, value) ? value : (VALUE_WORDS[value] ?? value);
}

/** "5 to 8 °C", "at least 5 bar", "at most 12 %"; empty where there is no limit. */
export function limitWords({ type, min, max, unit }: ChecklistItem): string {
  if (type !== 'number') return '';
  if (min !== null && max !== null) return `${min} to ${withUnit(max, unit)}`;
  if (min !== null) return `at least ${withUnit(min, unit)}`;
  return max === null ? '' : `at most ${withUnit(max, unit)}`;
}

/** "21/22". */
export const scoreWords = ({ passed, checked }: { passed: number; checked: number }): string => `${passed}/${checked}`;

/** "11 s", "4 min", "1 h 5 min". */
export function durationWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`;
}

/** "1 question", "22 questions". */
export const questionsWords = (count: number): string => counted(count, 'question', 'questions');

/** "Before use, every day, 22 questions". */
export const templateWords = (of: { category: Category; frequency: Frequency; items: readonly unknown[] }): string =>
  [CATEGORY_WORDS[of.category], FREQUENCY_WORDS[of.frequency].toLowerCase(), questionsWords(of.items.length)].join(
    ', ',
  );

type Superseded = {
  version: number;
  currentVersion: number | null;
  supersededAt: string | null;
  completedAt: string;
};

/** A note on a checklist that was completed with an outdated version; null if its version is current. */
export function supersededWords({ version, currentVersion, supersededAt, completedAt }: Superseded): string | null {
  if (supersededAt === null) return null;
  const wasCurrentWhenDone = Date.parse(completedAt) < Date.parse(supersededAt);
  if (currentVersion === null)
    return wasCurrentWhenDone
      ? `Done on version ${version}, in the office after the checklist was taken off the list.`
      : `Done on version ${version} while the checklist was off the list.`;
  return wasCurrentWhenDone
    ? `Done on version ${version}, in the office after version ${currentVersion} replaced it.`
    : `Done on version ${version} while version ${currentVersion} was current.`;
}

const DAY_MS = 86_400_000;

type Arrival = { completedAt: string; receivedAt: string; clockDoubted: boolean };

/** A note on a checklist's time if the phone's clock was wrong or it arrived a day or more later; null otherwise. */
export function arrivalWords({ completedAt, receivedAt, clockDoubted }: Arrival, zone: Zone): string | null {
  if (clockDoubted) return "The phone's clock was wrong: this is when it reached the office.";
  // `receivedAt` is unknown (NaN) for a queued entry and in an older cached copy.
  if (!(Date.parse(receivedAt) - Date.parse(completedAt) >= DAY_MS)) return null;
  const at = new Date(receivedAt);
  return `In the office later: ${formatDateDated(todayIn(zone, at))} at ${localTimeIn(zone, at)}`;
}
