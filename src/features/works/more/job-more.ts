// The parts of a job besides its first line, as typed in the form, and the outbox entry of the whole job.
import type { Account } from '@/domain/account/account';
import {
  commaQuestion,
  hoursFromMinutes,
  lineValue,
  decimalIn,
  toInputText,
  toNumeric,
  MAX_QUANTITY,
  MAX_RATE,
  ONE,
  type Decimal,
} from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, oneOf, textOf, textOrNull } from '@/domain/core/stored-json';
import { isMeasured, unitOf } from '@/domain/core/units';
import { areaOf, MAX_MINUTES, MAX_PARTS, partWords, sumOrNull } from '@/domain/works/job';
import { breakMinutes, timesProblem, type WorkRules } from '@/domain/works/work-rules';
import { insertEntry } from '@/features/works/work-entries';
import type { NewEntry } from '@/offline/outbox/entry';
import { JOB, partId } from '@/records/jobs';
import type { Fields } from '@/records/record';
import type { NewWork } from '@/records/works';
import { activitiesOf, activitiesProblem } from './job-activities';

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
/** The number as it is stored in the entry. */
const numericIn = (text: string): number | null => {
  const value = decimalIn(text);
  return value === null ? null : toNumeric(value);
};

/** Hours as minutes: "6.5" is 390. A Decimal counts ten-thousandths. */
const minutesIn = (hours: string): number | null => {
  const value = decimalIn(hours);
  return value === null ? null : Math.round((value * 60) / 10_000);
};

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
    const problem = timesProblem({ ...timesOf(person), workDate }, rules);
    if (problem) return `${person.name}: ${problem.message}`;
    if (breakMinutes(person.breaks) === null) return `${person.name}: Enter whole minutes, like 30.`;
    const minutes = minutesIn(person.hours);
    if (person.hours.trim() !== '' && (minutes === null || minutes <= 0))
      return `${person.name}: Enter hours like 7.5.`;
    if ((minutes ?? 0) > MAX_MINUTES)
      return `${person.name}: More than 24 hours for one person in one job is not allowed.`;
  }
  for (const { name, hours, meterEnd } of more.machines) {
    const value = minutesIn(hours);
    if (hours.trim() !== '' && (value === null || value <= 0)) return `${name}: Enter hours like 7.5.`;
    if ((value ?? 0) > MAX_MINUTES) return `${name}: More than 24 hours for one machine in one job is not allowed.`;
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

const timesOf = ({ startTime, finishTime, breaks }: PersonText) => ({
  ...{ startTime, finishTime, breaks },
  ...{ startSecond: false, finishSecond: false },
});

const trimmed = (text: string): string | null => text.trim() || null;

type Timed = Pick<
  NewWork,
  'startTime' | 'finishTime' | 'startSecond' | 'finishSecond' | 'breaks' | 'chargeableUnit' | 'quantity'
>;

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

const materialRow = ({ product, quantity, unit, batch }: MaterialText) => ({
  ...{ product: product.trim(), quantity: numericIn(quantity), unit: unit.trim() || 'each', batch: trimmed(batch) },
});

/** The people, machines, fields and materials without a price of a job, as rows. */
export const partRows = ({ people, machines, fields, materials }: JobMore) => ({
  materials: materials.map((material) => ({ ...materialRow(material), unit_cost: numericIn(material.cost) })),
  people: people.map((person) => ({
    ...{ person_id: person.personId, name: person.name },
    ...{ start_time: person.startTime || null, finish_time: person.finishTime || null },
    ...{ breaks: breakMinutes(person.breaks) ?? 0, minutes: minutesIn(person.hours) },
  })),
  machines: machines.map(({ machineId, name, implement, hours, meterEnd }) => ({
    ...{ machine_id: machineId, machine_name: name, implement },
    ...{ hours: numericIn(hours), meter_end: numericIn(meterEnd) },
  })),
  fields: fields.map(({ fieldId, name, area, part }) => ({
    ...{ field_id: fieldId, field_name: name, area_ha: numericIn(area), part: trimmed(part) },
  })),
});

/** The fields of the outbox entry of a whole job: the lists that the database function `log_job` expects. */
export function jobFields(account: Account, work: NewWork, more: JobMore, customerId: string | null): Fields {
  const { seesRates } = account.settings;
  const head = insertEntry(account, '', work, [], customerId).fields;
  const line = ({ taskName, unit, quantity, rate }: LineText): Fields => ({
    ...{ customer: head['customer'] ?? '', customer_id: head['customer_id'] ?? null, work_date: work.workDate },
    ...{ task_name: taskName.trim(), chargeable_unit: unit },
    quantity: unitOf(unit).lockedQuantity === null ? numericIn(quantity) : 1,
    rate: seesRates ? numericIn(rate) : null,
    breaks: 0,
  });
  return {
    lines: [head, ...more.lines.map(line)],
    ...partRows({ ...more, people: more.people.map((person) => timedAs(work, person)) }),
    materials: more.materials.map((material) => ({
      ...materialRow(material),
      ...(seesRates && trimmed(material.price) !== null && { unit_price: numericIn(material.price) }),
      ...(account.role === 'admin' && trimmed(material.cost) !== null && { unit_cost: numericIn(material.cost) }),
      // Only to edit the entry: the database has them in the records of the fields.
      ...(material.kind !== '' && {
        ...{ kind: material.kind, mapp_pcs_no: trimmed(material.mappNumber) },
        harvest_interval_days: trimmed(material.interval),
      }),
    })),
    activities: activitiesOf(account, head, work.workDate, more),
  };
}

/** The parts of a job as form values, to change it: from its entry in the outbox, or from its rows. */
export function moreOf(fields: Fields): JobMore {
  const rows = (list: string) => listOf(fields[list]).map(fieldsOf);
  const text = (value: unknown) => (typeof value === 'number' ? toInputText(amountOf(value)) : textOf(value));
  const id = (row: Readonly<Record<string, unknown>>) => (typeof row['id'] === 'string' ? { id: row['id'] } : {});
  const hours = (minutes: unknown) => (typeof minutes === 'number' ? toInputText(hoursFromMinutes(minutes)) : '');
  return {
    lines: rows('lines')
      .slice(1)
      .map((row) => ({
        ...{ taskName: text(row['task_name']), unit: text(row['chargeable_unit']), isQuantityTyped: true },
        ...{ quantity: text(row['quantity']), rate: text(row['rate']) },
      })),
    people: rows('people').map((row) => ({
      ...id(row),
      ...personText(textOrNull(row['person_id']), text(row['name'])),
      ...{ startTime: text(row['start_time']).slice(0, 5), finishTime: text(row['finish_time']).slice(0, 5) },
      ...{ breaks: row['breaks'] === 0 ? '' : text(row['breaks']), hours: hours(row['minutes']) },
    })),
    machines: rows('machines').map((row) => ({
      ...id(row),
      ...{ machineId: text(row['machine_id']), name: text(row['machine_name']), implement: row['implement'] === true },
      ...{ hours: text(row['hours']), meterEnd: text(row['meter_end']) },
    })),
    fields: rows('fields').map((row) => ({
      ...id(row),
      ...{ fieldId: text(row['field_id']), name: text(row['field_name']) },
      ...{ area: text(row['area_ha']), part: text(row['part']) },
    })),
    materials: rows('materials').map((row) => ({
      ...id(row),
      ...{ product: text(row['product']), quantity: text(row['quantity']), batch: text(row['batch']) },
      ...{ unit: row['unit'] === 'each' ? '' : text(row['unit']) },
      ...{ price: text(row['unit_price']), cost: text(row['unit_cost']) },
      ...{ kind: oneOf(MATERIAL_KINDS, row['kind'], ''), mappNumber: text(row['mapp_pcs_no']) },
      interval: text(row['harvest_interval_days']),
    })),
  };
}

/** One entry for the whole job, so that the database stores all of it or nothing. */
export const jobEntry = (
  account: Account,
  id: string,
  job: { work: NewWork; more: JobMore; customerId: string | null; parents: string[] },
): NewEntry => ({
  ...{ userId: account.userId, accountId: account.ownerId, kind: JOB.kind, version: JOB.version, id },
  ...{ action: 'insert', seen: null, parents: job.parents },
  title: `${job.work.taskName}, ${job.work.customer}`,
  fields: jobFields(account, job.work, job.more, job.customerId),
});

/** Deletes a whole job. `seen`: the ids of its lines and field activities, so that their lists can show the deletion. */
export const undoJob = (account: Account, { id, taskName, customer, more }: UndoneJob): NewEntry => ({
  ...{ userId: account.userId, accountId: account.ownerId, kind: JOB.kind, version: JOB.version, id },
  ...{ action: 'delete', fields: {}, parents: [], title: `${taskName}, ${customer}` },
  seen: {
    lines: [
      ...[null, ...more.lines].map((_, at) => partId(id, 'lines', at)),
      ...more.materials.flatMap(({ price }, at) =>
        account.settings.seesRates && trimmed(price) !== null ? [partId(id, 'materials', at)] : [],
      ),
    ],
    activities: more.materials
      .filter(({ kind }) => kind !== '')
      .flatMap(() => more.fields)
      .map((_, at) => partId(id, 'activities', at)),
  },
});
type UndoneJob = { id: string; taskName: string; customer: string; more: JobMore };

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
    ...more.materials.flatMap(({ price, quantity }) => (trimmed(price) === null ? [] : [valueOf(price, quantity)])),
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
