import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Account } from '@/domain/account/account';
import type { JobMore } from '@/domain/works/job-more';
import type { WorkRules } from '@/domain/works/work-rules';
import { readState, type Read } from '@/lib/read-state';
import { Button } from '@/ui/button';

/** A job whose parts are being edited: a new one in the form, or a stored one. An empty date is today. */
export type EditedJob = {
  more: JobMore;
  setMore: (more: JobMore) => void;
  account: Account;
  rules: WorkRules;
  text: { customer: string; workDate: string };
  id: string;
};

/** One part of a job with its details, and a button that removes it. */
export function PartCard({ title, onRemove, children }: { title: string; onRemove: () => void; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 rounded-2 border-(length:--hair) border-line bg-raised p-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-3 wrap-anywhere">{title}</h3>
        <button type="button" className="icon-btn" aria-label={`Take ${title} off`} onClick={onRemove}>
          <X aria-hidden="true" />
        </button>
      </div>
      {children}
    </section>
  );
}

/** Why there is nothing to choose from: the farm has none, or the list did not load. */
export function NoChoices({ query, none }: { query: Read; none: string }) {
  const state = readState(query);
  if (state === 'ready') return <p className="hint">{none}</p>;
  if (state === 'loading') return null;
  return (
    <div className="flex flex-wrap items-center gap-2" role="alert">
      <p className="hint">This list is not on this device, and did not load.</p>
      <Button onClick={() => void query.refetch()}>Try again</Button>
    </div>
  );
}

/** The list without the element at `at`; with -1, and with one more element. */
export const withToggled = <T,>(list: readonly T[], at: number, element: T): readonly T[] =>
  at < 0 ? [...list, element] : withElementAt(list, at, null);

/** The list with one element changed, or without it. */
export const withElementAt = <T,>(list: readonly T[], at: number, change: Partial<T> | null): readonly T[] =>
  change === null
    ? list.filter((_, position) => position !== at)
    : list.map((one, position) => (position === at ? { ...one, ...change } : one));
