import { X } from 'lucide-react';
import type { ReactNode } from 'react';

/** One part of a job with its details, and a button that takes it off. */
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

/** The list with one element changed, or without it. */
export const changedAt = <T,>(list: readonly T[], at: number, change: Partial<T> | null): readonly T[] =>
  change === null
    ? list.filter((_, position) => position !== at)
    : list.map((one, position) => (position === at ? { ...one, ...change } : one));
