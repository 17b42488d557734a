// The docket of a job, which the customer sees and signs.
import { formatMoney, formatRate, toNumeric, type Currency, type Decimal } from '@/domain/core/money';
import { formatDuration } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import type { WorkFigures } from './work-words';
import type { ChargedMaterial, JobField, JobMachine, JobMaterial, JobPerson } from './job';

type DocketLine = WorkFigures & {
  id: string;
  taskName: string;
  taskDescription: string | null;
  notes: string | null;
};

export type Docket = {
  id: string;
  customer: string;
  workDate: string;
  /** In the order in which the job lists them. */
  lines: readonly DocketLine[];
  people: readonly JobPerson[];
  machines: readonly JobMachine[];
  fields: readonly JobField[];
  /** Materials that are not lines of the job. */
  materials: readonly JobMaterial[];
  /** Materials that are lines of the job. */
  chargedMaterials: readonly ChargedMaterial[];
};

const sorted = (rows: readonly unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).toSorted();
const numberOf = (value: Decimal | null) => (value === null ? null : toNumeric(value));

/**
 * The content of a docket as one text, which is the same for a docket from the outbox and from the database. Its hash shows
 * whether the docket has changed since it was signed.
 */
export const docketContent = (docket: Docket, withPrices: boolean): string =>
  JSON.stringify({
    customer: docket.customer.trim().toLowerCase(),
    date: docket.workDate,
    lines: docket.lines.map((line) => [
      ...[line.taskName, line.taskDescription, line.chargeableUnit, numberOf(line.quantity)],
      ...[line.startTime, line.finishTime, line.breaks, line.notes],
      ...(withPrices ? [numberOf(line.rate), numberOf(line.totalValue)] : []),
    ]),
    people: sorted(docket.people.map(({ name, minutes }) => [name, minutes])),
    machines: sorted(docket.machines.map(({ name, hours }) => [name, numberOf(hours)])),
    fields: sorted(docket.fields.map(({ name, areaHa, part }) => [name, numberOf(areaHa), part])),
    materials: sorted(
      docket.materials.map(({ product, quantity, unit, batch }) => [product, numberOf(quantity), unit, batch]),
    ),
  });

const joinWords = (words: readonly (string | null)[], separator: string) => words.filter(Boolean).join(separator);

/**
 * The quantity of a line, and its description. The line of a material has the unit 'each', and the material's own unit at
 * the start of its description: the docket shows the quantity with that unit, "14 litres".
 */
function amountOf(line: DocketLine, charged: ChargedMaterial | undefined) {
  const { quantity, chargeableUnit, taskDescription } = line;
  if (quantity === null) return { amount: 'Quantity to come', description: taskDescription };
  if (!charged || charged.unit === 'each' || chargeableUnit !== 'each')
    return { amount: formatQuantityWithUnit(quantity, chargeableUnit), description: taskDescription };
  const { unit, batch } = charged;
  // A description that somebody changed is shown as it is.
  const isUnchanged = taskDescription === joinWords([unit, batch], ', ');
  return { amount: formatQuantityWithUnit(quantity, unit), description: isUnchanged ? batch : taskDescription };
}

export type DocketSection = { title: string; rows: readonly { what: string; amount: string; note?: string }[] };

/** The docket as texts, for both the screen and the PDF. */
export function docketSections(docket: Docket, currency: Currency, withPrices: boolean): DocketSection[] {
  const lines = docket.lines.map((line) => {
    const times =
      line.startTime === null || line.finishTime === null
        ? ''
        : `${line.startTime} to ${line.finishTime}${line.breaks > 0 ? `, ${line.breaks} min breaks` : ''}`;
    const { amount, description } = amountOf(
      line,
      docket.chargedMaterials.find(({ workId }) => workId === line.id),
    );
    const rate = line.rate === null || line.chargeableUnit === 'fixed' ? '' : formatRate(line.rate, currency);
    const value = line.totalValue === null ? 'price to come' : formatMoney(line.totalValue, currency);
    const price = withPrices ? joinWords([rate, value], ', ') : '';
    return {
      what: line.taskName,
      amount: joinWords([amount, price], ': '),
      note: joinWords([description, times, line.notes], '. '),
    };
  });
  const sections: DocketSection[] = [
    { title: 'Work', rows: lines },
    {
      title: 'Fields',
      rows: docket.fields.map(({ name, areaHa, part }) => ({
        what: part === null ? name : `${name}, ${part}`,
        amount: formatQuantityWithUnit(areaHa, 'hectare'),
      })),
    },
    {
      title: 'People',
      rows: docket.people.map(({ name, minutes }) => ({
        what: name,
        amount: minutes === null ? '' : formatDuration(minutes),
      })),
    },
    {
      title: 'Machines',
      rows: docket.machines.map(({ name, hours }) => ({
        what: name,
        amount: hours === null ? '' : formatQuantityWithUnit(hours, 'hour'),
      })),
    },
    {
      title: 'Materials',
      rows: docket.materials.map(({ product, quantity, unit, batch }) => ({
        what: batch === null ? product : `${product}, ${batch}`,
        amount: formatQuantityWithUnit(quantity, unit),
      })),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}
