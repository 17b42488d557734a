import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { markInvoices, type MarkRequest } from '@/data/invoices/invoice-changes';
import { isDate } from '@/domain/core/time';
import { plural, wordList } from '@/domain/core/word-list';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { DateField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';

const WORDS = {
  sent: { title: 'Mark as sent', verb: 'Mark sent', date: 'Sent on' },
  paid: { title: 'Mark as paid', verb: 'Mark paid', date: 'Paid on' },
  clear: { title: 'Clear the status', verb: 'Clear status', date: null },
} as const;

const MAX_NAMES = 6;

/** "INV-0001, INV-0002 and INV-0003"; of many numbers only the first few. */
const invoiceNames = (numbers: readonly string[]) =>
  wordList(
    numbers.length <= MAX_NAMES
      ? numbers
      : [...numbers.slice(0, MAX_NAMES - 1), `${numbers.length - MAX_NAMES + 1} other invoices`],
  );

/** The status belongs to the invoice, so marking ticked entries marks their whole invoices; the dialog says so. */
export function MarkDialog({
  chosen,
  status,
  today,
  onClose,
}: {
  chosen: readonly Work[];
  status: MarkRequest['status'];
  today: string;
  onClose: () => void;
}) {
  const mark = useMutation(markInvoices);
  const [requestId] = useState(() => crypto.randomUUID());
  const [onDate, setOnDate] = useState(today);
  const invoices = new Map(
    chosen.flatMap(({ invoiceId, invoiceNumber }) =>
      invoiceId === null || invoiceNumber === null ? [] : [[invoiceId, invoiceNumber] as const],
    ),
  );
  const notInvoiced = chosen.filter(({ invoiceId }) => invoiceId === null).length;
  const words = WORDS[status];
  const error = !isDate(onDate) ? 'Choose a date.' : onDate > today ? 'This date is in the future.' : undefined;
  const send = () => {
    if (words.date !== null && error) return;
    mark.mutate(
      { requestId, invoiceIds: [...invoices.keys()], status, onDate: words.date === null ? null : onDate },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="main" busy={mark.isPending} busyText="Saving..." onClick={send}>
            {words.verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p>
          This is for the whole of <b>{invoiceNames([...invoices.values()])}</b>, with every entry on{' '}
          {plural(invoices.size, 'it', 'them')}.
          {notInvoiced > 0 &&
            ` ${notInvoiced} of the chosen ${plural(notInvoiced, 'is', 'are')} on no invoice and left as ${plural(notInvoiced, 'it is', 'they are')}.`}
        </p>
        {status === 'clear' && <p className="hint">A paid invoice goes back to sent, a sent one to not sent.</p>}
        {words.date && (
          <DateField
            label={words.date}
            value={onDate}
            max={today}
            error={error}
            onChange={(event) => setOnDate(event.target.value)}
          />
        )}
      </div>
    </Dialog>
  );
}
