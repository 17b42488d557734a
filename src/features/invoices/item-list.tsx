import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { InvoiceItem } from '@/data/invoices';
import { formatMoney, type Currency } from '@/domain/money';
import { Button, IconButton } from '@/ui/button';
import { ItemForm } from './item-form';

/** What is charged beside the work, and what is taken off. */
export function ItemList({
  items,
  currency,
  onAdd,
  onRemove,
}: {
  items: readonly InvoiceItem[];
  currency: Currency;
  onAdd: (item: InvoiceItem) => void;
  onRemove: (id: string) => void;
}) {
  const [adding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  // The button stands where the form and the rows are closed from: the focus stays in the card.
  const close = () => {
    flushSync(() => setAdding(false));
    add.current?.focus();
  };
  return (
    <section className="card card-rows" aria-label="Additional items">
      <div className="pick-row min-h-tap">
        <strong className="grow text-3">Additional items</strong>
        {!adding && (
          <Button ref={add} variant="quiet" className="-mr-3" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add item
          </Button>
        )}
      </div>
      {items.map(({ id, description, amount }) => (
        <div key={id} className="pick-row">
          <span className="grow">{description}</span>
          <span className="n">{formatMoney(amount, currency)}</span>
          <IconButton
            label={`Remove ${description}`}
            onClick={() => {
              onRemove(id);
              add.current?.focus();
            }}
          >
            <X aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {adding && (
        <ItemForm
          currency={currency}
          onAdd={(item) => {
            onAdd({ id: crypto.randomUUID(), ...item });
            close();
          }}
          onCancel={close}
        />
      )}
    </section>
  );
}
