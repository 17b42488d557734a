import type { ReactNode } from 'react';

/**
 * The sums of a list, pinned to the lower edge (the `foot` of a page). The last sum is the grand total and has the
 * double rule; a phone shows `short` and the grand total only. `chosen` is what to do with the ticked rows; on a
 * phone it stands instead of the sums, so that the list keeps its room.
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
  return (
    <section className="total-bar" aria-label="Totals">
      <div className="total-bar-in">
        {chosen ?? (short != null && <span className="total-bar-short text-2">{short}</span>)}
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
