import type { ReactNode } from 'react';
import { rowsInSlots, type Measure } from './long-list';
import { useVirtualRows } from './use-virtual-rows';

const CARD_HEIGHT = 100;

/**
 * A virtual list of cards: renders those near the window. `children` renders one as a `LedgerCard` with `place` and
 * `measure`.
 */
export function LongCards<Row extends { id: string }>({
  label,
  rows,
  total,
  onVisibleRange,
  children,
}: {
  /** Its name for screen readers. */
  label: string;
  /** The loaded rows, from the first one on. */
  rows: readonly Row[];
  /** The number of all rows, loaded or not. */
  total: number;
  /** Called with the range of rows near the window (`to` exclusive), loaded or not. */
  onVisibleRange?: ((from: number, to: number) => void) | undefined;
  children: (row: Row, place: number, measure: Measure) => ReactNode;
}) {
  const { slots, attachList, attachRow } = useVirtualRows({
    name: label,
    count: total,
    loaded: rows.length,
    guess: CARD_HEIGHT,
    onVisibleRange,
  });
  return (
    <>
      <ul className="ruled" aria-label={label} ref={attachList}>
        {rowsInSlots(slots, rows).map((slot) =>
          'gap' in slot ? (
            <li key={slot.key} aria-hidden="true" className="rows-gap" style={{ height: slot.gap }} />
          ) : (
            children(slot.item, slot.row, attachRow)
          ),
        )}
      </ul>
    </>
  );
}
