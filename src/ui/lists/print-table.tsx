import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { sumsWords, type PrintoutColumn, type PrintoutSum } from '@/domain/core/printout-columns';

let printing = false;
const listeners = new Set<() => void>();
const setPrinting = (next: boolean) => () => {
  printing = next;
  // The browser prints as soon as the event handler returns: the table must be in the document by then.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
};
const [begin, end] = [setPrinting(true), setPrinting(false)];

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    printing = false;
  };
}

/**
 * The printed form of a list, in the document only while it is printed: all loaded rows as one plain table, whatever
 * the screen shows of them. It replaces the page (print.css); the header is repeated on each sheet.
 */
export function PrintTable<Row extends { id: string }>({
  title,
  note,
  columns,
  rows,
  total,
  sums = [],
}: {
  title: string;
  /** The farm, the date of printing, and the filters. */
  note: string;
  columns: readonly PrintoutColumn<Row>[];
  rows: readonly Row[];
  /** The number of all rows, loaded or not. */
  total: number;
  sums?: readonly PrintoutSum[];
}) {
  const shown = useSyncExternalStore(subscribe, () => printing);
  if (!shown) return null;
  const number = new Intl.NumberFormat('en-GB');
  return (
    <section className="print-sheet">
      <h1>{title}</h1>
      <p>{note}</p>
      {rows.length < total && (
        <p>
          The first {number.format(rows.length)} of {number.format(total)}. Press Print above the list to print all of
          it.
        </p>
      )}
      <table>
        <thead>
          <tr>
            {columns.map(({ head, figure }) => (
              <th key={head} scope="col" className={figure ? 'figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map(({ head, figure, noWrap, cell }) => (
                <td key={head} className={figure ? 'figure' : noWrap ? 'no-wrap' : undefined}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {/* A row of the table, so that the header is above it even if nothing else is on its sheet. */}
        {sums.length > 0 && (
          <tfoot>
            <tr>
              <td colSpan={columns.length}>{sumsWords(sums)}</td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/**
 * Prints a list that is loaded in parts: loads the rest first. Ctrl+P (Cmd+P) does the same. Rows that could not be
 * loaded are left out, and the printout says so.
 */
export function usePrintList({
  loaded,
  hasMore,
  failed,
  loadMore,
}: {
  loaded: number;
  hasMore: boolean;
  failed: boolean;
  loadMore: () => void;
}) {
  const [isRequested, setRequested] = useState(false);
  const print = useCallback(() => setRequested(true), []);
  useEffect(() => {
    if (!isRequested) return;
    if (hasMore && !failed) return loadMore();
    // In a task of its own: within an effect React can't render synchronously, so the printout would lack the table.
    const timer = setTimeout(() => {
      setRequested(false);
      window.print();
    });
    return () => clearTimeout(timer);
  }, [isRequested, loaded, hasMore, failed, loadMore]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      print();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [print]);
  return { print, isReading: isRequested };
}
