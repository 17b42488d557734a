// The price list as texts for its PDF. Loaded on demand.
import type { Account } from '@/domain/account/account';
import { listPrintout, type ListPrintout } from '@/domain/core/list-printout';
import type { PrintoutColumn } from '@/domain/core/printout-columns';
import { formatDateNumeric } from '@/domain/core/time';
import type { Task } from '@/records/tasks';
import { comingWords, rateWords, unitWords, usageOf, type Prices, type Usage } from './task-words';
import { filterTasks, type ListView } from './tasks-view';

/** The columns: rates only for people who may see them, and how often a task was used for the account holder. */
function taskColumns(
  { role, settings: { seesRates, currency } }: Account,
  { prices, today, usage }: Prices & { usage: Usage },
): readonly PrintoutColumn<Task>[] {
  const rate: PrintoutColumn<Task> = {
    head: 'Rate',
    figure: true,
    cell: (task) =>
      [rateWords(task, { prices, today }, currency), comingWords(task, { prices, today }, currency)]
        .filter(Boolean)
        .join('\n'),
  };
  const used: readonly PrintoutColumn<Task>[] = [
    { head: 'Used', figure: true, cell: (task) => usageOf(task, usage)?.used.toLocaleString('en-GB') ?? '' },
    {
      head: 'Last used',
      noWrap: true,
      cell: (task) => {
        const last = usageOf(task, usage)?.lastUsed;
        return last === undefined ? '' : formatDateNumeric(last);
      },
    },
  ];
  return [
    { head: 'Task', cell: ({ name, description }) => [name, description].filter(Boolean).join('\n') },
    { head: 'Category', cell: ({ category }) => category ?? '' },
    { head: 'Unit', cell: unitWords },
    ...(seesRates ? [rate] : []),
    ...(role === 'admin' ? used : []),
  ];
}

const taskFilterWords = ({ search, category, hidden }: ListView): readonly string[] => [
  hidden ? 'hidden tasks' : '',
  category,
  search === '' ? '' : `“${search}”`,
];

export function tasksPrintout({
  account,
  tasks,
  view,
  ...more
}: Prices & { usage: Usage; account: Account; tasks: readonly Task[]; view: ListView }): ListPrintout {
  const rows = filterTasks(tasks, view);
  const { today } = more;
  return listPrintout({
    title: 'Tasks',
    file: `tasks-${today}`,
    only: taskFilterWords(view),
    sums: [{ label: 'Tasks', value: rows.length }],
    notes: [account.settings.seesRates ? `Rates are those for everybody on ${formatDateNumeric(today)}.` : ''],
    columns: taskColumns(account, more),
    rows,
  });
}
