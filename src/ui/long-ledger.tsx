import type { ReactNode } from 'react';
import { LoadingRows } from './list-states';
import { placed, type Measure } from './long-list';
import { useVirtualRows } from './use-virtual-rows';

const ROW = 41;

/**
 * A ledger of any length: the rows near the window are drawn, and all are counted for those who hear it. `children` draws
 * one row, as a `LedgerRow` that is given `place` and `measure`. On a screen each row lays itself out (ledger.css), so
 * that rows that come cost nothing of the others: a browser may then take the table for none, and the roles say it is one.
 */
export function LongLedger<Row extends { id: string }>({
  caption,
  head,
  columns,
  rows,
  total,
  isPending = false,
  onSpan,
  children,
}: {
  /** Its name for those who hear it. */
  caption: string;
  head: ReactNode;
  /** The class that sets `--columns`, the tracks of every row (columns.css). */
  columns: string;
  /** The rows that are here, from the first one on. */
  rows: readonly Row[];
  /** How many there are, here or not. */
  total: number;
  /** The first rows are on their way. */
  isPending?: boolean | undefined;
  /** Told which rows the window is at (`to` not included), also where they are not here yet. */
  onSpan?: ((from: number, to: number) => void) | undefined;
  children: (row: Row, place: number, measure: Measure) => ReactNode;
}) {
  const { slots, attachList, attachRow } = useVirtualRows({
    name: caption,
    count: total,
    loaded: rows.length,
    guess: ROW,
    onSpan,
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
            {placed(slots, rows).map((slot) =>
              'gap' in slot ? (
                <tr key={slot.key} aria-hidden="true" className="rows-gap">
                  {/* Room for rows, and nothing to press. */}
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
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
