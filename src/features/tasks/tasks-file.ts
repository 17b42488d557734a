// The price list as a CSV file. Loaded on demand.
import { toCsv } from '@/domain/core/csv';
import { toNumeric } from '@/domain/core/money';
import { saveFile } from '@/lib/files/save-file';
import { csvRowsOf } from '@/records/record';
import { TASK, type Task } from '@/records/tasks';
import { rateOf, type Prices } from './task-words';

/** The columns, each with its field; the rate follows. */
const TASK_CSV = {
  name: 'name',
  category: 'category',
  unit: 'chargeableUnit',
  description: 'description',
  active: 'active',
} as const;

/** Saves these tasks in their order, with the rates for everybody today if `prices` are given; returns how many. */
export function saveTasksCsv(tasks: readonly Task[], { prices, today }: { prices: Prices | null; today: string }) {
  const rates = tasks.map((task) => {
    const rate = prices && rateOf(task, prices);
    return rate === null ? null : toNumeric(rate);
  });
  const rows = csvRowsOf(TASK, TASK_CSV, tasks).map((row, at) => (prices ? [...row, rates[at] ?? null] : row));
  const head = [...Object.keys(TASK_CSV), ...(prices ? ['rate'] : [])];
  saveFile(new File([toCsv(head, rows)], `tasks-${today}.csv`, { type: 'text/csv' }));
  return tasks.length;
}
