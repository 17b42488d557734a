import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Measure } from './long-list';

/** The rows of a ledger as cards for a phone, under the day or group they belong to. */
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
      {title != null && <CardsHead title={title} sum={sum} />}
      <ul className="ruled">{children}</ul>
    </section>
  );
}

/** The heading above the cards of a day or group. */
export function CardsHead({ title, sum }: { title: ReactNode; sum?: ReactNode | undefined }) {
  return (
    <h2 className="day-head">
      <span>{title}</span>
      {sum != null && <span className="figure text-muted">{sum}</span>}
    </h2>
  );
}

/** A checkbox instead of a link. `label` names the entry. */
type Pick = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/**
 * One entry: name, secondary lines below, figure and state on the right. It opens with `to` or `onOpen`, or is selected
 * with `pick`; with `expanded`, the opened content follows below as `nested` cards. In a long list it has a `place` (from
 * 0) of `total`, a `measure`, and a `head` if its day or group begins there.
 */
export function LedgerCard({
  title,
  lines = [],
  figure,
  state,
  to,
  onOpen,
  expanded,
  nested,
  pick,
  head,
  place,
  total,
  measure,
}: {
  title: ReactNode;
  lines?: readonly ReactNode[] | undefined;
  figure?: ReactNode | undefined;
  state?: ReactNode | undefined;
  to?: string | undefined;
  onOpen?: (() => void) | undefined;
  expanded?: boolean | undefined;
  nested?: boolean | undefined;
  pick?: Pick | undefined;
  head?: ReactNode | undefined;
  place?: number | undefined;
  total?: number | undefined;
  measure?: Measure | undefined;
}) {
  const inside = (
    <>
      <span className="ledger-card-text">
        <strong>{title}</strong>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of an entry keep their order
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
    <li
      ref={measure}
      data-row={place}
      aria-posinset={place === undefined ? undefined : place + 1}
      aria-setsize={total}
      data-on={pick?.checked ? '' : undefined}
      data-head={head ? '' : undefined}
      data-nested={nested ? '' : undefined}
    >
      {head}
      {pick ? (
        <label className="ledger-pick">
          <input
            type="checkbox"
            className="pick-box"
            aria-label={pick.label}
            checked={pick.checked}
            onChange={({ target }) => pick.onChange(target.checked)}
          />
          <span className="ledger-card">{inside}</span>
        </label>
      ) : to ? (
        <Link to={to} className="ledger-card">
          {inside}
        </Link>
      ) : onOpen ? (
        <button type="button" className="ledger-card" aria-expanded={expanded} onClick={onOpen}>
          {inside}
        </button>
      ) : (
        <div className="ledger-card">{inside}</div>
      )}
    </li>
  );
}
