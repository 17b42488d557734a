import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repricePreviewQuery, repriceWorks, type RepriceEntry, type RepriceScope } from '@/data/prices/prices';
import { add, formatMoney, negate, ZERO, type Currency, type Decimal } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { priceWords } from '@/domain/prices/price';
import { useOnline } from '@/offline/online';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { Dialog } from '@/ui/popups/dialog';

const NONE: ReadonlySet<string> = new Set();
const counted = (n: number) => (n === 1 ? '1 entry' : `${n.toLocaleString('en-GB')} entries`);

/**
 * A preview of re-pricing, entry by entry, before anything is changed. The user can untick entries; the rest is changed
 * exactly as shown or not at all. `scope` limits it to a task, a customer, days or chosen entries.
 */
export function RepriceDialog({ scope, onClose }: { scope: RepriceScope; onClose: () => void }) {
  const { ownerId, canWrite, settings } = useAccount();
  const { currency } = settings;
  const online = useOnline();
  const preview = useQuery(repricePreviewQuery(ownerId, scope));
  const apply = useMutation(repriceWorks);
  const [left, setLeft] = useState(NONE);
  const entries = preview.data?.entries ?? [];
  const chosen = entries.filter(({ workId }) => !left.has(workId));
  const change = add(...chosen.map(({ oldValue, newValue }) => add(newValue ?? ZERO, negate(oldValue ?? ZERO))));
  const choose = (ids: readonly string[], on: boolean) => {
    const next = new Set(left);
    for (const id of ids) {
      if (on) next.delete(id);
      else next.add(id);
    }
    setLeft(next);
  };
  const held = !online
    ? 'You need signal to change this.'
    : canWrite
      ? null
      : 'Your account can read but not write at the moment.';
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Re-price unbilled work"
      actions={
        <>
          <Button onClick={onClose}>{entries.length > 0 ? 'Leave as it is' : 'Close'}</Button>
          {entries.length > 0 && (
            <Button
              variant="main"
              disabled={chosen.length === 0 || held !== null}
              busy={apply.isPending}
              busyText="Re-pricing..."
              // On failure, load the preview again: the same request would be refused once more.
              onClick={() =>
                apply.mutate(chosen, {
                  onSuccess: onClose,
                  onError: () => void preview.refetch({ throwOnError: false }),
                })
              }
            >
              Re-price {counted(chosen.length)}
            </Button>
          )}
        </>
      }
    >
      {preview.isPending ? (
        <LoadingRows rows={3} text="Looking at your unbilled work..." />
      ) : !preview.data ? (
        <ErrorState onRetry={() => void preview.refetch()} />
      ) : (
        <div className="grid gap-3 pt-1">
          {apply.isError && <Banner tone="warn">{apply.error.message}</Banner>}
          {entries.length === 0 ? (
            <p className="text-muted">Nothing to re-price. Every unbilled entry here carries the rate of its day.</p>
          ) : (
            <>
              <p className="text-muted">
                Each entry gets the price of the day of its work. What is on an invoice stays as it is.
              </p>
              <div className="flex flex-wrap items-center justify-between gap-x-4">
                <label className="check">
                  <input
                    type="checkbox"
                    className="check-box"
                    checked={chosen.length === entries.length}
                    onChange={({ target }) =>
                      choose(
                        entries.map(({ workId }) => workId),
                        target.checked,
                      )
                    }
                  />
                  <span>{entries.length === 1 ? 'The entry' : `All ${counted(entries.length)}`}</span>
                </label>
                <p>
                  Together <b className="n">{signed(change, currency)}</b>
                </p>
              </div>
              <ul className="card card-rows" aria-label="Entries to re-price">
                <Paged items={entries}>
                  {(part) =>
                    part.map((entry) => (
                      <Entry
                        key={entry.workId}
                        entry={entry}
                        named={scope.taskId === undefined}
                        currency={currency}
                        on={!left.has(entry.workId)}
                        onChoose={(on) => choose([entry.workId], on)}
                      />
                    ))
                  }
                </Paged>
              </ul>
            </>
          )}
          {preview.data.typed > 0 && (
            <p className="hint">
              {preview.data.typed === 1 ? '1 entry stays' : `${counted(preview.data.typed)} stay`} as it was typed:
              somebody entered the value by hand.
            </p>
          )}
          {held !== null && <p className="hint">{held}</p>}
        </div>
      )}
    </Dialog>
  );
}

const signed = (amount: Decimal, currency: Currency) => `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`;

function Entry({
  entry,
  named,
  currency,
  on,
  onChoose,
}: {
  entry: RepriceEntry;
  /** Whether to show the task's name. */
  named: boolean;
  currency: Currency;
  on: boolean;
  onChoose: (on: boolean) => void;
}) {
  const today = useToday();
  const { unit, oldRate, newRate, oldValue, newValue, quantity } = entry;
  const facts = [
    named && entry.taskName,
    formatDate(entry.workDate, today),
    quantity !== null && formatQuantityWithUnit(quantity, unit, entry.minutes ?? undefined),
  ];
  return (
    <li>
      <label className="pick-row cursor-pointer py-2">
        <input
          type="checkbox"
          className="check-box pick-box"
          checked={on}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="grow">
          {entry.customer}
          <span className="block text-muted">{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <span className="text-right max-sm:basis-full">
          <span className="block">
            <span className="n text-muted">
              {oldRate === null ? 'Needs rate' : priceWords(oldRate, unit, currency)}
            </span>
            <Becomes />
            <span className="n">{priceWords(newRate, unit, currency)}</span>
          </span>
          <span className="block">
            {newValue === null ? (
              <span className="text-muted">Needs quantity</span>
            ) : (
              <>
                {oldValue !== null && (
                  <>
                    <span className="n text-muted">{formatMoney(oldValue, currency)}</span>
                    <Becomes />
                  </>
                )}
                <b className="n">{formatMoney(newValue, currency)}</b>
              </>
            )}
          </span>
        </span>
      </label>
    </li>
  );
}

const Becomes = () => (
  <>
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> becomes </span>
  </>
);
