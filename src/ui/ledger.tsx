import type { ComponentProps, ReactNode } from 'react';
import type { Measure } from './long-list';

/** A ruled table in a card. `caption` is its name for those who hear it. */
export function Ledger({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    <div className="card overflow-x-auto overflow-y-clip">
      <table className="ledger">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>{head}</tr>
        </thead>
        {children}
      </table>
    </div>
  );
}

/** A head cell; `figure` for a column of numbers, `hideText` for one that needs no word on screen (ticks, menus). */
export function HeadCell({
  figure = false,
  hideText = false,
  className = '',
  children,
  ...rest
}: ComponentProps<'th'> & { figure?: boolean | undefined; hideText?: boolean | undefined }) {
  return (
    <th role="columnheader" scope="col" {...rest} className={`${figure ? 'n' : ''} ${className}`}>
      {hideText ? <span className="sr-only">{children}</span> : children}
    </th>
  );
}

/** A row; `chosen` while it is ticked. In a long ledger it has a `place` (from 0) and a `measure`. */
export function LedgerRow({
  chosen = false,
  place,
  measure,
  ...rest
}: ComponentProps<'tr'> & {
  chosen?: boolean | undefined;
  place?: number | undefined;
  measure?: Measure | undefined;
}) {
  return (
    <tr
      role="row"
      ref={measure}
      data-row={place}
      // The head is the first row.
      aria-rowindex={place === undefined ? undefined : place + 2}
      {...rest}
      data-on={chosen ? '' : undefined}
    />
  );
}

/** Money or a quantity: right, tabular. `strong` for the value of the row, `grand` for the double rule of a total. */
export function FigureCell({
  strong = false,
  grand = false,
  className = '',
  children,
  ...rest
}: ComponentProps<'td'> & { strong?: boolean | undefined; grand?: boolean | undefined }) {
  return (
    <td role="cell" {...rest} className={`n ${strong ? 'strong' : ''} ${className}`}>
      {grand ? <span className="total double">{children}</span> : children}
    </td>
  );
}

/** The tick of a row: the whole cell can be pressed. `label` names the row. */
export function PickCell({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <td role="cell" className="pick">
      <label>
        <input type="checkbox" aria-label={label} {...input} className="pick-box" />
      </label>
    </td>
  );
}
