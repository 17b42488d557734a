import { useQuery } from '@tanstack/react-query';
import { ListPlus, Plus, TrendingUp } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { pricesQuery } from '@/data/prices/prices';
import { tasksQuery, taskUsageQuery, type TaskUsage } from '@/data/prices/tasks';
import type { Price } from '@/domain/prices/price';
import { useOffline } from '@/lib/online';
import { withParams } from '@/lib/params';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { NothingFits } from '@/ui/lists/nothing-fits';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress } from '@/ui/use-address';
import { CsvChip } from '@/widgets/csv-chip';
import { PdfButton } from '@/widgets/pdf-button';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { DeleteDialog } from './delete-dialog';
import { TaskDialog } from './task-dialog';
import { TaskFilters } from './task-filters';
import { TaskRows } from './task-rows';
import { filterTasks, readView } from './tasks-view';
import { useTaskFiles } from './use-task-files';

// Loaded on demand.
const PricesDialog = lazy(async () => ({ default: (await import('./prices-dialog')).PricesDialog }));

const RaiseDialog = lazy(async () => ({ default: (await import('./raise-dialog')).RaiseDialog }));

const StarterDialog = lazy(async () => ({ default: (await import('./starter-dialog')).StarterDialog }));

const NO_USAGE: ReadonlyMap<string, TaskUsage> = new Map();
const NO_PRICES: readonly Price[] = [];
const NO_TASKS: readonly Task[] = [];

/** /tasks: the price list. Everybody may read and add tasks; only the account holder sets prices and changes tasks. */
export function TasksPage() {
  const account = useAccount();
  const today = useToday();
  const online = !useOffline();
  const admin = account.role === 'admin';
  const [params, change] = useAddress();
  const query = useQuery(tasksQuery(account));
  const usage = useQuery({ ...taskUsageQuery(account.ownerId), enabled: admin }).data ?? NO_USAGE;
  const prices = useQuery(pricesQuery(account)).data ?? NO_PRICES;
  const [dialog, setDialog] = useState<ListDialog | null>(null);
  const [taskToDelete, setTaskToDelete] = useState<Task | null>(null);
  const view = readView(params);
  const tasks = query.data ?? NO_TASKS;
  const shownTasks = filterTasks(tasks, view);
  const empty = query.data?.length === 0;
  const showPrices = (task: Task) => change((current) => withParams(current, { edit: null, prices: task.id }));
  const { readPrintout, saveCsv } = useTaskFiles({ query, prices, usage });
  const wide = useWide();
  const { addButton, starterButton, importLink, raiseButton } = buttonsOf(
    { online, admin, tasks: query.data },
    {
      onAdd: () => change((current) => withParams(current, { new: '1' })),
      onRaise: () => setDialog('raise'),
      onAddStarters: () => setDialog('starters'),
    },
  );

  return (
    <Page
      title="Tasks"
      actions={
        wide &&
        !empty && (
          <>
            {importLink}
            {raiseButton}
            {starterButton}
            {addButton('New task')}
          </>
        )
      }
    >
      {!online && query.data && (
        <>
          <SnapshotAge at={query.dataUpdatedAt} />
          <SignalHint />
        </>
      )}
      {!empty && (
        <TaskFilters
          tasks={tasks}
          admin={admin}
          end={!wide && addButton('New')}
          chips={
            <>
              <PdfButton look="chip" read={readPrintout} />
              <CsvChip save={saveCsv} />
            </>
          }
        />
      )}
      <QueryList
        card
        read={query}
        rows={shownTasks}
        empty={
          empty ? (
            <EmptyState
              title="No tasks yet."
              text="Add the jobs you charge for."
              action={
                <span className="flex flex-wrap justify-center gap-2">
                  {starterButton}
                  {addButton('New task')}
                  {importLink}
                </span>
              }
            />
          ) : (
            <NothingFits title="No task fits." />
          )
        }
      >
        <Paged key={withParams(params, { new: null, edit: null, prices: null }).toString()} items={shownTasks}>
          {(part) => (
            <TaskRows
              tasks={part}
              prices={prices}
              usage={usage}
              today={today}
              onEdit={(task) => change((current) => withParams(current, { edit: task.id }))}
              onPrices={showPrices}
              onDelete={setTaskToDelete}
            />
          )}
        </Paged>
      </QueryList>
      {!wide && !empty && (
        <>
          {raiseButton}
          {starterButton}
          {importLink}
        </>
      )}
      {query.data && <AddressedDialogs tasks={query.data} usage={usage} onDelete={setTaskToDelete} />}
      <ListDialogs open={dialog} tasks={tasks} prices={prices} onClose={() => setDialog(null)} />
      {taskToDelete && (
        <DeleteDialog
          task={taskToDelete}
          used={usage.get(taskToDelete.name.trim().toLowerCase())?.used ?? 0}
          onClose={() => setTaskToDelete(null)}
        />
      )}
    </Page>
  );
}

/** The buttons of the page; false for those that the person may not use now. */
function buttonsOf(
  { online, admin, tasks }: { online: boolean; admin: boolean; tasks: readonly Task[] | undefined },
  { onAdd, onRaise, onAddStarters }: { onAdd: () => void; onRaise: () => void; onAddStarters: () => void },
) {
  return {
    addButton: (words: string) =>
      online && (
        <Button variant="main" aria-label="New task" onClick={onAdd}>
          <Plus aria-hidden="true" />
          {words}
        </Button>
      ),
    starterButton: online && admin && tasks && (
      <Button onClick={onAddStarters}>
        <ListPlus aria-hidden="true" />
        Add common tasks
      </Button>
    ),
    importLink: online && admin && (
      <ButtonLink variant="quiet" to="/import?kind=tasks">
        Import from a file
      </ButtonLink>
    ),
    raiseButton: online && admin && tasks?.some(({ active }) => active) && (
      <Button onClick={onRaise}>
        <TrendingUp aria-hidden="true" />
        Raise prices
      </Button>
    ),
  };
}

type ListDialog = 'raise' | 'starters';

/** The dialogs for many tasks at once. */
function ListDialogs({
  open,
  tasks,
  prices,
  onClose,
}: {
  open: ListDialog | null;
  tasks: readonly Task[];
  prices: readonly Price[];
  onClose: () => void;
}) {
  return (
    <Suspense>
      {open === 'raise' && <RaiseDialog tasks={tasks} prices={prices} onClose={onClose} />}
      {open === 'starters' && <StarterDialog tasks={tasks} onClose={onClose} />}
    </Suspense>
  );
}

/** The dialogs that the address opens: a new task, a task, the prices of a task. */
function AddressedDialogs({
  tasks,
  usage,
  onDelete,
}: {
  tasks: readonly Task[];
  usage: ReadonlyMap<string, TaskUsage>;
  onDelete: (task: Task) => void;
}) {
  const [params, change] = useAddress();
  const admin = useAccount().role === 'admin';
  const named = (name: string) => (admin ? tasks.find((task) => task.id === params.get(name)) : undefined);
  const [edited, priced] = [named('edit'), named('prices')];
  const close = () =>
    change((current) => withParams(current, { new: null, edit: null, prices: null }), { replace: true });
  return (
    <>
      {(edited !== undefined || params.has('new')) && (
        <TaskDialog
          key={edited?.id ?? 'new'}
          task={edited ?? null}
          tasks={tasks}
          usage={usage}
          onClose={close}
          onPrices={(task) => change((current) => withParams(current, { edit: null, prices: task.id }))}
          onDelete={onDelete}
        />
      )}
      {priced && (
        <Suspense>
          <PricesDialog key={priced.id} task={priced} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
