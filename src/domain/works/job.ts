// A whole job: its people, machines, fields and materials, and the checks that concern more than one of its lines.
import { inAreaUnit } from '@/domain/core/area';
import { decimal, formatQuantity, ZERO, type Decimal } from '@/domain/core/money';
import { unitOf } from '@/domain/core/units';
import { counted } from '@/domain/core/word-list';

export type JobPerson = {
  /** Null for a casual without a login. */
  personId: string | null;
  name: string;
  minutes: number | null;
};
export type JobMachine = {
  machineId: string | null;
  name: string;
  implement: boolean;
  hours: Decimal | null;
  meterEnd: Decimal | null;
};
export type JobField = { fieldId: string | null; name: string; areaHa: Decimal; part: string | null };
export type JobMaterial = { product: string; quantity: Decimal; unit: string; batch: string | null };
/** A material with a price: `workId` is the line on which it is charged. */
export type ChargedMaterial = { workId: string } & Pick<JobMaterial, 'unit' | 'batch'>;

/** The same limit as in the database. */
export const MAX_PARTS = 200;
export const MAX_MINUTES = 24 * 60;

/** An area in a line's unit; null if the unit is not an area. A billed quantity is never converted. */
export const areaIn = (unit: string, hectares: Decimal): Decimal | null =>
  unit === 'acre' || unit === 'hectare' ? inAreaUnit(hectares, unit) : null;

/** The area of the fields in a line's unit; null if there is none. Converted once, so that parts add up to the whole. */
export function areaOf(fields: readonly Pick<JobField, 'areaHa'>[], unit: string): Decimal | null {
  const hectares = fields.reduce((sum, { areaHa }) => sum + areaHa, 0);
  return hectares === 0 ? null : areaIn(unit, decimal(hectares));
}

/** The share by which an area may differ from the quantity without a warning. */
const MAX_DIFFERENCE_PERCENT = 3;

/** "The fields come to 24.7105 ac, the line says 20 ac."; null if they differ by no more than 3 %. */
export function areaWarning(
  fields: readonly Pick<JobField, 'areaHa'>[],
  { unit, quantity }: { unit: string; quantity: Decimal | null },
): string | null {
  const area = areaOf(fields, unit);
  if (area === null || quantity === null) return null;
  if (Math.abs(area - quantity) * 100 <= quantity * MAX_DIFFERENCE_PERCENT) return null;
  const { short } = unitOf(unit);
  return `The fields come to ${formatQuantity(area)} ${short}, the line says ${formatQuantity(quantity)} ${short}.`;
}

/** A person or machine on a job, with the job's times. */
export type OnJob = {
  jobId: string;
  /** "Baling, Hill Farm". */
  job: string;
  /** The id of a person or machine; for a casual, the name. */
  ref: string;
  name: string;
  startTime: string | null;
  finishTime: string | null;
};

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Start and finish in minutes from midnight; a finish on the next day is more than 24 h. */
function spanOf({ startTime, finishTime }: Pick<OnJob, 'startTime' | 'finishTime'>): [number, number] | null {
  if (startTime === null || finishTime === null) return null;
  const [start, finish] = [minutesOf(startTime), minutesOf(finishTime)];
  return [start, finish > start ? finish : finish + MAX_MINUTES];
}

/**
 * "Dan is on Baling, Hill Farm and on Carting, Mill Farm at the same time, 08:00 to 12:00.": a person or machine whose
 * times overlap with those on another job of the day. A warning only: the times may have been rounded.
 */
export function overlapWarnings(mine: readonly OnJob[], others: readonly OnJob[]): string[] {
  return mine.flatMap((one) => {
    const span = spanOf(one);
    if (!span) return [];
    return others.flatMap((other) => {
      const theirs = other.ref === one.ref && other.jobId !== one.jobId ? spanOf(other) : null;
      if (!theirs || theirs[0] >= span[1] || span[0] >= theirs[1]) return [];
      return [`${one.name} is on ${one.job} and on ${other.job} at the same time, ${times(other)}.`];
    });
  });
}

const times = ({ startTime, finishTime }: OnJob) =>
  `${startTime?.slice(0, 5) ?? ''} to ${finishTime?.slice(0, 5) ?? ''}`;

/** "6 people, 5 machines, 3 fields": the parts of a job besides its lines. */
export function partWords(counts: Readonly<Record<'people' | 'machines' | 'fields' | 'materials', number>>): string {
  const words: [number, string, string][] = [
    [counts.people, 'person', 'people'],
    [counts.machines, 'machine', 'machines'],
    [counts.fields, 'field', 'fields'],
    [counts.materials, 'material', 'materials'],
  ];
  return words.flatMap(([n, one, many]) => (n === 0 ? [] : [counted(n, one, many)])).join(', ');
}

/** The sum of the values that are known; null if one is missing. */
export const sumOrNull = (values: readonly (Decimal | null)[]): Decimal | null =>
  values.some((value) => value === null)
    ? null
    : values.reduce<Decimal>((sum, value) => decimal(sum + (value ?? 0)), ZERO);
