import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatMoney, type Currency, type Decimal } from '@/domain/core/money';
import { timeOn } from '@/domain/diary/diary';
import { STATUS_WORDS, type EventStatus, isMovable } from '@/domain/diary/diary-event';
import { useAccount } from '@/session/account';
import { StateBadge, type StateKind } from '@/ui/feedback/state-badge';
import { LedgerCard } from '@/ui/lists/ledger-cards';
import { WorkState } from '@/widgets/work-state';
import { ITEM_KIND_WORDS } from './item-kinds';
import type { ShownItem } from './shown-item';

const STATE_KINDS: Record<EventStatus, StateKind> = {
  planned: 'ready',
  in_progress: 'invoiced',
  done: 'paid',
  cancelled: 'cancelled',
};

/** Undefined if there is no price; "No charge" if the price is zero. */
const priceText = (value: Decimal | null, currency: Currency): string | undefined =>
  value === null ? undefined : value === 0 ? 'No charge' : formatMoney(value, currency);

/** One item of a day; opens when pressed. */
export function ItemCard({
  item,
  date,
  today,
  onOpen,
}: {
  item: ShownItem;
  date: string;
  today: string;
  onOpen: (id: string) => void;
}) {
  const { settings } = useAccount();
  const { work, event, waiting, itemKind, to } = item;
  const time = timeOn(item, date);
  return (
    <LedgerCard
      title={
        <span className={`diary-mark diary-${itemKind}`}>
          <span className="sr-only">{ITEM_KIND_WORDS[itemKind]}: </span>
          {time !== null && <span className="tabular-nums">{time} </span>}
          {item.title}
        </span>
      }
      lines={[...item.lines, ...(waiting === undefined ? [] : [waiting])]}
      figure={priceText(item.value, settings.currency)}
      state={
        work ? (
          <WorkState work={work} today={today} />
        ) : (
          event?.kind === 'job' && <StateBadge kind={STATE_KINDS[event.status]} label={STATUS_WORDS[event.status]} />
        )
      }
      to={to ?? undefined}
      onOpen={event && (() => onOpen(event.id))}
    />
  );
}

/** An item on one of the days of a view. */
export type ItemOfDay = { item: ShownItem; date: string; canMove: boolean; onOpen: (id: string) => void };

/** An item in a view of several days: a link to the page of what it is, or a button that opens it. */
export function ItemLink({
  item: { event, to },
  className,
  canMove,
  onOpen,
  children,
}: Omit<ItemOfDay, 'date'> & { className: string; children: ReactNode }) {
  return to ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    <button
      type="button"
      className={className}
      data-event={canMove && event && isMovable(event) ? event.id : undefined}
      onClick={event && (() => onOpen(event.id))}
    >
      {children}
    </button>
  );
}
