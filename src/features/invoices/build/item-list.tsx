import { Fuel, Pencil, Plus, X } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatMoney, formatQuantity, negate, type Currency, type Decimal } from '@/domain/core/money';
import type { DraftItem } from '@/features/invoices/use-invoice-draft';
import { Button, IconButton } from '@/ui/button';

// Loaded on demand, with its schema.
const ItemForm = lazy(async () => ({ default: (await import('./item-form')).ItemForm }));

const NEW = 'new';

/** Charges other than work, and discounts. */
export function ItemList({
  items,
  currency,
  surchargeId,
  onAdd,
  onChange,
  onRemove,
  onRestoreSurcharge,
}: {
  items: readonly DraftItem[];
  currency: Currency;
  /** The id of the item calculated from the ticked entries, if any. */
  surchargeId: string | null;
  onAdd: (item: DraftItem) => void;
  onChange: (item: DraftItem) => void;
  onRemove: (id: string) => void;
  /** Restores the fuel surcharge; null if there is none to restore. */
  onRestoreSurcharge: (() => void) | null;
}) {
  const [open, setOpen] = useState<string | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // Move the focus to the "Add item" button, so that it stays in the card when a form is closed.
  const close = () => {
    flushSync(() => setOpen(null));
    addButton.current?.focus();
  };
  return (
    <section className="card card-rows" aria-label="Additional items">
      <div className="pick-row min-h-tap">
        <strong className="grow text-3">Additional items</strong>
        {open === null && (
          <Button ref={addButton} variant="quiet" className="-mr-3" onClick={() => setOpen(NEW)}>
            <Plus aria-hidden="true" />
            Add item
          </Button>
        )}
      </div>
      {items.map((item) =>
        open === item.id ? (
          <Suspense key={item.id}>
            <ItemForm
              currency={currency}
              item={item}
              onSave={(change) => {
                onChange({ id: item.id, ...change });
                close();
              }}
              onCancel={close}
            />
          </Suspense>
        ) : (
          <div key={item.id} className="pick-row">
            <span className="grow">
              {item.description}
              {item.percent !== null && <span className="block text-muted">{shareWords(item.percent)}</span>}
              {item.id === surchargeId && <span className="block text-muted">Follows the ticked work.</span>}
            </span>
            <span className="figure">{formatMoney(item.amount, currency)}</span>
            <span className="flex">
              <IconButton label={`Edit ${item.description}`} onClick={() => setOpen(item.id)}>
                <Pencil aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Remove ${item.description}`}
                onClick={() => {
                  onRemove(item.id);
                  addButton.current?.focus();
                }}
              >
                <X aria-hidden="true" />
              </IconButton>
            </span>
          </div>
        ),
      )}
      {onRestoreSurcharge && (
        <div className="pick-row">
          <span className="grow text-muted">No fuel surcharge on this invoice.</span>
          <Button variant="quiet" className="-mr-3" onClick={onRestoreSurcharge}>
            <Fuel aria-hidden="true" />
            Put it back
          </Button>
        </div>
      )}
      {open === NEW && (
        <Suspense>
          <ItemForm
            currency={currency}
            onSave={(item) => {
              onAdd({ id: crypto.randomUUID(), ...item });
              close();
            }}
            onCancel={close}
          />
        </Suspense>
      )}
    </section>
  );
}

/** "5 % of the ticked work." */
const shareWords = (percent: Decimal) =>
  `${formatQuantity(percent < 0 ? negate(percent) : percent)} % of the ticked work.`;
