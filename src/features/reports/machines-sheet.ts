import { formatMoney, toNumeric, type Decimal } from '@/domain/core/money';
import { counted, plural } from '@/domain/core/word-list';
import { AREA_UNIT_WORDS, formatArea } from '@/domain/core/area';
import { formatReading, meterUnit } from '@/domain/machinery/machine';
import { areaIn, costPerArea, costPerRun, runOf, type MachineCosts, type MachineRow } from '@/domain/reports/machines';
import { spanWords } from './report-rows';
import { amountColumn, numberOf, sheetOf, type Sheet } from './sheet';
import type { Machines } from './use-machines';

export const MACHINES_NOTE =
  'The cost is that of the services in the period: parts, labour and what was paid to others, without fuel and the purchase. Use is what the meter ran, since the last reading before the period or else the first one; without a meter it is the hours on jobs. Area and earned are of the jobs with the machine. A job with several machines counts under each of them. Amounts are without VAT.';

/** "3 services have no costs yet; they are in no amount.", or empty. */
export const unpricedWords = ({ unpriced }: MachineCosts): string =>
  unpriced === 0
    ? ''
    : `${counted(unpriced, 'service has', 'services have')} no costs yet; ${plural(unpriced, 'it is', 'they are')} in no amount.`;

export const COSTS = [
  ['Parts', ({ parts }) => parts],
  ['Labour', ({ labour }) => labour],
  ['Paid to others', ({ external }) => external],
] as const satisfies readonly (readonly [string, (costs: MachineCosts) => Decimal])[];

/** What machines cost and did as a table. */
export function machinesSheet({ areaUnit, currency, period, rows, sums }: Machines): Sheet {
  const area = AREA_UNIT_WORDS[areaUnit];
  const unitOf = (row: MachineRow) => meterUnit(runOf(row).meter);
  return sheetOf<MachineRow & { to: string }>({
    ...{ caption: 'Machines', title: 'Cost of machines', fileName: `report-machines-${period.from}-to-${period.to}` },
    facts: [
      spanWords(period),
      [...COSTS, ['Cost', ({ cost }: MachineCosts) => cost] as const]
        .map(([head, of]) => `${head} ${formatMoney(of(sums), currency)}`)
        .join(', '),
      unpricedWords(sums),
      MACHINES_NOTE,
    ],
    ...{ grid: 'machines-columns', main: 1 },
    columns: [
      { head: 'Machine', width: 0, text: ({ name }) => name },
      amountColumn('Cost', currency, ({ cost }) => cost),
      {
        ...{ head: 'Use', width: 22, figure: true, kind: 'decimal' },
        text: (row) => {
          const { meter, units } = runOf(row);
          return units === null || units === 0 ? '' : formatReading(toNumeric(units), meter);
        },
        csv: (row) => numberOf(runOf(row).units),
      },
      {
        ...{ head: 'Cost per unit', width: 25, figure: true, kind: 'decimal' },
        text: (row) => {
          const cost = costPerRun(row);
          return cost === null ? '' : `${formatMoney(cost, currency)}/${unitOf(row)}`;
        },
        csv: (row) => numberOf(costPerRun(row)),
      },
      {
        ...{ head: 'Area', fileHead: `Area ${area}`, width: 20, figure: true, kind: 'decimal' },
        text: ({ areaHa }) => (areaHa === 0 ? '' : formatArea(areaHa, areaUnit)),
        csv: (row) => toNumeric(areaIn(row, areaUnit)),
      },
      {
        ...{ head: `Cost per ${area}`, width: 22, figure: true, kind: 'decimal' },
        text: (row) => {
          const cost = costPerArea(row, areaUnit);
          return cost === null ? '' : formatMoney(cost, currency);
        },
        csv: (row) => numberOf(costPerArea(row, areaUnit)),
      },
      amountColumn('Earned', currency, ({ earned }) => earned),
    ],
    unseen: [
      { head: 'Unit', of: unitOf },
      ...COSTS.map(([head, of]) => ({ head, kind: 'decimal' as const, of: (row: MachineRow) => toNumeric(of(row)) })),
      { head: 'Services', kind: 'whole', of: ({ services }) => services },
      { head: 'Services without costs', kind: 'whole', of: ({ unpriced }) => unpriced },
      { head: 'Jobs', kind: 'whole', of: ({ jobs }) => jobs },
      { head: 'Hours on jobs', kind: 'decimal', of: ({ jobHours }) => toNumeric(jobHours) },
      { head: 'Jobs without hours', kind: 'whole', of: ({ untimed }) => untimed },
      { head: 'Entries without value', kind: 'whole', of: ({ unvalued }) => unvalued },
      { head: 'Currency', of: () => currency },
    ],
    rows: rows.map((row) => ({ ...row, to: `/machinery/${row.id}?tab=costs` })),
  });
}
