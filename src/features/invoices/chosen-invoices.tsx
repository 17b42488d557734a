import { useState } from 'react';
import type { InvoiceEntry } from '@/data/invoice-register';
import { useOnline } from '@/session/online';
import { Button } from '@/ui/button';
import { MarkDialog, type Mark } from './mark-dialog';

/** What can be done with the ticked invoices at once. */
export function ChosenInvoices({ invoices, onDone }: { invoices: readonly InvoiceEntry[]; onDone: () => void }) {
  const online = useOnline();
  const [mark, setMark] = useState<Mark | null>(null);
  if (invoices.length === 0) return <output className="text-2">Tap the invoices to mark.</output>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <output className="text-2">{invoices.length} chosen</output>
      <Button disabled={!online} onClick={() => setMark('sent')}>
        Mark sent
      </Button>
      <Button disabled={!online} onClick={() => setMark('paid')}>
        Mark paid
      </Button>
      <Button variant="quiet" className="text-on-bar" onClick={onDone}>
        Clear
      </Button>
      {!online && <span className="text-2">You need signal to change this.</span>}
      {mark && <MarkDialog mark={mark} invoices={invoices} onClose={() => setMark(null)} onMarked={onDone} />}
    </div>
  );
}
