// The parts of a job besides its first line, as typed in the form.
import { decimalIn, lineValue, ONE, toInputText, type Decimal } from '@/domain/core/money';
import { unitOf } from '@/domain/core/units';
import { areaOf, MAX_MINUTES, partWords, sumOrNull } from './job';
import type { StoredTimes } from './work-rules';

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
