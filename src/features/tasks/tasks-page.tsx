import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { tasksQuery, taskUsageQuery, type Task, type TaskUsage } from '@/data/tasks';
import { localTimeIn } from '@/domain/time';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState, ErrorState, LoadingRows, OfflineNote } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { Paged } from '@/ui/paged';
import { useWide } from '@/ui/use-wide';
import { DeleteDialog } from './delete-dialog';
import { missingStarters, StarterButton } from './starter-button';
import { TaskDialog } from './task-dialog';
import { TaskFilters } from './task-filters';
import { TaskRows } from './task-rows';
import { chooseTasks, readView, withParams } from './tasks-view';

const NO_USAGE: ReadonlyMap<string, TaskUsage> = new Map();
const NO_TASKS: readonly Task[] = [];

/** /tasks: the price list. Everybody reads it and may add to it; prices and changes are the account holder's. */
export function TasksPage() {
  const account = useAccount();
  const today = useToday();
  const online = useOnline();
  const admin = account.role === 'admin';
  const [params, setParams] = useSearchParams();
  const query = useQuery(tasksQuery(account));
  const usage = useQuery({ ...taskUsageQuery(account.ownerId), enabled: admin }).data ?? NO_USAGE;
  const [deleted, setDeleted] = useState<Task | null>(null);
  // The field shows what is typed at once; the address, and with it the list, follows.
  const [search, setSearch] = useState(() => readView(params).search);
  const find = (text: string) => {
    setSearch(text);
    setParams((before) => withParams(before, { q: text }), { replace: true });
  };
  const tasks = query.data ?? NO_TASKS;
  const chosen = chooseTasks(tasks, readView(params));
  const edited = admin ? tasks.find((task) => task.id === params.get('edit')) : undefined;
  const empty = query.data?.length === 0;
  const close = () => setParams((before) => withParams(before, { new: null, edit: null }), { replace: true });

  const wide = useWide();
  const addButton = (words: string) =>
    online && (
      <Button
        variant="main"
        aria-label="New task"
        onClick={() => setParams((before) => withParams(before, { new: '1' }))}
      >
        <Plus aria-hidden="true" />
        {words}
      </Button>
    );
  const starterButton = online && admin && query.data && missingStarters(tasks).length > 0 && (
    <StarterButton tasks={tasks} />
  );

  return (
    <Page
      title="Tasks"
      actions={
        wide &&
        !empty && (
          <>
            {starterButton}
            {addButton('New task')}
          </>
        )
      }
    >
      {!online && query.data && (
        <>
          <OfflineNote time={localTimeIn(account.settings.zone, new Date(query.dataUpdatedAt))} />
          <p className="hint">You need signal to change this.</p>
        </>
      )}
      {!empty && (
        <TaskFilters tasks={tasks} admin={admin} search={search} onSearch={find} end={!wide && addButton('New')} />
      )}
      {query.isPending ? (
        <Card>
          <LoadingRows />
        </Card>
      ) : !query.data ? (
        <Card>
          <ErrorState onRetry={() => void query.refetch()} />
        </Card>
      ) : empty ? (
        <Card>
          <EmptyState
            title="No tasks yet."
            text="Add the jobs you charge for."
            action={
              <span className="flex flex-wrap justify-center gap-2">
                {starterButton}
                {addButton('New task')}
              </span>
            }
          />
        </Card>
      ) : chosen.length === 0 ? (
        <Card>
          <EmptyState
            title="No task fits."
            text="Change the search or the filters."
            action={
              <Button
                onClick={() => {
                  setParams({}, { replace: true });
                  setSearch('');
                }}
              >
                Clear filters
              </Button>
            }
          />
        </Card>
      ) : (
        <Paged key={withParams(params, { new: null, edit: null }).toString()} items={chosen}>
          {(part) => (
            <TaskRows
              tasks={part}
              usage={usage}
              today={today}
              onEdit={(task) => setParams((before) => withParams(before, { edit: task.id }))}
              onDelete={setDeleted}
            />
          )}
        </Paged>
      )}
      {!wide && !empty && starterButton}
      {(edited !== undefined || (params.has('new') && query.data !== undefined)) && (
        <TaskDialog
          key={edited?.id ?? 'new'}
          task={edited ?? null}
          tasks={tasks}
          usage={usage}
          onClose={close}
          onDelete={setDeleted}
        />
      )}
      {deleted && (
        <DeleteDialog
          task={deleted}
          used={usage.get(deleted.name.trim().toLowerCase())?.used ?? 0}
          onClose={() => setDeleted(null)}
        />
      )}
    </Page>
  );
}
