// The parts of a job besides its first line, as typed in the form: what is wrong with them, and their value.
import {
  commaQuestion,
  decimalIn,
  lineValue,
  MAX_QUANTITY,
  MAX_RATE,
  ONE,
  toInputText,
  type Decimal,
} from '@/domain/core/money';
import { isMeasured, unitOf } from '@/domain/core/units';
import { areaOf, MAX_MINUTES, MAX_PARTS, partWords, sumOrNull } from './job';
import { activitiesProblem } from './job-activities';
import { breakMinutes, timesProblem, type StoredTimes, type WorkRules } from './work-rules';

export type LineText = { taskName: string; unit: string; quantity: string; rate: string; isQuantityTyped: boolean };
/** `id`: of the row, once the job is stored. `asJob`: without a time of their own, they have that of the job. */
export type PersonText = {
  id?: string;
  asJob?: boolean;
  personId: string | null;
  name: string;
  hours: string;
  startTime: string;
  finishTime: string;
  breaks: string;
};
export type MachineText = {
  id?: string;
  machineId: string;
  name: string;
  implement: boolean;
  hours: string;
  meterEnd: string;
};
export type FieldText = { id?: string; fieldId: string; name: string; area: string; part: string };
export const MATERIAL_KINDS = ['', 'spray', 'fertiliser'] as const;
type MaterialKind = (typeof MATERIAL_KINDS)[number];
export type MaterialText = {
  id?: string;
  product: string;
  quantity: string;
  unit: string;
  batch: string;
  price: string;
  cost: string;
  /** A spray or fertiliser is also recorded on the fields of the job. */
  kind: MaterialKind;
  mappNumber: string;
  /** Days until the crop may be harvested. */
  interval: string;
};
export type JobMore = {
  lines: readonly LineText[];
  people: readonly PersonText[];
  machines: readonly MachineText[];
  fields: readonly FieldText[];
  materials: readonly MaterialText[];
};

export const NO_MORE: JobMore = { lines: [], people: [], machines: [], fields: [], materials: [] };

export const hasMore = (more: JobMore): boolean =>
  Object.values(more).some((list: readonly unknown[]) => list.length > 0);

export const personText = (personId: string | null, name: string): PersonText => ({
  ...{ personId, name },
  ...{ hours: '', startTime: '', finishTime: '', breaks: '' },
});

/** The areas of the fields, as `areaOf` and `areaWarning` expect them. */
export const fieldAreas = (fields: readonly FieldText[]) =>
  fields.flatMap(({ area }) => {
    const areaHa = decimalIn(area);
    return areaHa === null ? [] : [{ areaHa }];
  });

/** The quantity that follows from the fields, as typed; null if the unit is not an area or no field is chosen. */
export const filledQuantity = (fields: readonly FieldText[], unit: string): string | null => {
  const area = areaOf(fieldAreas(fields), unit);
  return area === null ? null : toInputText(area);
};

/** Hours as minutes: "6.5" is 390. A Decimal counts ten-thousandths. */
export const minutesIn = (hours: string): number | null => {
  const value = decimalIn(hours);
  return value === null ? null : Math.round((value * 60) / 10_000);
};

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

type Timed = StoredTimes & { chargeableUnit: string; quantity: Decimal | null };

/** The person with the time of the job: from start to finish, or the hours that are charged. */
export function timedAs(job: Timed, person: PersonText): PersonText {
  const { asJob, hours, startTime, finishTime } = person;
  if (!asJob || [hours, startTime, finishTime].some((text) => text.trim() !== '')) return person;
  if (job.startTime !== null)
    // A person's times can't say that they are the second ones of that hour: nothing is better than an hour too many.
    return job.startSecond || job.finishSecond
      ? person
      : { ...person, startTime: job.startTime, finishTime: job.finishTime ?? '', breaks: String(job.breaks) };
  const { chargeableUnit, quantity } = job;
  const isHours = chargeableUnit === 'hour' && quantity !== null && quantity * 60 <= MAX_MINUTES * ONE;
  return isHours ? { ...person, hours: toInputText(quantity) } : person;
}

/** The value of all lines; null if one has none yet. `head`: the value of the first line. */
export function jobValue(head: Decimal | null, more: JobMore): Decimal | null {
  const valueOf = (rate: string, quantity: string): Decimal | null => {
    const [price, amount] = [decimalIn(rate), decimalIn(quantity)];
    return price === null || amount === null ? null : lineValue(price, amount);
  };
  return sumOrNull([
    head,
    ...more.lines.map(({ unit, rate, quantity }) =>
      valueOf(rate, unitOf(unit).lockedQuantity === null ? quantity : '1'),
    ),
    ...more.materials.flatMap(({ price, quantity }) => (price.trim() === '' ? [] : [valueOf(price, quantity)])),
  ]);
}

/** "2 lines, 6 people, 5 machines"; empty for a single line with nothing more. */
export function moreWords(more: JobMore): string {
  const lines = more.lines.length === 0 ? '' : `${more.lines.length + 1} lines`;
  const parts = partWords({
    people: more.people.length,
    machines: more.machines.length,
    fields: more.fields.length,
    materials: more.materials.length,
  });
  return [lines, parts].filter(Boolean).join(', ');
}
