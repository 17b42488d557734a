import { useMutation } from '@tanstack/react-query';
import { Download, Printer, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { invoiceSheet } from '@/domain/invoices/invoice-sheet';
import { Button } from '@/ui/button';
import type { Printable } from '@/widgets/invoice-file';
import { canShare, downloadInvoice, shareInvoice } from './invoice-file';
import { SheetView } from './sheet-view';

/** The invoice sheet with its buttons: share, print, download. */
export function SheetPanel({
  title,
  invoice,
  share = false,
}: {
  title: ReactNode;
  invoice: Printable;
  share?: boolean;
}) {
  const download = useMutation(downloadInvoice);
  const sharing = useMutation(shareInvoice);
  return (
    <section className="sheet-area" aria-label="Invoice sheet">
      <div className="sheet-toolbar">
        <strong>{title}</strong>
        <span className="text-muted">A4</span>
        <span>
          {share && canShare() && (
            <Button busy={sharing.isPending} onClick={() => sharing.mutate(invoice)}>
              <Share2 aria-hidden="true" />
              Share
            </Button>
          )}
          <Button onClick={() => window.print()}>
            <Printer aria-hidden="true" />
            Print
          </Button>
          <Button busy={download.isPending} onClick={() => download.mutate(invoice)}>
            <Download aria-hidden="true" />
            Download PDF
          </Button>
        </span>
      </div>
      <SheetView sheet={invoiceSheet(invoice)} />
    </section>
  );
}
