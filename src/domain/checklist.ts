// Checklists: what an answer says of its question, what a whole list comes to, and what is missing before it can be saved.

export const ANSWER_TYPES = ['ok_defect_na', 'yes_no', 'number', 'text', 'photo'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];
export const CATEGORIES = ['pre_use', 'weekly', 'seasonal', 'site', 'livestock', 'food_safety'] as const;
export type Category = (typeof CATEGORIES)[number];
export const FREQUENCIES = ['each_use', 'daily', 'weekly', 'monthly', 'seasonal', 'none'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** One question. A completed list holds its own copy, so that it reads the same whatever becomes of the template. */
export type ChecklistItem = {
  /** Empty where the list has no parts. */
  section: string;
  prompt: string;
  type: AnswerType;
  /** Of a number: 'bar', '°C'. */
  unit: string;
  /** Limits of a number, themselves allowed; null where there is none. */
  min: number | null;
  max: number | null;
  required: boolean;
  /** A defect here means that the machine stays where it is. */
  critical: boolean;
  help: string;
};

/** 'ok', 'defect', 'yes', 'no', 'na', a number, or words; null while it is not answered. */
export type ChecklistAnswer = { value: string | number | null; comment: string; photos: readonly string[] };

export type Outcome = 'ok' | 'defect' | 'na' | 'none';
export type ChecklistResult = 'pass' | 'pass_with_defects' | 'fail';
export type ChecklistScore = { result: ChecklistResult; checked: number; passed: number; defects: number };

export const NO_ANSWER: ChecklistAnswer = { value: null, comment: '', photos: [] };
const LONGEST_COMMENT = 500;
export const MOST_PHOTOS = 10;
export const MOST_ITEMS = 100;

const WORDS: Readonly<Record<string, Outcome>> = { ok: 'ok', yes: 'ok', defect: 'defect', no: 'defect', na: 'na' };
const ALLOWED: Readonly<Partial<Record<AnswerType, readonly string[]>>> = {
  ok_defect_na: ['ok', 'defect', 'na'],
  yes_no: ['yes', 'no', 'na'],
};

/** What an answer says of its question; the database judges by the same rules. */
export function outcomeOf(item: ChecklistItem, { value, photos }: ChecklistAnswer): Outcome {
  if (item.type === 'photo') return photos.length > 0 ? 'ok' : 'none';
  if (value === null || value === '') return 'none';
  if (typeof value === 'number') {
    if (item.type !== 'number') return 'none';
    const outside = (item.min !== null && value < item.min) || (item.max !== null && value > item.max);
    return outside ? 'defect' : 'ok';
  }
  if (item.type === 'text') return 'ok';
  return (ALLOWED[item.type]?.includes(value) && WORDS[value]) || 'none';
}

const answerAt = (answers: readonly ChecklistAnswer[], at: number) => answers[at] ?? NO_ANSWER;

/**
 * fail with any critical defect, pass_with_defects with any other, else pass. What does not apply counts as passed, so
 * that 22 questions with one defect are 21 of 22; what was left open counts for nothing.
 */
export function scoreOf(items: readonly ChecklistItem[], answers: readonly ChecklistAnswer[]): ChecklistScore {
  const outcomes = items.map((item, at) => outcomeOf(item, answerAt(answers, at)));
  const checked = outcomes.filter((outcome) => outcome !== 'none').length;
  const defects = outcomes.filter((outcome) => outcome === 'defect').length;
  const failed = items.some((item, at) => item.critical && outcomes[at] === 'defect');
  const result = failed ? 'fail' : defects > 0 ? 'pass_with_defects' : 'pass';
  return { result, checked, passed: checked - defects, defects };
}

/** What is wrong, and why a critical point does not apply, is said in words. */
export const asksWhy = ({ critical }: ChecklistItem, outcome: Outcome): boolean =>
  outcome === 'defect' || (outcome === 'na' && critical);

/** What is wrong with the answer to one question, in words; null where it can be saved. */
export function answerProblem(item: ChecklistItem, answer: ChecklistAnswer): string | null {
  const outcome = outcomeOf(item, answer);
  const said = answer.comment.trim() !== '';
  if (outcome === 'none' && item.required) return item.type === 'photo' ? 'Take a photo.' : 'Answer this question.';
  if (asksWhy(item, outcome) && !said)
    return outcome === 'defect' ? 'Say what is wrong.' : 'Say why it does not apply.';
  if (answer.comment.trim().length > LONGEST_COMMENT) return 'Too long: 500 characters at most.';
  return null;
}

/** Ticked through rather than looked at: more than 8 questions in under 20 seconds. Shown to the account holder. */
export const wasHasty = ({ seconds, checked }: { seconds: number; checked: number }): boolean =>
  checked > 8 && seconds < 20;

type Part = { section: string; items: { item: ChecklistItem; at: number }[] };

/** The questions under the headings of their sections, `at` being their place in the whole list. */
export function bySection(items: readonly ChecklistItem[]): Part[] {
  const parts: Part[] = [];
  for (const [at, item] of items.entries()) {
    const last = parts.at(-1);
    if (last?.section === item.section) last.items.push({ item, at });
    else parts.push({ section: item.section, items: [{ item, at }] });
  }
  return parts;
}

/**
 * "All OK" for a section: fills what is open and answered with OK or no. A critical question is looked at by itself,
 * and nothing that was answered is changed.
 */
export const allOk = (
  items: readonly ChecklistItem[],
  answers: readonly ChecklistAnswer[],
  section: string,
): ChecklistAnswer[] =>
  items.map((item, at) => {
    const answer = answerAt(answers, at);
    const open = outcomeOf(item, answer) === 'none' && item.section === section && !item.critical;
    return open && item.type === 'ok_defect_na' ? { ...answer, value: 'ok' } : answer;
  });
