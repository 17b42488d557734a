import { useQuery, useQueryClient } from '@tanstack/react-query';
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
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { useAddress, usePendingValue } from '@/ui/use-address';
import { CsvChip } from '@/widgets/csv-chip';
import { PdfButton } from '@/widgets/pdf-button';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { DeleteDialog } from './delete-dialog';
import { TaskDialog } from './task-dialog';
import { TaskFilters } from './task-filters';
import { TaskRows } from './task-rows';
import { filterTasks, readView } from './tasks-view';

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
  const client = useQueryClient();
  const online = !useOffline();
  const admin = account.role === 'admin';
  const [params, change] = useAddress();
  const query = useQuery(tasksQuery(account));
  const usage = useQuery({ ...taskUsageQuery(account.ownerId), enabled: admin }).data ?? NO_USAGE;
  const prices = useQuery(pricesQuery(account)).data ?? NO_PRICES;
  const [raising, setRaising] = useState(false);
  const [addingStarters, setAddingStarters] = useState(false);
  const [taskToDelete, setTaskToDelete] = useState<Task | null>(null);
  const view = readView(params);
  const [search, setSearch] = usePendingValue(view.search);
  const changeSearch = (text: string) => {
    setSearch(text);
    change((current) => withParams(current, { q: text }), { replace: true });
  };
  const tasks = query.data ?? NO_TASKS;
  const shownTasks = filterTasks(tasks, view);
  const editedTask = admin ? tasks.find((task) => task.id === params.get('edit')) : undefined;
  const pricedTask = admin ? tasks.find((task) => task.id === params.get('prices')) : undefined;
  const empty = query.data?.length === 0;
  const close = () =>
    change((current) => withParams(current, { new: null, edit: null, prices: null }), { replace: true });
  const showPrices = (task: Task) => change((current) => withParams(current, { edit: null, prices: task.id }));

  const readList = async () => {
    // With signal, wait for queries that are still loading; without, use what this device has.
    if (!query.data && !online) throw new Error('The tasks are not on this device.');
    return {
      tasks: query.data ?? (await client.query(tasksQuery(account))),
      prices: online ? await client.query(pricesQuery(account)) : prices,
    };
  };
  const readPrintout = async () => {
    const [{ tasksPrintout }, list] = await Promise.all([import('./task-printout'), readList()]);
    const used = admin && online ? await client.query(taskUsageQuery(account.ownerId)) : usage;
    return tasksPrintout({ ...list, ...{ account, view, today }, usage: used });
  };
  const saveCsv = async () => {
    const [{ saveTasksCsv }, list] = await Promise.all([import('./tasks-file'), readList()]);
    const priced = account.settings.seesRates ? { prices: list.prices, today } : null;
    return saveTasksCsv(filterTasks(list.tasks, view), { prices: priced, today });
  };
  const wide = useWide();
  const addButton = (words: string) =>
    online && (
      <Button
        variant="main"
        aria-label="New task"
        onClick={() => change((current) => withParams(current, { new: '1' }))}
      >
        <Plus aria-hidden="true" />
        {words}
      </Button>
    );
  const starterButton = online && admin && query.data && (
    <Button onClick={() => setAddingStarters(true)}>
      <ListPlus aria-hidden="true" />
      Add common tasks
    </Button>
  );

  const importLink = online && admin && (
    <ButtonLink variant="quiet" to="/import?kind=tasks">
      Import from a file
    </ButtonLink>
  );
  const raiseButton = online && admin && tasks.some(({ active }) => active) && (
    <Button onClick={() => setRaising(true)}>
      <TrendingUp aria-hidden="true" />
      Raise prices
    </Button>
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
          <p className="hint">You need signal to change this.</p>
        </>
      )}
      {!empty && (
        <TaskFilters
          tasks={tasks}
          admin={admin}
          search={search}
          onSearch={changeSearch}
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
            <EmptyState
              title="No task fits."
              text="Change the search or the filters."
              action={
                <Button onClick={() => change(() => new URLSearchParams(), { replace: true })}>Clear filters</Button>
              }
            />
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
      {(editedTask !== undefined || (params.has('new') && query.data !== undefined)) && (
        <TaskDialog
          key={editedTask?.id ?? 'new'}
          task={editedTask ?? null}
          tasks={tasks}
          usage={usage}
          onClose={close}
          onPrices={showPrices}
          onDelete={setTaskToDelete}
        />
      )}
      {pricedTask && (
        <Suspense>
          <PricesDialog key={pricedTask.id} task={pricedTask} onClose={close} />
        </Suspense>
      )}
      {raising && (
        <Suspense>
          <RaiseDialog tasks={tasks} prices={prices} onClose={() => setRaising(false)} />
        </Suspense>
      )}
      {addingStarters && (
        <Suspense>
          <StarterDialog tasks={tasks} onClose={() => setAddingStarters(false)} />
        </Suspense>
      )}
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
