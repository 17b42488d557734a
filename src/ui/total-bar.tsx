import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState, type ReactNode } from 'react';

/**
 * The sums of a list, pinned to the lower edge (the `foot` of a page). The last sum is the grand total and has the
 * double rule. A phone shows `short` and the grand total, and the other sums after a press on `short`. `chosen` is what
 * to do with the ticked rows; on a phone it replaces the sums, so that the list keeps its room.
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
                <dd className={grand ? 'total double' : 'n'}>{sum.value}</dd>
              </div>
            );
          })}
        </dl>
      </div>
    </section>
  );
}
