// The view of the price list, stored in the URL, and the tasks it shows.
import { byName, matchesSearch } from '@/domain/core/search';

export type ListView = { search: string; category: string; hidden: boolean };

/** Reads the URL; an empty search or category fits every task. `hidden`: only the hidden tasks, not the others. */
export const readView = (params: URLSearchParams): ListView => ({
  search: params.get('q') ?? '',
  category: params.get('category') ?? '',
  hidden: params.get('show') === 'hidden',
});

type Listed = { id: string; name: string; active: boolean; category: string | null; description: string | null };

/** The tasks of a view, sorted by name. */
export const filterTasks = <T extends Listed>(tasks: readonly T[], view: ListView): T[] =>
  tasks
    .filter(
      (task) =>
        task.active !== view.hidden &&
        (view.category === '' || task.category === view.category) &&
        matchesSearch(view.search, [task.name, task.description, task.category]),
    )
    .sort(byName);
