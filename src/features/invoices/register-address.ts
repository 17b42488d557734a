// What the address says about the register: which invoices it lists.
import type { InvoiceFilter, InvoiceStateWord } from '@/data/invoice-register';
import { periodPresets, type Region } from '@/domain/time';
import { readBuild } from './build-address';
import { monthPeriods } from './periods';

export const STATES: readonly { value: InvoiceStateWord; label: string }[] = [
  { value: 'generated', label: 'Generated' },
  { value: 'sent', label: 'Sent' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'cancelled', label: 'Cancelled' },
];

/** Read from the address: an unknown word, id or date counts as "any". */
export function readRegister(params: URLSearchParams, today: string): InvoiceFilter {
  const state = STATES.find(({ value }) => value === params.get('state'))?.value ?? null;
  return { ...readBuild(params), state, today };
}

/** The same address with some values changed; null or an empty text takes one away. */
export function withRegister(params: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export type Period = { value: string; label: string; from: string; to: string };

/** The tax year, then this month and the five before it. */
export function registerPeriods(today: string, region: Region): Period[] {
  const year = periodPresets(today, region).filter(({ id }) => id === 'tax-year');
  return [
    ...year.map(({ label, from, to }) => ({ value: `${from}_${to}`, label, from, to })),
    ...monthPeriods(today).flatMap(({ value, label, from, to }) =>
      from === null || to === null ? [] : [{ value, label, from, to }],
    ),
  ];
}
