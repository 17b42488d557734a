import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** The same rows on a phone, under the day (or group) they belong to. */
export function LedgerCards({
  title,
  sum,
  children,
}: {
  title?: ReactNode | undefined;
  sum?: ReactNode | undefined;
  children: ReactNode;
}) {
  return (
    <section>
      {title != null && (
        <h2 className="day-head">
          <span>{title}</span>
          {sum != null && <span className="n text-muted">{sum}</span>}
        </h2>
      )}
      <ul className="ruled">{children}</ul>
    </section>
  );
}

/** One entry: name, quiet lines below, figure and state at the right. Opens with `to` or `onOpen`. */
export function LedgerCard({
  title,
  lines = [],
  figure,
  state,
  to,
  onOpen,
}: {
  title: ReactNode;
  lines?: readonly ReactNode[] | undefined;
  figure?: ReactNode | undefined;
  state?: ReactNode | undefined;
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
}) {
  const inside = (
    <>
      <span className="ledger-card-text">
        <strong>{title}</strong>
        {lines.map((line, index) => (
          // The lines of an entry keep their order.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>{line}</span>
        ))}
      </span>
      <span className="ledger-card-end">
        <b className="total">{figure}</b>
        {state}
      </span>
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className="ledger-card">
          {inside}
        </Link>
      ) : onOpen ? (
        <button type="button" className="ledger-card" onClick={onOpen}>
          {inside}
        </button>
      ) : (
        <div className="ledger-card">{inside}</div>
      )}
    </li>
  );
}
