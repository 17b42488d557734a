import { TASK_CATEGORIES } from '@/domain/prices/task';
import type { Task } from '@/records/tasks';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { FilterBar, type FilterSlots } from '@/ui/lists/filter-bar';
import { useAddress, useParams } from '@/ui/use-address';
import { readView } from './tasks-view';

/** The standard categories in their order, then other categories used by older records. */
function categoriesOf(tasks: readonly Task[]): string[] {
  const used = new Set(tasks.flatMap((task) => task.category ?? []));
  const standardNames: readonly string[] = TASK_CATEGORIES;
  return [
    ...standardNames.filter((name) => used.has(name)),
    ...[...used].filter((name) => !standardNames.includes(name)).sort(),
  ];
}

/** Search and filters, stored in the URL. */
export function TaskFilters({ tasks, admin, end, chips }: FilterSlots & { tasks: readonly Task[]; admin: boolean }) {
  const [params] = useAddress();
  const view = readView(params);
  const { set } = useParams();
  const hidden = tasks.filter((task) => !task.active).length;
  return (
    <FilterBar label="Search tasks" end={end}>
      <ChipSelect
        label="Category"
        value={view.category}
        options={categoriesOf(tasks).map((name) => ({ value: name, label: name }))}
        onChange={(category) => set({ category })}
      />
      {admin && (hidden > 0 || view.hidden) && (
        <Chip pressed={view.hidden} onClick={() => set({ show: view.hidden ? null : 'hidden' })}>
          Hidden {hidden}
        </Chip>
      )}
      {chips}
    </FilterBar>
  );
}
