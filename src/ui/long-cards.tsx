import type { ReactNode } from 'react';
import { placed, type Measure } from './long-list';
import { useVirtualRows } from './use-virtual-rows';

const CARD = 100;

/** Cards in any number: those near the window are drawn. `children` draws one as a `LedgerCard` with `place` and `measure`. */
export function LongCards<Row extends { id: string }>({
  label,
  rows,
  total,
  onSpan,
  children,
}: {
  /** Its name for those who hear it. */
  label: string;
  /** The rows that are here, from the first one on. */
  rows: readonly Row[];
  /** How many there are, here or not. */
  total: number;
  /** Told which rows the window is at (`to` not included), also where they are not here yet. */
  onSpan?: ((from: number, to: number) => void) | undefined;
  children: (row: Row, place: number, measure: Measure) => ReactNode;
}) {
  const { slots, attachList, attachRow } = useVirtualRows({
    name: label,
    count: total,
    loaded: rows.length,
    guess: CARD,
    onSpan,
  });
  return (
    <>
      <ul className="ruled" aria-label={label} ref={attachList}>
        {placed(slots, rows).map((slot) =>
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
