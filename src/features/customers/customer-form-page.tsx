import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { customerQuery, customersQuery } from '@/data/customers/customers';
import { together } from '@/lib/read-state';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { viewLink } from './customers-view';

// Loaded on demand.
const CustomerForm = lazy(async () => ({ default: (await import('./customer-form')).CustomerForm }));

/** The form of an existing or new customer. Waits for the stored data, so that nothing typed is overwritten. */
export function CustomerFormPage({ id }: { id?: string }) {
  const account = useAccount();
  const [params] = useSearchParams();
  const customers = useQuery(customersQuery(account));
  const stored = useQuery({ ...customerQuery(account.ownerId, id ?? ''), enabled: id !== undefined });
  const list = viewLink(params, {});
  const back = id === undefined ? list : viewLink(params, { id });
  const title = id === undefined ? 'New customer' : 'Edit customer';

  const waiting = (
    <Page title={title} narrow back={{ to: list, label: 'Customers' }} view={title}>
      <Card>
        <QueryList read={id === undefined ? customers : together(customers, stored)}>
          {stored.data === null ? (
            <EmptyState
              title="This customer is not there."
              text="It may have been deleted."
              action={<ButtonLink to={list}>Back to Customers</ButtonLink>}
            />
          ) : (
            <LoadingRows />
          )}
        </QueryList>
      </Card>
    </Page>
  );
  if (!customers.data || (id !== undefined && !stored.data)) return waiting;
  return (
    <Suspense fallback={waiting}>
      <CustomerForm title={title} stored={stored.data ?? null} customers={customers.data} list={list} back={back} />
    </Suspense>
  );
}
