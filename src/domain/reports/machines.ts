// What machines cost and did in a period. The database calculates the sums; the costs of a unit are as on a machine's page.
import { add, ZERO, type Decimal } from '@/domain/core/money';
import { inAreaUnit, type AreaUnit } from '@/domain/core/area';
import { costPerUnit } from '@/domain/machinery/costs';
import type { MeterType } from '@/domain/machinery/machine';

export type MachineCosts = {
  services: number;
  /** The number of services without a cost; the amounts do not include them. */
  unpriced: number;
  parts: Decimal;
  labour: Decimal;
  external: Decimal;
  /** The sum of the three. */
  cost: Decimal;
};

export type MachineRow = MachineCosts & {
  id: string;
  name: string;
  meterType: MeterType;
  /** How much the meter ran; null without a reading. */
  counted: Decimal | null;
  /** Jobs with this machine, and its hours on them; `untimed` jobs have none. */
  jobs: number;
  jobHours: Decimal;
  untimed: number;
  /** The area of the fields of these jobs. */
  areaHa: Decimal;
  /** The value of these jobs, without the `unvalued` lines, which have none yet. */
  earned: Decimal;
  unvalued: number;
};

export const sumsOf = (rows: readonly MachineRow[]): MachineCosts =>
  rows.reduce<MachineCosts>(
    (sums, row) => ({
      services: sums.services + row.services,
      unpriced: sums.unpriced + row.unpriced,
      parts: add(sums.parts, row.parts),
      labour: add(sums.labour, row.labour),
      external: add(sums.external, row.external),
      cost: add(sums.cost, row.cost),
    }),
    { services: 0, unpriced: 0, parts: ZERO, labour: ZERO, external: ZERO, cost: ZERO },
  );

/** How much a machine ran: by its meter or, if it has none, by its hours on jobs. */
export const runOf = ({ counted, jobHours, meterType }: MachineRow): { units: Decimal | null; meter: MeterType } =>
  meterType === 'none' ? { units: jobHours, meter: 'hours' } : { units: counted, meter: meterType };

/** The cost per hour, or per other unit of the meter; null if the machine did not run or no cost is known. */
export function costPerRun(row: MachineRow): Decimal | null {
  const { units } = runOf(row);
  return units === null || hasNoCost(row) ? null : costPerUnit(row.cost, units);
}

export const areaIn = ({ areaHa }: Pick<MachineRow, 'areaHa'>, unit: AreaUnit): Decimal => inAreaUnit(areaHa, unit);

/** The cost per acre or hectare of the fields that it worked on. */
export const costPerArea = (row: MachineRow, unit: AreaUnit): Decimal | null =>
  hasNoCost(row) ? null : costPerUnit(row.cost, areaIn(row, unit));

/** True if no service has a cost: then the cost is not known, which differs from £0.00. */
const hasNoCost = ({ services, unpriced }: MachineCosts): boolean => services === unpriced;
