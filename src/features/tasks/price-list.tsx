import { CalendarOff, Ellipsis, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import type { Currency } from '@/domain/core/money';
import { compareNames } from '@/domain/core/search';
import { unitOf } from '@/domain/core/units';
import { gapsOf, gapWords, isValidOn, priceSpan, pricesOf, priceWords, type Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';
import { CardHead } from '@/ui/layout/card';
import { Menu } from '@/ui/popups/menu';

type PriceAction = 'change' | 'end' | 'delete';

/** The prices of a task, first for everybody, then by customer, each with its dates and the gaps in between. */
export function PriceList({
  task,
  prices,
  nameOf,
  today,
  currency,
  onAction,
}: {
  task: Task;
  prices: readonly Price[];
  nameOf: (customerId: string) => string;
  today: string;
  currency: Currency;
  /** Null if nothing can be changed at the moment. */
  onAction: ((price: Price, action: PriceAction) => void) | null;
}) {
  const own = prices.filter(({ taskId }) => taskId === task.id);
  const customerGroups = [...new Set(own.map(({ customerId }) => customerId))]
    .map((customerId) => ({ customerId, name: customerId === null ? 'Everybody' : nameOf(customerId) }))
    .sort((a, b) => (a.customerId === null ? -1 : b.customerId === null ? 1 : compareNames(a.name, b.name)));
  return customerGroups.map(({ customerId, name }) => {
    const units = [...new Set(own.filter((price) => price.customerId === customerId).map((p) => p.chargeableUnit))];
    return (
      <section key={customerId} className="card card-rows" aria-label={`Prices for ${name}`}>
        <CardHead title={name} level={3} />
        {units.flatMap((unit) => {
          const priced = { taskId: task.id, customerId, unit };
          const ownRate = (task.chargeableUnit ?? unit) === unit ? task.defaultRate : null;
          return [
            ...pricesOf(prices, priced).map((price) => (
              <PriceRow key={price.id} price={price} today={today} currency={currency} onAction={onAction} />
            )),
            ...gapsOf(prices, priced).map((gap) => (
              <p key={`${unit} ${gap.from}`} className="pick-row">
                <TriangleAlert aria-hidden="true" className="size-5 flex-none text-warning" />
                <span className="grow">
                  {gapWords(gap, ownRate, currency)}
                  {units.length > 1 && <span className="text-muted"> ({unitOf(unit).label})</span>}
                </span>
              </p>
            )),
          ];
        })}
      </section>
    );
  });
}

function PriceRow({
  price,
  today,
  currency,
  onAction,
}: {
  price: Price;
  today: string;
  currency: Currency;
  onAction: ((price: Price, action: PriceAction) => void) | null;
}) {
  const now = isValidOn(price, today);
  const words = priceWords(price.rate, price.chargeableUnit, currency);
  const span = priceSpan(price);
  return (
    <div className="pick-row">
      <span className={`grow figure ${now ? '' : 'text-muted'}`}>
        {span.charAt(0).toUpperCase() + span.slice(1)}
        {now && <span className="text-muted"> · now</span>}
      </span>
      <span className={`figure ${now ? 'strong' : ''}`}>{words}</span>
      {onAction && (
        <Menu
          className="icon-btn"
          aria-label={`More for ${words} ${span}`}
          items={[
            { label: 'Change', icon: <Pencil aria-hidden="true" />, onSelect: () => onAction(price, 'change') },
            ...(price.validTo === null
              ? [{ label: 'End', icon: <CalendarOff aria-hidden="true" />, onSelect: () => onAction(price, 'end') }]
              : []),
            'rule',
            {
              label: 'Delete',
              icon: <Trash2 aria-hidden="true" />,
              danger: true,
              onSelect: () => onAction(price, 'delete'),
            },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </Menu>
      )}
    </div>
  );
}
