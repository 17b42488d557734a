import { formatDateLong } from '@/domain/core/time';
import { docketSections, type Docket } from '@/domain/works/docket';
import type { Account } from '@/domain/account/account';
import { useToday } from '@/session/today';

/** A docket as the customer reads it: on the screen, before signing, and with the same texts in the PDF. */
export function DocketSheet({
  docket,
  account: {
    settings: { currency },
  },
  withPrices,
}: {
  docket: Docket;
  account: Account;
  withPrices: boolean;
}) {
  const today = useToday();
  return (
    <>
      <p>
        <strong className="text-4">{docket.customer}</strong>
        <span className="block text-muted">{formatDateLong(docket.workDate, today)}</span>
      </p>
      {docketSections(docket, currency, withPrices).map(({ title, rows }) => (
        <section key={title} className="grid gap-1" aria-label={title}>
          <h3 className="text-3">{title}</h3>
          <dl className="grid">
            {rows.map(({ what, amount, note }, at) => (
              <div key={at} className="grid grid-cols-[1fr_auto] gap-x-4 border-t border-line py-2">
                <dt className="wrap-anywhere">{what}</dt>
                <dd className="figure text-end">{amount}</dd>
                {note && <dd className="hint col-span-2 whitespace-pre-line wrap-anywhere">{note}</dd>}
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
