import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Task } from '@/data/tasks';
import { TASK_CATEGORIES } from '@/domain/task';
import { Chip, ChipSelect } from '@/ui/chip';
import { SearchField } from '@/ui/search-field';
import { readView, withParams } from './tasks-view';

/** Ours in their order, then those that older records carry. */
export function categoriesOf(tasks: readonly Task[]): string[] {
  const used = new Set(tasks.flatMap((task) => task.category ?? []));
  const ours: readonly string[] = TASK_CATEGORIES;
  return [...ours.filter((name) => used.has(name)), ...[...used].filter((name) => !ours.includes(name)).sort()];
}

/** Search and filters, kept in the address. */
export function TaskFilters({ tasks, admin }: { tasks: readonly Task[]; admin: boolean }) {
  const [params, setParams] = useSearchParams();
  const view = readView(params);
  // The field keeps what is typed: the address follows a moment later.
  const [search, setSearch] = useState(view.search);
  const change = (changes: Record<string, string | null>) =>
    setParams((before) => withParams(before, changes), { replace: true });
  const hidden = tasks.filter((task) => !task.active).length;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search tasks"
        className="w-full nav:w-76"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          change({ q: event.target.value });
        }}
      />
      <div className="chips">
        <ChipSelect
          label="Category"
          value={view.category}
          options={categoriesOf(tasks).map((name) => ({ value: name, label: name }))}
          onChange={(category) => change({ category })}
        />
        {admin && (hidden > 0 || view.hidden) && (
          <Chip pressed={view.hidden} onClick={() => change({ show: view.hidden ? null : 'hidden' })}>
            Hidden {hidden}
          </Chip>
        )}
      </div>
    </div>
  );
}
