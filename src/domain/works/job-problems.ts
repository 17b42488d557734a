// What is wrong with the parts of a job before it is saved.
import { commaQuestion, decimalIn, MAX_QUANTITY, MAX_RATE, type Decimal } from '@/domain/core/money';
import { isMeasured } from '@/domain/core/units';
import { MAX_MINUTES, MAX_PARTS } from './job';
import { activitiesProblem } from './job-activities';
import type { JobMore } from './job-more';
import { minutesIn } from './job-rows';
import { breakMinutes, timesProblem, type WorkRules } from './work-rules';

const isBad = (text: string, max: Decimal, isZeroAllowed = false) => {
  if (text.trim() === '') return false;
  const value = decimalIn(text);
  return value === null || value > max || (value === 0 && !isZeroAllowed);
};
/** What is wrong with a typed quantity; null if nothing is. */
const quantityProblem = (text: string, unit: string): string | null =>
  (isMeasured(unit) ? commaQuestion(text) : null) ??
  ((decimalIn(text) ?? 0) > MAX_QUANTITY
    ? 'That quantity is too large.'
    : isBad(text, MAX_QUANTITY)
      ? 'Enter a quantity greater than 0.'
      : null);

const hoursProblem = (hours: string, of: 'person' | 'machine'): string | null => {
  const minutes = minutesIn(hours);
  if (hours.trim() !== '' && (minutes === null || minutes <= 0)) return 'Enter hours like 7.5.';
  return (minutes ?? 0) > MAX_MINUTES ? `More than 24 hours for one ${of} in one job is not allowed.` : null;
};

/**
 * The first problem, in a sentence that names the part; null if there is none. `workDate`: the job's day, on which a clock
 * time may exist twice or not at all.
 */
export function moreProblem(more: JobMore, workDate: string, rules: WorkRules): string | null {
  for (const [at, line] of more.lines.entries()) {
    const place = `Line ${at + 2}`;
    if (line.taskName.trim() === '') return `${place}: Choose or type a task.`;
    const problem = quantityProblem(line.quantity, line.unit);
    if (problem) return `${place}: ${problem}`;
    if (isBad(line.rate, MAX_RATE, true)) return `${place}: Enter a rate like 12.5.`;
  }
  for (const person of more.people) {
    const problem = timesProblem({ ...person, startSecond: false, finishSecond: false, workDate }, rules);
    if (problem) return `${person.name}: ${problem.message}`;
    if (breakMinutes(person.breaks) === null) return `${person.name}: Enter whole minutes, like 30.`;
    const hoursWords = hoursProblem(person.hours, 'person');
    if (hoursWords) return `${person.name}: ${hoursWords}`;
  }
  for (const { name, hours, meterEnd } of more.machines) {
    const problem = hoursProblem(hours, 'machine');
    if (problem) return `${name}: ${problem}`;
    if (meterEnd.trim() !== '' && decimalIn(meterEnd, { decimals: 1 }) === null)
      return `${name}: Enter a meter reading like 2812.5.`;
  }
  for (const { name, area } of more.fields) {
    const question = commaQuestion(area);
    if (question !== null) return `${name}: ${question}`;
    if ((decimalIn(area) ?? 0) <= 0) return `${name}: Enter an area greater than 0.`;
  }
  for (const { product, quantity, unit, price, cost } of more.materials) {
    if (product.trim() === '') return 'Say which material was used.';
    const problem = quantityProblem(quantity.trim() || '0', unit);
    if (problem) return `${product}: ${problem}`;
    if (isBad(price, MAX_RATE, true) || isBad(cost, MAX_RATE, true)) return `${product}: Enter a price like 12.5.`;
  }
  const recordProblem = activitiesProblem(more);
  if (recordProblem) return recordProblem;
  // The same limits as in the database: the first line and the materials count as lines.
  if (1 + more.lines.length + more.materials.length > MAX_PARTS)
    return `${MAX_PARTS} lines and materials are the most in one job.`;
  const { people, machines, fields } = more;
  const [tooLong] = Object.entries({ people, machines, fields }).filter(([, list]) => list.length > MAX_PARTS);
  return tooLong ? `${MAX_PARTS} ${tooLong[0]} are the most on one job.` : null;
}
