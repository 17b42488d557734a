// Tasks: the price list. Works keep the name they were logged under, so a task may be changed or deleted at any time.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { allRows } from '@/data/all-rows';
import { loadFailed } from '@/data/load-failed';
import { crewView, insertRecord, readRecords, type RowId } from '@/data/record-requests';
import type { Account } from '@/domain/account/account';
import * as keys from '@/lib/query-keys';
import { supabase, unwrap } from '@/lib/supabase';
import { toRow } from '@/records/record';
import { TASK, type TaskFields } from '@/records/tasks';

type Reader = Pick<Account, 'ownerId' | 'role'>;

/** Every task of the account by name, hidden ones too. */
export const tasksQuery = ({ ownerId, role }: Reader) =>
  queryOptions({
    queryKey: [keys.tasks, ownerId, role],
    queryFn: ({ signal }) =>
      readRecords(role === 'admin' ? TASK : crewView(TASK), ownerId, (rows) => rows.order('name').order('id'), signal),
    meta: { offline: 'list', failed: loadFailed },
  });

type NewTask = RowId & { fields: TaskFields };

export const addTask = mutationOptions({
  mutationKey: ['tasks', 'add'],
  mutationFn: ({ fields, ...row }: NewTask) => insertRecord(TASK, row, fields),
  meta: {
    saved: { title: 'New task saved!' },
    failed: { title: 'Error', description: 'Could not save task.' },
    invalidates: [keys.tasks],
  },
});

/** Adds several in one statement, all or none: the starter pack. */
export const addTasks = mutationOptions({
  mutationKey: ['tasks', 'add-many'],
  mutationFn: async (tasks: readonly NewTask[]) => {
    unwrap(
      await supabase
        .from('tasks')
        .insert(tasks.map(({ id, ownerId, fields }) => ({ ...toRow(TASK, fields), id, user_id: ownerId }))),
    );
  },
  meta: {
    saved: { title: 'Tasks added!' },
    failed: { title: 'Error', description: 'Could not save task.' },
    invalidates: [keys.tasks],
  },
});

/** Changes a task from now on; `alsoRename` also renames the entries that are not billed yet. */
export const updateTask = mutationOptions({
  mutationKey: ['tasks', 'update'],
  mutationFn: async ({ id, fields, alsoRename }: { id: string; fields: TaskFields; alsoRename: boolean }) => {
    if (alsoRename) unwrap(await supabase.rpc('rename_task', { p_task_id: id, p_name: fields.name }));
    return unwrap(await supabase.from('tasks').update(toRow(TASK, fields)).eq('id', id).select('id').single());
  },
  meta: {
    saved: { title: 'Task updated!' },
    failed: { title: 'Error', description: 'Could not update task.' },
    invalidates: [keys.tasks, keys.taskUsage, keys.works, keys.recentJobs, keys.workTaskNames],
  },
});

/** Hides a task from the pickers, or shows it again. */
export const hideTask = mutationOptions({
  mutationKey: ['tasks', 'hide'],
  mutationFn: async ({ id, active }: { id: string; active: boolean }) =>
    unwrap(await supabase.from('tasks').update({ active }).eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Task updated!' },
    failed: { title: 'Error', description: 'Could not update task.' },
    invalidates: [keys.tasks],
  },
});

export const deleteTask = mutationOptions({
  mutationKey: ['tasks', 'delete'],
  mutationFn: async (id: string) => unwrap(await supabase.from('tasks').delete().eq('id', id).select('id').single()),
  meta: {
    saved: { title: 'Task deleted.' },
    failed: { title: 'Error', description: 'Could not delete task.' },
    invalidates: [keys.tasks, keys.prices],
  },
});

export type TaskUsage = { used: number; lastUsed: string; unbilled: number };

/** How often and when last each task was used, by lower-case name. Admin only. */
export const taskUsageQuery = (ownerId: string) =>
  queryOptions({
    queryKey: [keys.taskUsage, ownerId],
    queryFn: async ({ signal }): Promise<Map<string, TaskUsage>> => {
      const rows = await allRows((from, to) =>
        supabase.rpc('task_usage').order('task_name').range(from, to).abortSignal(signal),
      );
      return new Map(
        rows.map((row) => [row.task_name, { used: row.used, lastUsed: row.last_used, unbilled: row.unbilled }]),
      );
    },
  });
