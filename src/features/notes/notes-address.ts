// The filter of the notes list, stored in the URL.
import { isDate } from '@/domain/core/time';
import { NO_FILTER, type NoteFilter } from '@/domain/notes/note';

const URL_PARAMS = {
  search: 'q',
  title: 'title',
  person: 'person',
  customer: 'customer',
  action: 'action',
  from: 'from',
  to: 'to',
} as const;
/** Whether the text is a UUID; anything else is not sent to the database. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Reads the filter from the URL; unknown values are ignored. */
export function readFilter(params: URLSearchParams): NoteFilter {
  const text = (name: keyof typeof URL_PARAMS) => params.get(URL_PARAMS[name])?.trim() ?? '';
  const dateParam = (name: 'from' | 'to') => (isDate(text(name)) ? text(name) : '');
  const action = text('action');
  return {
    ...NO_FILTER,
    search: text('search').slice(0, 100),
    title: text('title').slice(0, 60),
    person: isId(text('person')) ? text('person') : '',
    customer: text('customer').slice(0, 120),
    action: action === 'open' || action === 'done' ? action : '',
    from: dateParam('from'),
    to: dateParam('to'),
  };
}

/** A copy of the params with the filter changed. */
export function withFilter(params: URLSearchParams, change: Partial<NoteFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, parameter] of Object.entries(URL_PARAMS)) {
    // The cast is safe: the keys of URL_PARAMS are keys of the filter.
    const value = change[name as keyof NoteFilter];
    if (value === '') next.delete(parameter);
    else if (value !== undefined) next.set(parameter, value);
  }
  return next;
}
