// Props shared by the table and the cards of the register.
import type { InvoiceEntry } from '@/data/invoices/invoice-register';

export type RegisterListProps = {
  /** The rows loaded so far, out of `total`. */
  entries: readonly InvoiceEntry[];
  total: number;
  today: string;
  selected: ReadonlySet<string>;
  onSelect: (ids: readonly string[], on: boolean) => void;
  /** Called with the range of visible rows (`to` is exclusive), loaded or not. */
  onVisibleRange: (from: number, to: number) => void;
};

/** The marks of a cancelled or credited document can't be changed. */
export const canChangeState = ({ voidedAt, creditedAt }: InvoiceEntry): boolean =>
  voidedAt === null && creditedAt === null;

export const linkTo = (number: string): string => `/invoices?${new URLSearchParams({ number }).toString()}`;
