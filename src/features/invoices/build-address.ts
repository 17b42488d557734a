// What the address says about the invoice that is being built: whose, and of which days.
import { isDate } from '@/domain/time';
import type { Span } from './periods';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dateOf = (text: string | null): string | null => (text !== null && isDate(text) ? text : null);

/** Read from the address: what is no id or no date counts as not said. */
export function readBuild(params: URLSearchParams): Span & { customerId: string | null } {
  const id = params.get('customer');
  return {
    customerId: id !== null && ID.test(id) ? id : null,
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
  };
}

export function buildParams(build: Span & { customerId: string | null }): URLSearchParams {
  const params = new URLSearchParams();
  if (build.customerId !== null) params.set('customer', build.customerId);
  if (build.from !== null) params.set('from', build.from);
  if (build.to !== null) params.set('to', build.to);
  return params;
}

/** The works that another screen chose; they travel in the history entry, not in the address. */
export function chosenWorks(state: unknown): readonly string[] | null {
  if (typeof state !== 'object' || state === null || !('workIds' in state) || !Array.isArray(state.workIds))
    return null;
  const ids = state.workIds.filter((id): id is string => typeof id === 'string' && ID.test(id));
  return ids.length > 0 ? ids : null;
}
