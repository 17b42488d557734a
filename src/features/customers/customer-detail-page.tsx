import { useQuery } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { customerQuery, customersQuery, oneCustomerSummaryQuery } from '@/data/customers/customers';
import { wordList } from '@/domain/core/word-list';
import { mergeTarget } from '@/domain/customers/customer';
import type { Customer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { Menu } from '@/ui/popups/menu';
import { useIsCurrentScreen } from '@/ui/use-is-current-screen';
import { Hazards } from '@/widgets/customer-hazards';
import { EditLink } from '@/widgets/edit-link';
import { History } from '@/widgets/history/history';
import { BillingCard, ContactCard, GateCard, NotesCard } from './customer-cards';
import { useCustomerMenu } from './customer-menu';
import { CustomerMoney } from './customer-money';
import { CustomerWorks } from './customer-works';
import { viewLink } from './customers-view';
import { DeleteDialog } from './delete-dialog';

// Not needed at once, so they are loaded on demand.
const Documents = lazy(async () => ({ default: (await import('@/widgets/documents/documents')).Documents }));
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog')).MergeDialog }));

/**
 * One customer. Everyone reads it from the customer list; fields for the account holder only come from another query.
 */
export function CustomerDetailPage({ id }: { id: string }) {
  const account = useAccount();
  const admin = account.role === 'admin';
  const [params] = useSearchParams();
  const customers = useQuery(customersQuery(account));
  const full = useQuery({ ...customerQuery(account.ownerId, id), enabled: admin });
  const customer = customers.data?.find((one) => one.id === id);
  const list = { to: viewLink(params, {}), label: 'Customers' };
  const mergedTarget = customer ? mergeTarget(customer, customers.data ?? []) : null;
  const mergedNames = (customers.data ?? []).filter((one) => one.mergedInto === id).map((one) => one.name);

  if (customer) {
    return (
      <Page
        title={customer.name}
        subtitle={subtitleOf(customer, mergedNames)}
        back={list}
        view={id}
        actions={admin && <DetailActions customer={customer} params={params} list={list.to} />}
      >
        {mergedTarget && (
          <Banner tone="note">
            Merged into{' '}
            <Link className="link" to={viewLink(params, { id: mergedTarget.id })}>
              {mergedTarget.name}
            </Link>
          </Banner>
        )}
        {customer.hazards !== null && <Hazards text={customer.hazards} />}
        {admin && !mergedTarget && <CustomerMoney id={id} />}
        <div className="grid grid-cols-1 items-start gap-4 nav:grid-cols-2">
          <div className="grid grid-cols-1 gap-4">
            <ContactCard customer={customer} email={full.data?.email ?? null} />
            {admin && <GateCard customer={customer} />}
            {full.data && <NotesCard notes={full.data.notes} />}
          </div>
          {admin ? (
            <div className="grid grid-cols-1 gap-4">
              {!mergedTarget && <CustomerWorks customer={customer} />}
              {full.data && <BillingCard customer={full.data} />}
              {!mergedTarget && (
                <Card className="p-4">
                  <Suspense>
                    <Documents table="customers" parent={id} />
                  </Suspense>
                </Card>
              )}
              <Card>
                <History
                  of={{ table: 'customers' }}
                  id={id}
                  name={customer.name}
                  createdBy={full.data?.createdByName ?? null}
                  createdAt={customer.createdAt}
                />
              </Card>
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
        <QueryList read={customers}>
          <EmptyState
            title="This customer is not there."
            text="It may have been deleted."
            action={<ButtonLink to={list.to}>Back to Customers</ButtonLink>}
          />
        </QueryList>
      </Card>
    </Page>
  );
}

/** Whether the customer is archived or merged, and the names that were merged into it. */
function subtitleOf({ active, mergedInto }: Customer, mergedNames: readonly string[]): string | undefined {
  if (mergedInto !== null) return 'Merged';
  const words = [
    ...(active ? [] : ['Archived']),
    ...(mergedNames.length > 0 ? [`Earlier also ${wordList(mergedNames)}`] : []),
  ];
  return words.length > 0 ? words.join('. ') : undefined;
}

function DetailActions({ customer, params, list }: { customer: Customer; params: URLSearchParams; list: string }) {
  const navigate = useNavigate();
  const stillHere = useIsCurrentScreen('id');
  const { ownerId } = useAccount();
  const summary = useQuery(oneCustomerSummaryQuery(ownerId, customer.id));
  const [asking, setAsking] = useState<'delete' | 'merge' | null>(null);
  const close = () => setAsking(null);
  const menu = useCustomerMenu(
    params,
    () => setAsking('delete'),
    () => setAsking('merge'),
  );
  const edit = viewLink(params, { edit: customer.id });
  // The response may arrive after the person has left this page.
  const leaveTo = (path: string) => {
    if (stillHere()) void navigate(path, { replace: true });
  };
  // The first item of the menu is Edit, which has its own button here.
  const items = customer.mergedInto === null ? menu(customer).slice(1) : menu(customer);
  return (
    <>
      <Menu className="btn btn-plain" aria-label={`More for ${customer.name}`} items={items}>
        <Ellipsis aria-hidden="true" />
        More
      </Menu>
      {customer.mergedInto === null && <EditLink to={edit} />}
      {asking === 'delete' && (
        <DeleteDialog
          customer={customer}
          entries={summary.data?.entries ?? 0}
          onClose={close}
          onGone={() => leaveTo(list)}
        />
      )}
      {asking === 'merge' && (
        <Suspense>
          <MergeDialog
            customer={customer}
            onClose={close}
            onMerged={(into) => leaveTo(viewLink(params, { id: into }))}
          />
        </Suspense>
      )}
    </>
  );
}
