import type { RecentJob } from '@/data/summaries';
import { formatMoney, ZERO, type Currency } from '@/domain/core/money';
import { addDays, formatDate, localTimeIn } from '@/domain/core/time';
import { timesTextOf } from '@/domain/works/edited-work';
import { nearMatch, possibleDuplicate } from '@/domain/works/work';
import { calculate, type WorkRules } from '@/domain/works/work-rules';
import type { NewWork } from '@/records/works';
import { isDeviceClockReset } from './work-fields';

export type Answer = {
  label: string;
  change: Partial<NewWork>;
  main?: boolean;
  /** Save under a new id instead of the reserved one. */
  asNewEntry?: true;
};
/** A question about an unusual value, asked before saving. No answer discards what was typed. */
export type Question = { id: string; title: string; text?: string; answers: readonly Answer[] };

export type QuestionContext = {
  rules: WorkRules;
  now: Date;
  /** Whether the person has chosen the date. */
  dateChosen: boolean;
  currency: Currency;
  /** The person's id for an employee's own entries, null for the account holder's. */
  employeeId: string | null;
  customerNames: readonly string[];
  recent: readonly RecentJob[];
  /** The jobs that this entry corrects: the one that it replaces, and those that were undone. It does not repeat them. */
  corrected: ReadonlySet<string>;
};

const saveAnyway: Answer = { label: 'Save anyway', change: {}, main: true };
/** Before this time, work on today's date may belong to yesterday. */
const EARLY_UNTIL = '04:00';
/** A longer shift is possible, but needs a confirmation. */
export const LONG_MINUTES = 16 * 60;

/** The questions about an entry, in an order in which each answer can affect the next question. */
export function questionsFor(work: NewWork, context: QuestionContext): Question[] {
  const { rules, now } = context;
  const questions: Question[] = [];
  const clock = localTimeIn(rules.zone, now);
  if (!context.dateChosen && work.workDate === rules.today && clock < EARLY_UNTIL) {
    const yesterday = addDays(rules.today, -1);
    questions.push({
      id: 'day',
      title: 'Yesterday or today?',
      text: `It is ${clock}. Which day does this belong to?`,
      answers: [
        { label: `Yesterday, ${formatDate(yesterday)}`, change: { workDate: yesterday }, main: true },
        { label: `Today, ${formatDate(rules.today)}`, change: {} },
      ],
    });
  }
  const similarName = nearMatch(work.customer, context.customerNames);
  if (similarName !== null) {
    questions.push({
      id: 'near',
      title: `Did you mean ${similarName}?`,
      text: `“${work.customer}” would be a new customer.`,
      answers: [
        { label: `Yes, ${similarName}`, change: { customer: similarName }, main: true },
        { label: 'No, a new customer', change: {} },
      ],
    });
  }
  if (work.workDate > rules.today && !isDeviceClockReset(rules.today)) {
    questions.push({
      id: 'future',
      title: 'This date is in the future.',
      text: `${formatDate(work.workDate, rules.today)} is tomorrow.`,
      answers: [saveAnyway],
    });
  }
  const { shift, value } = calculate({ ...work, ...timesTextOf(work) }, rules);
  if (shift?.ok && shift.elapsed > LONG_MINUTES) {
    questions.push({ id: 'long', title: 'That is over 16 hours. Is it right?', answers: [saveAnyway] });
  }
  if (work.quantity === null) {
    questions.push({
      id: 'quantity',
      title: 'Save without a quantity? The office can add it.',
      answers: [{ ...saveAnyway, label: 'Save without' }],
    });
  }
  if (value === 0 && work.rate !== null && work.rate > 0) {
    questions.push({
      id: 'zero',
      title: `This comes to ${formatMoney(ZERO, context.currency)}.`,
      answers: [saveAnyway],
    });
  }
  const existing = findDuplicate(work, context);
  if (existing) {
    questions.push({
      id: 'again',
      title: `You saved this already at ${localTimeIn(rules.zone, new Date(existing.createdAt))}. Save again?`,
      text: 'Same customer, task, day and quantity.',
      answers: [{ ...saveAnyway, label: 'Save again' }],
    });
  }
  return questions;
}

function findDuplicate(work: NewWork, { employeeId, recent, now, corrected }: QuestionContext) {
  const mine = recent
    .filter((job) => job.mine && !corrected.has(job.jobId ?? ''))
    .map((job) => ({ ...job, id: '', employeeId }));
  return possibleDuplicate({ ...work, id: 'new', employeeId }, mine, now);
}

/**
 * The planned job or shift was already logged on this device, in another tab. It must not be logged twice; what was typed
 * here must not be dropped, and must not overwrite the other entry without asking.
 */
export const alreadyLoggedQuestion = (saved: { recordedAt: string; title: string }, { zone }: WorkRules): Question => ({
  id: 'logged',
  title: `This job is logged already, at ${localTimeIn(zone, new Date(saved.recordedAt))}.`,
  text: `${saved.title} is saved on this device. What you typed here is not.`,
  answers: [{ label: 'Save as another entry', change: {}, main: true, asNewEntry: true }],
});
