import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { customersQuery } from '@/data/customers/customers';
import { deletePrice, pricesQuery, repricePreviewQuery, type RepriceScope } from '@/data/prices/prices';
import { byName } from '@/domain/core/search';
import { counted, plural } from '@/domain/core/word-list';
import { priceDay, priceSpan, priceWords, type Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { QueryList } from '@/ui/lists/query-list';
import { ConfirmDialog, Dialog } from '@/ui/popups/dialog';
import { RepriceDialog } from '@/widgets/reprice-dialog';
import { PriceForm } from './price-form';
import { PriceList } from './price-list';

type FormState = { price: Price | null; ending: boolean } | null;
const titleOf = (form: FormState) =>
  form === null ? 'Prices' : form.price === null ? 'New price' : 'Change the price';

/** The prices of a task: add, change, end and delete them, and review the unbilled entries affected by a change. */
export function PricesDialog({ task, onClose }: { task: Task; onClose: () => void }) {
  const account = useAccount();
  const { currency } = account.settings;
  const today = useToday();
  const prices = useQuery(pricesQuery(account));
  const customers = useQuery(customersQuery(account));
  const remove = useMutation(deletePrice);
  const [form, setForm] = useState<FormState>(null);
  const [priceToDelete, setPriceToDelete] = useState<Price | null>(null);
  const [changedPrice, setChangedPrice] = useState<Price | null>(null);
  const [scope, setScope] = useState<RepriceScope | null>(null);
  const all = prices.data ?? [];
  const customerNames = new Map(customers.data?.map(({ id, name }) => [id, name]));
  const blockedReason = useDisabledReason();
  const hasNoPrices = !all.some(({ taskId }) => taskId === task.id);
  const handleSaved = (price: Price) => {
    setForm(null);
    setChangedPrice(price);
  };
  if (scope) return <RepriceDialog scope={scope} onClose={() => setScope(null)} />;
  return (
    <>
      <Dialog
        // A separate key for the form, so that the focus moves to its first field, and back to the list afterwards.
        key={form === null ? 'list' : 'form'}
        open
        wide
        onClose={onClose}
        title={`${titleOf(form)} for ${task.name}`}
        actions={
          form === null && (
            <>
              <Button onClick={onClose}>Close</Button>
              {prices.data && blockedReason === null && (
                <Button variant="main" onClick={() => setForm({ price: null, ending: false })}>
                  <Plus aria-hidden="true" />
                  New price
                </Button>
              )}
            </>
          )
        }
      >
        {form !== null ? (
          <PriceForm
            task={task}
            price={form.price}
            ending={form.ending}
            prices={all}
            customers={(customers.data ?? []).filter(({ active }) => active).toSorted(byName)}
            onSaved={handleSaved}
            onCancel={() => setForm(null)}
          />
        ) : (
          <QueryList read={prices} loading={{ rows: 3 }}>
            <div className="grid gap-3 pt-1">
              {changedPrice && <AffectedEntriesBanner price={changedPrice} onReview={setScope} />}
              <p className="text-muted">
                {task.defaultRate === null
                  ? 'The task has no rate of its own.'
                  : `The task's own rate, ${priceWords(task.defaultRate, task.chargeableUnit ?? '', currency)}, is used where no price is set.`}
                {hasNoPrices && ' Set one to charge another rate from a day on, to everybody or to one customer.'}
              </p>
              <PriceList
                task={task}
                prices={all}
                nameOf={(id) => customerNames.get(id) ?? 'A customer'}
                today={today}
                currency={currency}
                onAction={
                  blockedReason === null
                    ? (price, what) => {
                        if (what === 'delete') setPriceToDelete(price);
                        else setForm({ price, ending: what === 'end' });
                      }
                    : null
                }
              />
              {blockedReason === null ? (
                <Button
                  variant="quiet"
                  className="justify-self-start -mx-quiet"
                  onClick={() => setScope({ taskId: task.id })}
                >
                  Re-price unbilled work
                </Button>
              ) : (
                <p className="hint">{blockedReason}</p>
              )}
            </div>
          </QueryList>
        )}
      </Dialog>
      {priceToDelete && (
        <ConfirmDialog
          open
          onClose={() => setPriceToDelete(null)}
          title="Delete this price?"
          verb="Delete"
          busy={remove.isPending}
          busyText="Deleting..."
          onConfirm={() =>
            remove.mutate(priceToDelete.id, {
              onSuccess: () => {
                setChangedPrice(priceToDelete);
                setPriceToDelete(null);
              },
            })
          }
        >
          {priceWords(priceToDelete.rate, priceToDelete.chargeableUnit, currency)}, {priceSpan(priceToDelete)}. Entries
          that are logged keep their rate.
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Offered after a change: the unbilled entries in its period with another rate. They are never changed automatically.
 */
function AffectedEntriesBanner({ price, onReview }: { price: Price; onReview: (scope: RepriceScope) => void }) {
  const { ownerId } = useAccount();
  const today = useToday();
  const { taskId, customerId, validFrom, validTo } = price;
  const scope = { taskId, customerId, from: validFrom, to: validTo };
  const count = useQuery(repricePreviewQuery(ownerId, scope)).data?.entries.length ?? 0;
  if (count === 0) return null;
  return (
    <Banner tone="note" action={<Button onClick={() => onReview(scope)}>Look at them</Button>}>
      {counted(count, 'unbilled entry', 'unbilled entries')} since {priceDay(validFrom, today)}{' '}
      {plural(count, 'carries', 'carry')} another rate.
    </Banner>
  );
}
