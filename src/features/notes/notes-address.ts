// What the address says about the list of notes.
import { NO_FILTER, type NoteFilter } from '@/domain/note';
import { isDate } from '@/domain/time';

const NAMES = {
  search: 'q',
  title: 'title',
  person: 'person',
  customer: 'customer',
  action: 'action',
  from: 'from',
  to: 'to',
} as const;
/** What is no id is not asked for. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Read from the address: an unknown value counts as none. */
export function readFilter(params: URLSearchParams): NoteFilter {
  const text = (name: keyof typeof NAMES) => params.get(NAMES[name])?.trim() ?? '';
  const day = (name: 'from' | 'to') => (isDate(text(name)) ? text(name) : '');
  const action = text('action');
  return {
    ...NO_FILTER,
    search: text('search').slice(0, 100),
    title: text('title').slice(0, 60),
    person: isId(text('person')) ? text('person') : '',
    customer: text('customer').slice(0, 120),
    action: action === 'open' || action === 'done' ? action : '',
    from: day('from'),
    to: day('to'),
  };
}

/** The same address with a changed filter. */
export function withFilter(params: URLSearchParams, change: Partial<NoteFilter>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, parameter] of Object.entries(NAMES)) {
    // The names are those of the filter.
    const value = change[name as keyof NoteFilter];
    if (value === '') next.delete(parameter);
    else if (value !== undefined) next.set(parameter, value);
  }
  return next;
}
