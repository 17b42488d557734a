// A checklist being filled in: what was typed, with the questions of the version that was opened.
import { fromNumeric, parseDecimal, toNumeric, NOT_A_NUMBER } from '@/domain/core/money';
import {
  answerProblem,
  MAX_MACHINE_LENGTH,
  MAX_NOTES_LENGTH,
  NO_ANSWER,
  type ChecklistAnswer,
  type ChecklistItem,
} from './checklist';

/** As typed: a number is still text. */
export type TypedAnswer = { value: string; comment: string; photos: readonly string[] };

/** The template's version when the form opened: the checklist is saved under it even if the template changes. */
export type OpenedTemplate = {
  id: string;
  name: string;
  version: number;
  intro: string | null;
  items: ChecklistItem[];
};

export type ChecklistDraft = {
  template: OpenedTemplate;
  /** ISO instant, by the phone's clock. */
  startedAt: string;
  machine: string;
  /** The machine of the fleet, if it is one. Missing in drafts of an earlier version of the app. */
  machineId?: string;
  hours: string;
  answers: TypedAnswer[];
  notes: string;
  signature: string;
};

export const EMPTY_ANSWER: TypedAnswer = { value: '', comment: '', photos: [] };
const MAX_NUMBER = fromNumeric(9_999_999);

export const newDraft = (template: OpenedTemplate, machine: string, startedAt: string): ChecklistDraft => ({
  template,
  startedAt,
  machine,
  hours: '',
  answers: template.items.map(() => EMPTY_ANSWER),
  notes: '',
  signature: '',
});

/** Whether discarding the form would lose something. */
export const hasInput = ({ answers, hours, notes, signature }: ChecklistDraft): boolean =>
  [hours, notes, signature].some((text) => text !== '') ||
  answers.some(({ value, comment, photos }) => value !== '' || comment !== '' || photos.length > 0);

function numberOf(text: string, unit = ''): number | null | 'invalid' {
  const parsed = parseDecimal(text, { allowNegative: true, percent: unit.includes('%') });
  if (parsed.ok) return Math.abs(parsed.value) > MAX_NUMBER ? 'invalid' : toNumeric(parsed.value);
  return parsed.reason === 'empty' ? null : 'invalid';
}

/** The typed text as an answer; an invalid number counts as not answered. */
export function answerOf(item: ChecklistItem, typed: TypedAnswer = EMPTY_ANSWER): ChecklistAnswer {
  const rest = { comment: typed.comment.trim(), photos: typed.photos };
  if (item.type === 'number') {
    const number = numberOf(typed.value, item.unit);
    return { ...NO_ANSWER, ...rest, value: number === 'invalid' ? null : number };
  }
  const text = typed.value.trim();
  return { ...rest, value: item.type === 'photo' || text === '' ? null : text };
}

export const answersOf = ({ template, answers }: ChecklistDraft): ChecklistAnswer[] =>
  template.items.map((item, at) => answerOf(item, answers[at]));

/** Why an answer can't be saved as typed; null if it can. */
export function typedProblem(item: ChecklistItem, typed: TypedAnswer = EMPTY_ANSWER): string | null {
  if (item.type === 'number' && numberOf(typed.value, item.unit) === 'invalid') return NOT_A_NUMBER;
  if (item.type === 'text' && typed.value.trim().length > MAX_NOTES_LENGTH)
    return 'Too long: 2,000 characters at most.';
  return answerProblem(item, answerOf(item, typed));
}

export type DraftProblems = {
  machine: string | null;
  hours: string | null;
  notes: string | null;
  /** Keyed by the question's index. */
  answers: ReadonlyMap<number, string>;
};

/** Everything that prevents the checklist from being saved. */
export function draftProblems({ template, answers, machine, hours, notes }: ChecklistDraft): DraftProblems {
  const reading = numberOf(hours);
  return {
    machine: machine.trim().length > MAX_MACHINE_LENGTH ? 'Too long: 80 characters at most.' : null,
    hours: reading === 'invalid' ? NOT_A_NUMBER : reading !== null && reading < 0 ? 'Hours are 0 or more.' : null,
    notes: notes.trim().length > MAX_NOTES_LENGTH ? 'Too long: 2,000 characters at most.' : null,
    answers: new Map(
      template.items.flatMap((item, at) => {
        const problem = typedProblem(item, answers[at]);
        return problem === null ? [] : [[at, problem] as const];
      }),
    ),
  };
}

/** The hour meter reading, rounded to a tenth as such meters show it; null if there is none. */
export function hoursOf({ hours }: Pick<ChecklistDraft, 'hours'>): number | null {
  const reading = numberOf(hours);
  return typeof reading === 'number' ? Math.round(reading * 10) / 10 : null;
}
