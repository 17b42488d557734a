// The addresses of the machinery screens.

export const LIST = '/machinery';
export const NEW_MACHINE = '/machinery/new';
export const DUE_LIST = '/machinery/due';

export const machinePath = (id: string, tab: Tab = 'overview'): string =>
  tab === 'defects' ? `/machinery/${id}/defects` : `/machinery/${id}${tab === 'overview' ? '' : `?tab=${tab}`}`;
export const editPath = (id: string): string => `/machinery/${id}/edit`;
export const newServicePath = (id: string, chosen: { schedule?: string; defect?: string } = {}): string => {
  const query = new URLSearchParams(chosen).toString();
  return `/machinery/${id}/service/new${query === '' ? '' : `?${query}`}`;
};
export const servicePath = (id: string, service: string): string => `/machinery/${id}/service/${service}`;

export const TABS = ['overview', 'due', 'history', 'defects', 'readings', 'checklists', 'costs', 'documents'] as const;
export type Tab = (typeof TABS)[number];

export type MachineryScreen =
  | { screen: 'list' | 'new' | 'due' | 'unknown' }
  | { screen: 'machine' | 'edit' | 'new-service' | 'defects'; id: string }
  | { screen: 'service'; id: string; service: string };

/** The screen of a path below /machinery. */
export function screenAt(pathname: string): MachineryScreen {
  const [, , id, part, last, more] = pathname.replace(/\/+$/, '').split('/');
  if (id === undefined) return { screen: 'list' };
  if (part === undefined)
    return id === 'new' ? { screen: 'new' } : id === 'due' ? { screen: 'due' } : { screen: 'machine', id };
  if (last === undefined) {
    if (part === 'edit') return { screen: 'edit', id };
    if (part === 'defects') return { screen: 'defects', id };
  }
  if (part === 'service' && last !== undefined && more === undefined)
    return last === 'new' ? { screen: 'new-service', id } : { screen: 'service', id, service: last };
  return { screen: 'unknown' };
}
