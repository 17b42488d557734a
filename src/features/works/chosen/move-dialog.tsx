import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { moveWorks } from '@/data/works/work-changes';
import { counted, plural } from '@/domain/core/word-list';
import { MAX_CHOSEN } from '@/features/works/list/use-works-list';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/popups/dialog';
import { CustomerSelect } from '@/widgets/pickers/customer-select';

/** Changes the customer of the ticked entries. */
export function MoveDialog({ chosen, onClose }: { chosen: readonly Work[]; onClose: () => void }) {
  const move = useMutation(moveWorks);
  const [customer, setCustomer] = useState('');
  const [tried, setTried] = useState(false);
  const name = customer.trim();
  const invoiced = chosen.filter(({ invoiceNumber }) => invoiceNumber !== null).length;
  const refusal =
    invoiced > 0
      ? `${invoiced} of the chosen ${plural(invoiced, 'is', 'are')} on an invoice. Take ${plural(invoiced, 'it', 'them')} off first.`
      : chosen.length > MAX_CHOSEN
        ? `Choose ${MAX_CHOSEN} entries at most.`
        : null;
  const send = () => {
    setTried(true);
    if (name === '' || name.length > 120) return;
    move.mutate({ works: chosen, customer: name }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Change customer"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {refusal === null && (
            <Button variant="main" busy={move.isPending} busyText="Saving..." onClick={send}>
              Change {counted(chosen.length, 'entry', 'entries')}
            </Button>
          )}
        </>
      }
    >
      {refusal === null ? (
        <CustomerSelect
          label="New customer for these entries"
          value={customer}
          error={
            tried && name === ''
              ? 'Choose or type a customer.'
              : name.length > 120
                ? "The customer's name is too long (120 characters at most)."
                : undefined
          }
          onChange={setCustomer}
        />
      ) : (
        <p>{refusal}</p>
      )}
    </Dialog>
  );
}
