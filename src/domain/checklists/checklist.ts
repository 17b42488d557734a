// Checklists: the outcome of an answer, the result of a whole list, and what is missing before it can be saved.

export const ANSWER_TYPES = ['ok_defect_na', 'yes_no', 'number', 'text', 'photo'] as const;
export type AnswerType = (typeof ANSWER_TYPES)[number];
export const CATEGORIES = ['pre_use', 'weekly', 'seasonal', 'site', 'livestock', 'food_safety'] as const;
export type Category = (typeof CATEGORIES)[number];
export const FREQUENCIES = ['each_use', 'daily', 'weekly', 'monthly', 'seasonal', 'none'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** One question. A completed list holds its own copy, so later changes to the template do not affect it. */
export type ChecklistItem = {
  /** Empty if the list has no sections. */
  section: string;
  prompt: string;
  type: AnswerType;
  /** For a number: 'bar', '°C'. */
  unit: string;
  /** Inclusive limits for a number; null if there is none. */
  min: number | null;
  max: number | null;
  required: boolean;
  /** A defect here means that the machine must not be used. */
  critical: boolean;
  help: string;
};

/** 'ok', 'defect', 'yes', 'no', 'na', a number, or text; null until answered. */
export type ChecklistAnswer = { value: string | number | null; comment: string; photos: readonly string[] };

export type Outcome = 'ok' | 'defect' | 'na' | 'none';
export const RESULTS = ['pass', 'pass_with_defects', 'fail'] as const;
export type ChecklistResult = (typeof RESULTS)[number];
export type ChecklistScore = { result: ChecklistResult; checked: number; passed: number; defects: number };

export const NO_ANSWER: ChecklistAnswer = { value: null, comment: '', photos: [] };
const MAX_COMMENT_LENGTH = 500;
/** Characters. */
export const MAX_MACHINE_LENGTH = 80;
export const MAX_NOTES_LENGTH = 2000;
export const MAX_PHOTOS = 10;
export const MAX_ITEMS = 100;

const OUTCOMES: Readonly<Record<string, Outcome>> = { ok: 'ok', yes: 'ok', defect: 'defect', no: 'defect', na: 'na' };
const ALLOWED: Readonly<Partial<Record<AnswerType, readonly string[]>>> = {
  ok_defect_na: ['ok', 'defect', 'na'],
  yes_no: ['yes', 'no', 'na'],
};

/** The outcome of an answer; the database applies the same rules. */
export function outcomeOf(item: ChecklistItem, { value, photos }: ChecklistAnswer): Outcome {
  if (item.type === 'photo') return photos.length > 0 ? 'ok' : 'none';
  if (value === null || value === '') return 'none';
  if (typeof value === 'number') {
    if (item.type !== 'number') return 'none';
    const outside = (item.min !== null && value < item.min) || (item.max !== null && value > item.max);
    return outside ? 'defect' : 'ok';
  }
  if (item.type === 'text') return 'ok';
  return (ALLOWED[item.type]?.includes(value) && OUTCOMES[value]) || 'none';
}

const answerAt = (answers: readonly ChecklistAnswer[], at: number) => answers[at] ?? NO_ANSWER;

/**
 * fail with any critical defect, pass_with_defects with any other, else pass. 'na' counts as passed, so 22 questions
 * with one defect score 21 of 22; unanswered questions are not counted.
 */
export function scoreOf(items: readonly ChecklistItem[], answers: readonly ChecklistAnswer[]): ChecklistScore {
  const outcomes = items.map((item, at) => outcomeOf(item, answerAt(answers, at)));
  const checked = outcomes.filter((outcome) => outcome !== 'none').length;
  const defects = outcomes.filter((outcome) => outcome === 'defect').length;
  const failed = items.some((item, at) => item.critical && outcomes[at] === 'defect');
  const result = failed ? 'fail' : defects > 0 ? 'pass_with_defects' : 'pass';
  return { result, checked, passed: checked - defects, defects };
}

/** A comment is required for a defect, and for a critical item answered with 'na'. */
export const needsComment = ({ critical }: ChecklistItem, outcome: Outcome): boolean =>
  outcome === 'defect' || (outcome === 'na' && critical);

/** Why the answer to a question can't be saved; null if it can. */
export function answerProblem(item: ChecklistItem, answer: ChecklistAnswer): string | null {
  const outcome = outcomeOf(item, answer);
  const hasComment = answer.comment.trim() !== '';
  if (outcome === 'none' && item.required) return item.type === 'photo' ? 'Take a photo.' : 'Answer this question.';
  if (needsComment(item, outcome) && !hasComment)
    return outcome === 'defect' ? 'Say what is wrong.' : 'Say why it does not apply.';
  if (answer.comment.trim().length > MAX_COMMENT_LENGTH) return 'Too long: 500 characters at most.';
  return null;
}

/** True if it was too quick for a real check: more than 8 questions in under 20 seconds. Shown to the account holder. */
export const wasHasty = ({ seconds, checked }: { seconds: number; checked: number }): boolean =>
  checked > 8 && seconds < 20;

type Section = { section: string; items: { item: ChecklistItem; at: number }[] };

/** The questions grouped under section headings; `at` is the index in the whole list. */
export function bySection(items: readonly ChecklistItem[]): Section[] {
  const sections: Section[] = [];
  for (const [at, item] of items.entries()) {
    const last = sections.at(-1);
    if (last?.section === item.section) last.items.push({ item, at });
    else sections.push({ section: item.section, items: [{ item, at }] });
  }
  return sections;
}

/**
 * "All OK" for a section: answers its open OK/defect questions with OK. Critical questions must be answered one by one,
 * and existing answers are never changed.
 */
export const allOk = (
  items: readonly ChecklistItem[],
  answers: readonly ChecklistAnswer[],
  section: string,
): ChecklistAnswer[] =>
  items.map((item, at) => {
    const answer = answerAt(answers, at);
    const isOpenQuestion = outcomeOf(item, answer) === 'none' && item.section === section && !item.critical;
    return isOpenQuestion && item.type === 'ok_defect_na' ? { ...answer, value: 'ok' } : answer;
  });
