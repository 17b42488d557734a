// The periods for an invoice: all open work, a month, or two chosen dates. Stored in the URL.
import { addDays, addMonths } from '@/domain/core/time';

export type Span = { from: string | null; to: string | null };

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const ALL_OPEN_WORK = 'all';
export const CUSTOM_DATES = 'own';

const keyOf = ({ from, to }: Span): string => `${from ?? ''}_${to ?? ''}`;

/** This month and the five before it, newest first. */
export function monthPeriods(today: string): (Span & { value: string; label: string })[] {
  const first = `${today.slice(0, 8)}01`;
  return Array.from({ length: 6 }, (_, monthsBack) => {
    const from = addMonths(first, -monthsBack);
    const span = { from, to: addDays(addMonths(from, 1), -1) };
    return { ...span, value: keyOf(span), label: MONTH.format(new Date(`${from}T00:00:00Z`)) };
  });
}

/** The option that matches a span: a month, all, or chosen dates. */
export function choiceOf(span: Span, today: string): string {
  if (span.from === null && span.to === null) return ALL_OPEN_WORK;
  return monthPeriods(today).find(({ value }) => value === keyOf(span))?.value ?? CUSTOM_DATES;
}
