// Customer and period of the invoice that is being built, stored in the URL.
import { isDate } from '@/domain/core/time';
import type { Span } from '@/features/invoices/periods';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const dateOf = (text: string | null): string | null => (text !== null && isDate(text) ? text : null);

/** Reads the URL; invalid ids and dates are ignored. */
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

/** The works chosen on another screen; passed in the history state, not in the URL. */
export function chosenWorks(state: unknown): readonly string[] | null {
  if (typeof state !== 'object' || state === null || !('workIds' in state) || !Array.isArray(state.workIds))
    return null;
  const ids = state.workIds.filter((id): id is string => typeof id === 'string' && ID.test(id));
  return ids.length > 0 ? ids : null;
}
