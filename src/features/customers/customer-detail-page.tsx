import { useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { customerQuery, customersQuery, customerSummaryQuery, type Customer } from '@/data/customers';
import { useOnline } from '@/session/online';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/banner';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/list-states';
import { Menu } from '@/ui/menu';
import { Page } from '@/ui/page';
import { BillingCard, ContactCard, GateCard, NotesCard } from './customer-cards';
import { useCustomerMenu } from './customer-menu';
import { CustomerMoney } from './customer-money';
import { CustomerWorks } from './customer-works';
import { viewLink } from './customers-view';
import { DeleteDialog } from './delete-dialog';

/** One customer. The crew finds it in the list it may read; the account holder's fields come from a query of their own. */
export function CustomerDetailPage({ id }: { id: string }) {
  const account = useAccount();
  const admin = account.role === 'admin';
  const [params] = useSearchParams();
  const customers = useQuery(customersQuery(account));
  const full = useQuery({ ...customerQuery(account.ownerId, id), enabled: admin });
  const customer = customers.data?.find((one) => one.id === id);
  const list = { to: viewLink(params, {}), label: 'Customers' };

  if (customer) {
    return (
      <Page
        title={customer.name}
        subtitle={customer.active ? undefined : 'Archived'}
        back={list}
        view={id}
        actions={admin && <DetailActions customer={customer} params={params} list={list.to} />}
      >
        {customer.hazards !== null && (
          <Banner tone="warn">
            <strong>Hazards</strong>
            <span className="block whitespace-pre-line">{customer.hazards}</span>
          </Banner>
        )}
        {admin && <CustomerMoney id={id} />}
        <div className="grid grid-cols-1 items-start gap-4 nav:grid-cols-2">
          <div className="grid grid-cols-1 gap-4">
            <ContactCard customer={customer} email={full.data?.email ?? null} />
            {admin && <GateCard customer={customer} />}
            {full.data && <NotesCard notes={full.data.notes} />}
          </div>
          {admin ? (
            <div className="grid grid-cols-1 gap-4">
              <CustomerWorks customer={customer} />
              {full.data && <BillingCard customer={full.data} />}
            </div>
          ) : (
            <GateCard customer={customer} />
          )}
        </div>
      </Page>
    );
  }
  return (
    <Page title="Customer" back={list} view={id}>
      <Card>
        {customers.isPending ? (
          <LoadingRows />
        ) : customers.data ? (
          <EmptyState
            title="This customer is not there."
            text="It may have been deleted."
            action={<ButtonLink to={list.to}>Back to Customers</ButtonLink>}
          />
        ) : (
          <ErrorState onRetry={() => void customers.refetch()} />
        )}
      </Card>
    </Page>
  );
}

function DetailActions({ customer, params, list }: { customer: Customer; params: URLSearchParams; list: string }) {
  const online = useOnline();
  const navigate = useNavigate();
  const { ownerId } = useAccount();
  const summary = useQuery(customerSummaryQuery(ownerId));
  const [deleting, setDeleting] = useState(false);
  const menu = useCustomerMenu(params, () => setDeleting(true));
  const edit = viewLink(params, { edit: customer.id });
  return (
    <>
      <Menu className="btn btn-plain" aria-label={`More for ${customer.name}`} items={menu(customer).slice(1)}>
        <Ellipsis aria-hidden="true" />
        More
      </Menu>
      {online ? (
        <ButtonLink variant="main" to={edit}>
          <Pencil aria-hidden="true" />
          Edit
        </ButtonLink>
      ) : (
        <Button disabled title="You need signal to change this.">
          <Pencil aria-hidden="true" />
          Edit
        </Button>
      )}
      {deleting && (
        <DeleteDialog
          customer={customer}
          entries={summary.data?.get(customer.id)?.entries ?? 0}
          onClose={() => setDeleting(false)}
          onGone={() => void navigate(list, { replace: true })}
        />
      )}
    </>
  );
}
