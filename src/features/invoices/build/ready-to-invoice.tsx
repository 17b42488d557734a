import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { add, formatMoney } from '@/domain/core/money';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { EmptyState } from '@/ui/lists/list-states';
import { withUnbilledWork, type Unbilled } from './customer-picker';

/** Before a customer is chosen: lists the customers with work to invoice. */
export function ReadyToInvoice({
  controls,
  customers,
  unbilled,
  linkOf,
}: {
  controls: ReactNode;
  customers: readonly Customer[];
  unbilled: Unbilled;
  linkOf: (customerId: string) => string;
}) {
  const { settings } = useAccount();
  const toInvoice = withUnbilledWork(customers, unbilled);
  if (toInvoice.length === 0) {
    return (
      <Card>
        <EmptyState
          title="Nothing to invoice."
          text="Work with a quantity and a rate can be invoiced."
          action={
            <ButtonLink variant="main" size="l" to="/add-work">
              Add Work
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  return (
    <div className="two-panes">
      <section className="grid grid-cols-1 gap-3">
        {controls}
        <Card rows>
          <div className="pick-row min-h-tap">
            <h2 className="grow text-3">Ready to invoice</h2>
            <b className="figure">{formatMoney(add(...toInvoice.map(({ value }) => value)), settings.currency)}</b>
          </div>
          {toInvoice.map(({ id, name, value }) => (
            <Link key={id} to={linkOf(id)} className="pick-row min-h-tap">
              <span className="grow text-3">{name}</span>
              <span className="figure">{formatMoney(value, settings.currency)}</span>
              <ChevronRight aria-hidden="true" className="icon text-muted" />
            </Link>
          ))}
        </Card>
      </section>
      <section className="sheet-area min-h-80 content-center max-lg:hidden" aria-label="Invoice sheet">
        <p className="self-center text-center text-muted">Choose a customer to see the invoice.</p>
      </section>
    </div>
  );
}
