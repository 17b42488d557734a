import { CalendarRange, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { hideTask, type TaskUsage } from '@/data/prices/tasks';
import type { Price } from '@/domain/prices/price';
import { useOnline } from '@/lib/online';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { type MenuItem, MenuCell } from '@/ui/popups/menu';
import { comingWords, rateWords, unitWords, usedWords } from './task-words';

type RowsProps = {
  tasks: readonly Task[];
  prices: readonly Price[];
  usage: ReadonlyMap<string, TaskUsage>;
  today: string;
  onEdit: (task: Task) => void;
  onPrices: (task: Task) => void;
  onDelete: (task: Task) => void;
};

export function TaskRows(rows: RowsProps) {
  return useWide() ? <TaskTable {...rows} /> : <TaskCards {...rows} />;
}

function useTaskMenu({ onEdit, onPrices, onDelete }: Pick<RowsProps, 'onEdit' | 'onPrices' | 'onDelete'>) {
  const hide = useMutation(hideTask);
  const online = useOnline();
  return (task: Task): MenuItem[] => [
    { label: 'Edit', icon: <Pencil aria-hidden="true" />, onSelect: () => onEdit(task), disabled: !online },
    { label: 'Prices', icon: <CalendarRange aria-hidden="true" />, onSelect: () => onPrices(task) },
    {
      label: task.active ? 'Hide' : 'Show again',
      icon: task.active ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />,
      onSelect: () => hide.mutate({ id: task.id, active: !task.active }),
      disabled: !online,
    },
    'rule',
    {
      label: 'Delete',
      icon: <Trash2 aria-hidden="true" />,
      onSelect: () => onDelete(task),
      danger: true,
      disabled: !online,
    },
  ];
}

function TaskTable({ tasks, prices, usage, today, onEdit, onPrices, onDelete }: RowsProps) {
  const { role, settings } = useAccount();
  const admin = role === 'admin';
  const menu = useTaskMenu({ onEdit, onPrices, onDelete });
  return (
    <Ledger
      caption="Tasks"
      head={
        <>
          <HeadCell>Task</HeadCell>
          <HeadCell>Category</HeadCell>
          <HeadCell>Unit</HeadCell>
          {settings.seesRates && <HeadCell figure>Rate</HeadCell>}
          {admin && (
            <>
              <HeadCell>Used</HeadCell>
              <HeadCell>
                <span className="sr-only">Actions</span>
              </HeadCell>
            </>
          )}
        </>
      }
    >
      <tbody>
        {tasks.map((task) => (
          <LedgerRow key={task.id}>
            <td>
              <strong>{task.name}</strong> <span className="text-muted">{task.description}</span>
            </td>
            <td className="text-muted">{task.category}</td>
            <td>{unitWords(task)}</td>
            {settings.seesRates && (
              <FigureCell>
                {rateWords(task, { prices, today }, settings.currency)}
                <span className="block text-muted">{comingWords(task, { prices, today }, settings.currency)}</span>
              </FigureCell>
            )}
            {admin && (
              <>
                <td className="figure left text-muted">{usedWords(task, usage, today)}</td>
                <MenuCell name={task.name} items={menu(task)} />
              </>
            )}
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  );
}

/** On a phone pressing a task opens its form, which also has the buttons to hide and delete it. */
function TaskCards({ tasks, prices, usage, today, onEdit }: RowsProps) {
  const { role, settings } = useAccount();
  const online = useOnline();
  const opens = role === 'admin' && online;
  return (
    <div className="-mx-gutter border-y border-line">
      <LedgerCards>
        {tasks.map((task) => (
          <LedgerCard
            key={task.id}
            title={task.name}
            lines={[
              task.category,
              usedWords(task, usage, today),
              settings.seesRates && comingWords(task, { prices, today }, settings.currency),
            ].filter(Boolean)}
            figure={settings.seesRates ? rateWords(task, { prices, today }, settings.currency) : undefined}
            state={
              (!settings.seesRates || rateWords(task, { prices, today }, settings.currency) === null) && (
                <span className="text-2 text-muted">{unitWords(task)}</span>
              )
            }
            {...(opens && { onOpen: () => onEdit(task) })}
          />
        ))}
      </LedgerCards>
    </div>
  );
}
