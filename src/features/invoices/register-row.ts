// What table and cards of the register share.
import type { InvoiceEntry } from '@/data/invoice-register';

export type Rows = {
  /** Those that are loaded, of `total`. */
  entries: readonly InvoiceEntry[];
  total: number;
  today: string;
  picked: ReadonlySet<string>;
  onPick: (ids: readonly string[], on: boolean) => void;
  /** Told which rows the window is at (`to` not included), loaded or not. */
  onSpan: (from: number, to: number) => void;
};

/** What is cancelled or set against its other document stays as it is. */
export const canMark = ({ voidedAt, creditedAt }: InvoiceEntry): boolean => voidedAt === null && creditedAt === null;

export const linkTo = (number: string): string => `/invoices?${new URLSearchParams({ number }).toString()}`;
