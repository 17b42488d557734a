import type { ComponentProps, ReactNode } from 'react';
import type { Measure } from './long-list';

/** A ruled table in a card. `caption` is its name for screen readers. */
export function Ledger({ caption, head, children }: { caption: string; head: ReactNode; children: ReactNode }) {
  return (
    <div className="card relative overflow-x-auto overflow-y-clip">
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

/**
 * A header cell; `figure` for a column of numbers, `hideText` if its text is only for screen readers (checkboxes,
 * menus).
 */
export function HeadCell({
  figure = false,
  hideText = false,
  className = '',
  children,
  ...rest
}: ComponentProps<'th'> & { figure?: boolean | undefined; hideText?: boolean | undefined }) {
  return (
    <th role="columnheader" scope="col" {...rest} className={`${figure ? 'figure' : ''} ${className}`}>
      {hideText ? <span className="sr-only">{children}</span> : children}
    </th>
  );
}

/**
 * A row; `chosen` while it is selected. In a long ledger it has its `place`, counted from 0, and a `measure` for its height.
 */
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
      // The header is row 1.
      aria-rowindex={place === undefined ? undefined : place + 2}
      {...rest}
      data-on={chosen ? '' : undefined}
    />
  );
}

/**
 * Money or a quantity: right-aligned, tabular figures. `strong` for the value of a row, `grand` for a total with a double line
 * below it.
 */
export function FigureCell({
  strong = false,
  grand = false,
  className = '',
  children,
  ...rest
}: ComponentProps<'td'> & { strong?: boolean | undefined; grand?: boolean | undefined }) {
  return (
    <td role="cell" {...rest} className={`figure ${strong ? 'strong' : ''} ${className}`}>
      {grand ? <span className="total double">{children}</span> : children}
    </td>
  );
}

/** The checkbox of a row: the whole cell is the target. `label` names the row. */
export function PickCell({ label, ...input }: Omit<ComponentProps<'input'>, 'type'> & { label: string }) {
  return (
    <td role="cell" className="pick">
      <label>
        <input type="checkbox" aria-label={label} {...input} className="pick-box" />
      </label>
    </td>
  );
}
