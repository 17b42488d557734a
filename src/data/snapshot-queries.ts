// Which answers are copied onto the device for reading without signal.
import type { QueryKey } from '@tanstack/react-query';

/** Known before anything else, and true whatever the person may see. */
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
/** Of these, too, the list, not the single records under the same name. */
const WITH_SINGLES = new Set(['notes', 'time', 'checklist-completions']);
/** Of these the lists, not the single records and sums under the same name. */
const BY_ROLE = new Set(['customers', 'tasks']);

/** Under what an answer is kept; null for one that is not. The home page's sums and notices are kept whatever the day. */
export function copyKey(key: QueryKey): string | null {
  const [name, , third] = key;
  if (typeof name !== 'string') return null;
  if (WHO.has(name) || LISTS.has(name)) return JSON.stringify(key);
  // This week and the last, of everybody that this person may read.
  if (name === 'time' && key[3] === 'near' && key.length === 4) return JSON.stringify(key);
  if (WITH_SINGLES.has(name)) return key.length === 3 ? JSON.stringify(key) : null;
  if (BY_ROLE.has(name))
    return key.length === 3 && (third === 'admin' || third === 'employee') ? JSON.stringify(key) : null;
  // What is planned around today, whichever day that is.
  if (name === 'diary-events') return key[3] === 'near' ? JSON.stringify(key.slice(0, 4)) : null;
  return name === 'home' || name === 'board' ? JSON.stringify(key.slice(0, 3)) : null;
}

/** True for what says who somebody is and what they may see; the rest goes when that changes. */
export const tellsWho = (key: QueryKey): boolean => typeof key[0] === 'string' && WHO.has(key[0]);

/** An answer that says "there is none" is asked for again, never remembered. */
export const isKept = (data: unknown): boolean => typeof data === 'object' && data !== null;
