import type { ReactNode } from 'react';
import { LoadingRows } from './list-states';
import { rowsInSlots, type Measure } from './long-list';
import { useVirtualRows } from './use-virtual-rows';

const ROW_HEIGHT = 41;

/**
 * A virtual ledger: renders the rows near the window and reports the full count to screen readers. `children` renders
 * one row as a `LedgerRow` with `place` and `measure`. On screen each row is laid out on its own (ledger.css), so that
 * added rows do not affect the others. Browsers may then no longer expose a table, so the roles are set explicitly.
 */
export function LongLedger<Row extends { id: string }>({
  caption,
  head,
  columns,
  rows,
  total,
  isPending = false,
  onVisibleRange,
  children,
}: {
  /** Its name for screen readers. */
  caption: string;
  head: ReactNode;
  /** The class that sets `--columns`, the tracks of every row (columns.css). */
  columns: string;
  /** The loaded rows, from the first one on. */
  rows: readonly Row[];
  /** The number of all rows, loaded or not. */
  total: number;
  /** While the first rows are loading. */
  isPending?: boolean | undefined;
  /** Called with the range of rows near the window (`to` exclusive), loaded or not. */
  onVisibleRange?: ((from: number, to: number) => void) | undefined;
  children: (row: Row, place: number, measure: Measure) => ReactNode;
}) {
  const { slots, attachList, attachRow } = useVirtualRows({
    name: caption,
    count: total,
    loaded: rows.length,
    guess: ROW_HEIGHT,
    onVisibleRange,
  });
  return (
    <>
      <div className="card long-ledger">
        <table role="table" className={`ledger ${columns}`} aria-rowcount={total + 1} aria-busy={isPending}>
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={1}>
              {head}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={attachList}>
            {rowsInSlots(slots, rows).map((slot) =>
              'gap' in slot ? (
                <tr key={slot.key} aria-hidden="true" className="rows-gap">
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a spacer for rows, without content */}
                  <td style={{ height: slot.gap }} />
                </tr>
              ) : (
                children(slot.item, slot.row, attachRow)
              ),
            )}
          </tbody>
        </table>
        {isPending && <LoadingRows rows={8} />}
      </div>
    </>
  );
}
