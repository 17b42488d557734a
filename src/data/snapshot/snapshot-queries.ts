// Which query results are part of the snapshot, for reading offline.
import type { QueryKey } from '@tanstack/react-query';

/** Needed before anything else, and valid whatever the user may see. */
const WHO = new Set(['profile', 'farm-settings']);
const LISTS = new Set([
  'farm-people',
  'note-titles',
  'open-notes',
  'prices',
  'recent-jobs',
  'saved-filters',
  'checklists',
  'checklist-standing',
  'work-task-names',
  'working-time',
]);
/** For these as well only the list, not the single records under the same name. */
const WITH_SINGLES = new Set(['notes', 'time', 'checklist-completions']);
/** For these only the lists, not the single records and sums under the same name. */
const BY_ROLE = new Set(['customers', 'tasks']);

/**
 * The key under which a result is stored; null if it is not. The home page's sums and the notices are stored without
 * their day.
 */
export function copyKey(key: QueryKey): string | null {
  const [name, , third] = key;
  if (typeof name !== 'string') return null;
  if (WHO.has(name) || LISTS.has(name)) return JSON.stringify(key);
  // This week and the last, of everybody whom this user may read.
  if (name === 'time' && key[3] === 'near' && key.length === 4) return JSON.stringify(key);
  if (WITH_SINGLES.has(name)) return key.length === 3 ? JSON.stringify(key) : null;
  if (BY_ROLE.has(name))
    return key.length === 3 && (third === 'admin' || third === 'employee') ? JSON.stringify(key) : null;
  // Events around today, stored without the day.
  if (name === 'diary-events') return key[3] === 'near' ? JSON.stringify(key.slice(0, 4)) : null;
  return name === 'home' || name === 'board' ? JSON.stringify(key.slice(0, 3)) : null;
}

/** True for data on who the user is and what they may see; everything else is discarded when that changes. */
export const tellsWho = (key: QueryKey): boolean => typeof key[0] === 'string' && WHO.has(key[0]);

/** A result that says "there is none" is refetched, never stored. */
export const isKept = (data: unknown): boolean => typeof data === 'object' && data !== null;
