// What the address says about the price list, and which tasks it shows.
import { byName, found } from '@/domain/search';

export type ListView = { search: string; category: string; hidden: boolean };

/** Read from the address: what is not there counts as "any". */
export const readView = (params: URLSearchParams): ListView => ({
  search: params.get('q') ?? '',
  category: params.get('category') ?? '',
  hidden: params.get('show') === 'hidden',
});

/** The same address with some values changed; null or an empty text takes one away. */
export function withParams(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

type Listed = { id: string; name: string; active: boolean; category: string | null; description: string | null };

/** The tasks that a view shows, by name. */
export const chooseTasks = <T extends Listed>(tasks: readonly T[], view: ListView): T[] =>
  tasks
    .filter(
      (task) =>
        task.active !== view.hidden &&
        (view.category === '' || task.category === view.category) &&
        found(view.search, [task.name, task.description, task.category]),
    )
    .sort(byName);
