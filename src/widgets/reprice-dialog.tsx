import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { repricePreviewQuery, repriceWorks, type RepriceEntry, type RepriceScope } from '@/data/prices/prices';
import { add, formatMoney, negate, ZERO, type Currency, type Decimal } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatQuantityWithUnit } from '@/domain/core/units';
import { counted, plural } from '@/domain/core/word-list';
import { priceWords } from '@/domain/prices/price';
import { useAccount } from '@/session/account';
import { useDisabledReason } from '@/session/disabled-reason';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { Dialog } from '@/ui/popups/dialog';

const NONE: ReadonlySet<string> = new Set();
const entriesWords = (n: number) => counted(n, 'entry', 'entries');

/**
 * A preview of re-pricing, entry by entry, before anything is changed. The user can untick entries; the rest is changed
 * exactly as shown or not at all. `scope` limits it to a task, a customer, days or chosen entries.
 */
export function RepriceDialog({ scope, onClose }: { scope: RepriceScope; onClose: () => void }) {
  const { ownerId, settings } = useAccount();
  const { currency } = settings;
  const preview = useQuery(repricePreviewQuery(ownerId, scope));
  const apply = useMutation(repriceWorks);
  const [excluded, setExcluded] = useState(NONE);
  const entries = preview.data?.entries ?? [];
  const typed = preview.data?.typed ?? 0;
  const included = entries.filter(({ workId }) => !excluded.has(workId));
  const change = add(...included.map(({ oldValue, newValue }) => add(newValue ?? ZERO, negate(oldValue ?? ZERO))));
  const setIncluded = (ids: readonly string[], on: boolean) => {
    const next = new Set(excluded);
    for (const id of ids) {
      if (on) next.delete(id);
      else next.add(id);
    }
    setExcluded(next);
  };
  const blockedReason = useDisabledReason();
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
              disabled={included.length === 0 || blockedReason !== null}
              busy={apply.isPending}
              busyText="Re-pricing..."
              // On failure, load the preview again, because the same request would be refused again.
              onClick={() =>
                apply.mutate(included, {
                  onSuccess: onClose,
                  onError: () => void preview.refetch({ throwOnError: false }),
                })
              }
            >
              Re-price {entriesWords(included.length)}
            </Button>
          )}
        </>
      }
    >
      <QueryList read={preview} loading={{ rows: 3, text: 'Looking at your unbilled work...' }}>
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
                    checked={included.length === entries.length}
                    onChange={({ target }) =>
                      setIncluded(
                        entries.map(({ workId }) => workId),
                        target.checked,
                      )
                    }
                  />
                  <span>{plural(entries.length, 'The entry', `All ${entriesWords(entries.length)}`)}</span>
                </label>
                <p>
                  Together <b className="figure">{signedMoney(change, currency)}</b>
                </p>
              </div>
              <ul className="card card-rows" aria-label="Entries to re-price">
                <Paged items={entries}>
                  {(part) =>
                    part.map((entry) => (
                      <EntryRow
                        key={entry.workId}
                        entry={entry}
                        showsTask={scope.taskId === undefined}
                        currency={currency}
                        checked={!excluded.has(entry.workId)}
                        onChoose={(on) => setIncluded([entry.workId], on)}
                      />
                    ))
                  }
                </Paged>
              </ul>
            </>
          )}
          {typed > 0 && (
            <p className="hint">
              {plural(typed, '1 entry stays', `${entriesWords(typed)} stay`)} as it was typed: somebody entered the
              value by hand.
            </p>
          )}
          {blockedReason !== null && <p className="hint">{blockedReason}</p>}
        </div>
      </QueryList>
    </Dialog>
  );
}

const signedMoney = (amount: Decimal, currency: Currency) => `${amount > 0 ? '+' : ''}${formatMoney(amount, currency)}`;

function EntryRow({
  entry,
  showsTask,
  currency,
  checked,
  onChoose,
}: {
  entry: RepriceEntry;
  /** Whether to show the task's name. */
  showsTask: boolean;
  currency: Currency;
  checked: boolean;
  onChoose: (on: boolean) => void;
}) {
  const today = useToday();
  const { unit, oldRate, newRate, oldValue, newValue, quantity } = entry;
  const facts = [
    showsTask && entry.taskName,
    formatDate(entry.workDate, today),
    quantity !== null && formatQuantityWithUnit(quantity, unit, entry.minutes ?? undefined),
  ];
  return (
    <li>
      <label className="pick-row cursor-pointer py-2">
        <input
          type="checkbox"
          className="check-box pick-box"
          checked={checked}
          onChange={({ target }) => onChoose(target.checked)}
        />
        <span className="grow">
          {entry.customer}
          <span className="block text-muted">{facts.filter(Boolean).join(' · ')}</span>
        </span>
        <span className="text-right max-sm:basis-full">
          <span className="block">
            <span className="figure text-muted">
              {oldRate === null ? 'Needs rate' : priceWords(oldRate, unit, currency)}
            </span>
            <BecomesArrow />
            <span className="figure">{priceWords(newRate, unit, currency)}</span>
          </span>
          <span className="block">
            {newValue === null ? (
              <span className="text-muted">Needs quantity</span>
            ) : (
              <>
                {oldValue !== null && (
                  <>
                    <span className="figure text-muted">{formatMoney(oldValue, currency)}</span>
                    <BecomesArrow />
                  </>
                )}
                <b className="figure">{formatMoney(newValue, currency)}</b>
              </>
            )}
          </span>
        </span>
      </label>
    </li>
  );
}

const BecomesArrow = () => (
  <>
    <span aria-hidden="true"> → </span>
    <span className="sr-only"> becomes </span>
  </>
);
