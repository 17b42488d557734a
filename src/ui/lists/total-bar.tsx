import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';

/**
 * The totals of a list, pinned to the lower edge (the `foot` of a page). The last one is the grand total, with a double
 * rule. A phone shows `short` and the grand total, and the other totals after a press on `short`. `chosen` holds the
 * actions on selected rows; on a phone it replaces the totals, to leave room for the list.
 */
export function TotalBar({
  sums,
  short,
  chosen,
}: {
  sums: readonly { label: string; value: ReactNode }[];
  short?: ReactNode | undefined;
  chosen?: ReactNode | undefined;
}) {
  const [open, setOpen] = useState(false);
  const Chevron = open ? ChevronDown : ChevronUp;
  return (
    <section className={open ? 'total-bar is-open' : 'total-bar'} aria-label="Totals">
      <div className="total-bar-in">
        {chosen ??
          (short != null &&
            (sums.length > 2 ? (
              <button
                type="button"
                className="total-bar-short text-2"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {short}
                <Chevron aria-hidden="true" size={18} />
              </button>
            ) : (
              <span className="total-bar-short text-2">{short}</span>
            )))}
        <dl className={chosen ? 'max-nav:hidden' : undefined}>
          {sums.map((sum, index) => {
            const grand = index === sums.length - 1;
            return (
              <div key={sum.label} className={grand ? 'grand' : ''}>
                <dt>{sum.label}</dt>
                <dd className={grand ? 'total double' : 'figure'}>{sum.value}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
