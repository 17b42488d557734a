// The view of the register (which invoices and credit notes it lists), stored in the URL.
import type { InvoiceFilter, InvoiceStateWord } from '@/data/invoices/invoice-register';
import { wordsOf } from '@/domain/core/search';
import type { Region, Zone } from '@/domain/core/time';
import { partBounds, PARTS, taxYears, type RegisterPart } from '@/domain/invoices/register';
import { readBuild } from '@/features/invoices/build/build-address';
import { monthPeriods, CUSTOM_DATES } from '@/features/invoices/periods';

export const STATES: readonly { value: InvoiceStateWord; label: string }[] = [
  { value: 'generated', label: 'Generated' },
  { value: 'sent', label: 'Sent' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'paid', label: 'Paid' },
  { value: 'credited', label: 'Credited' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'credit', label: 'Credit' },
  { value: 'refund', label: 'To refund' },
  { value: 'refunded', label: 'Refunded' },
];

export type RegisterView = {
  filter: InvoiceFilter;
  /** The figure of the summary that the list is limited to, such as "overdue". */
  part: RegisterPart | null;
  search: string;
  /** Whether any filter is active. */
  filtered: boolean;
};

/** Reads the URL; an unknown state, id or date is ignored. */
export function readRegister(params: URLSearchParams, today: string, zone: Zone): RegisterView {
  const state = STATES.find(({ value }) => value === params.get('state'))?.value ?? null;
  const part = PARTS.find((one) => one === params.get('show')) ?? null;
  const search = params.get('search') ?? '';
  const words = wordsOf(search).slice(0, 6);
  const { customerId, from, to } = readBuild(params);
  return {
    filter: {
      state,
      customerId,
      from,
      to,
      part: part && partBounds(part, today, zone),
      words,
      today,
    },
    part,
    search,
    filtered: words.length > 0 || [state, part, customerId, from, to].some((value) => value !== null),
  };
}

export type Period = { value: string; label: string; from: string; to: string };

/** This tax year and the previous one, then this month and the five before it. */
export function registerPeriods(today: string, region: Region): Period[] {
  return [
    ...taxYears(today, region).map((year) => ({ ...year, value: `${year.from}_${year.to}` })),
    ...monthPeriods(today).flatMap(({ value, label, from, to }) =>
      from === null || to === null ? [] : [{ value, label, from, to }],
    ),
  ];
}

/** The option that matches the URL; empty for all dates. */
export function periodOf(params: URLSearchParams, { from, to }: InvoiceFilter, periods: readonly Period[]): string {
  if (params.get('dates') === CUSTOM_DATES) return CUSTOM_DATES;
  if (from === null && to === null) return '';
  return periods.find((one) => one.from === from && one.to === to)?.value ?? CUSTOM_DATES;
}
