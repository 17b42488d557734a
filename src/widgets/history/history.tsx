import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import type { Currency } from '@/domain/core/money';
import { useAccount } from '@/session/account';
import { LoadingRows } from '@/ui/lists/list-states';
import type { HistoryOf } from './history-columns';

const HistoryList = lazy(async () => ({ default: (await import('./history-list')).HistoryList }));

export type HistoryProps = {
  of: HistoryOf;
  id: string;
  /** The row's name. */
  name: string;
  /** Who created it (null: unknown) and when, an ISO instant. */
  createdBy: string | null;
  createdAt: string;
  /** The work's current unit. */
  unit?: string | undefined;
  /** The work's current times: 'HH:MM'. */
  times?: { start: string | null; finish: string | null } | undefined;
  currency?: Currency | undefined;
  creditNote?: boolean | undefined;
};

/** The changes of a row with author and time. Collapsed, loaded when opened, and only for the account holder. */
export function History(row: HistoryProps) {
  const { role } = useAccount();
  const [open, setOpen] = useState(false);
  const id = useId();
  if (role !== 'admin') return null;
  return (
    <section aria-labelledby={`${id}-head`}>
      <h2 id={`${id}-head`} className="text-3">
        <button
          type="button"
          className="btn btn-quiet w-full justify-start"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown aria-hidden="true" className={open ? 'rotate-180' : ''} />
          History
        </button>
      </h2>
      <div id={`${id}-list`}>
        {open && (
          <Suspense fallback={<LoadingRows rows={3} />}>
            <HistoryList {...row} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
