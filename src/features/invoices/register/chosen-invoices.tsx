import { lazy, Suspense, useState } from 'react';
import type { InvoiceEntry } from '@/data/invoices/invoice-register';
import { add, formatMoney, type Currency } from '@/domain/core/money';
import type { Mark } from '@/features/invoices/document/mark-dialog';
import { useOnline } from '@/lib/online';
import { NEEDS_SIGNAL } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { focusPageOnRemoval } from '@/ui/popups/focus-page';

// Loaded on demand.
const MarkDialog = lazy(async () => ({
  default: (await import('@/features/invoices/document/mark-dialog')).MarkDialog,
}));

/** The sum of the chosen invoices, to compare with a payment: "£120.00", or per currency "£120.00 + €90.00". */
const sumOf = (invoices: readonly InvoiceEntry[]) =>
  (['GBP', 'EUR'] satisfies Currency[])
    .map((currency) => ({ currency, inCurrency: invoices.filter((invoice) => invoice.currency === currency) }))
    .filter(({ inCurrency }) => inCurrency.length > 0)
    .map(({ currency, inCurrency }) => formatMoney(add(...inCurrency.map(({ total }) => total)), currency))
    .join(' + ');

/** Bulk actions for the ticked invoices. `onClear` is omitted if the caller has its own way to clear them. */
export function ChosenInvoices({
  invoices,
  onClear,
  onDone,
}: {
  invoices: readonly InvoiceEntry[];
  onClear?: (() => void) | undefined;
  onDone: () => void;
}) {
  const online = useOnline();
  const [mark, setMark] = useState<Mark | null>(null);
  if (invoices.length === 0) return <output className="text-2">Tap the invoices to mark.</output>;
  return (
    <div ref={focusPageOnRemoval} className="flex flex-wrap items-center gap-2">
      <output className="figure mr-2 text-2">
        <b>{invoices.length} chosen</b>
        <br />
        {sumOf(invoices)}
      </output>
      <Button className="btn-on-bar" disabled={!online} onClick={() => setMark('sent')}>
        Mark sent
      </Button>
      <Button className="btn-on-bar" disabled={!online} onClick={() => setMark('paid')}>
        Mark paid
      </Button>
      {onClear && (
        <Button variant="quiet" className="text-on-bar" onClick={onClear}>
          Clear
        </Button>
      )}
      {!online && <span className="text-2">{NEEDS_SIGNAL}</span>}
      <Suspense>
        {mark && <MarkDialog mark={mark} invoices={invoices} onClose={() => setMark(null)} onMarked={onDone} />}
      </Suspense>
    </div>
  );
}
