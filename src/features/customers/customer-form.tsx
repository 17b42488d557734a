import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { addCustomer, updateCustomer } from '@/data/customers/customers';
import { findByName } from '@/domain/customers/customer';
import type { FullCustomer } from '@/records/customers';
import { useAccount } from '@/session/account';
import { FormActions } from '@/ui/forms/form-section';
import { Page } from '@/ui/layout/page';
import { AddressFields, BillingFields, ContactFields, GateFields } from './customer-fields';
import { customerSchema, formValues, type CustomerInput, type CustomerOutput } from './customer-schema';

type ExistingCustomer = { id: string; name: string; active: boolean; mergedInto: string | null };

export function CustomerForm({
  title,
  stored,
  customers,
  list,
  back,
}: {
  title: string;
  stored: FullCustomer | null;
  customers: readonly ExistingCustomer[];
  list: string;
  back: string;
}) {
  const { ownerId, role } = useAccount();
  const navigate = useNavigate();
  const add = useMutation(addCustomer);
  const update = useMutation(updateCustomer);
  const [newId] = useState(() => crypto.randomUUID());
  const others = customers.filter((customer) => customer.id !== stored?.id);
  const form = useForm<CustomerInput, unknown, CustomerOutput>({
    resolver: standardSchemaResolver(customerSchema(customers, stored?.id ?? null)),
    defaultValues: formValues(stored),
  });
  const name = useWatch({ control: form.control, name: 'name' });
  const duplicate = findByName(name, others);
  const renamed = stored !== null && name.trim() !== '' && name.trim() !== stored.name;
  const note =
    stored === null
      ? duplicate && !duplicate.active && duplicate.mergedInto === null
        ? `${duplicate.name} is archived. Saving brings it back.`
        : 'Only the name is needed.'
      : renamed
        ? 'Entries that are not invoiced yet get the new name. Invoices keep the old one.'
        : undefined;

  const submit = form.handleSubmit((fields) => {
    const options = { onSuccess: () => void navigate(back, { replace: true }) };
    if (stored) update.mutate({ id: stored.id, fields }, options);
    else add.mutate({ id: newId, ownerId, role, fields }, options);
  });

  return (
    <Page
      title={title}
      subtitle={stored?.name}
      narrow
      back={{ to: back, label: stored ? stored.name : 'Customers' }}
      view={title}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <ContactFields form={form} note={note} />
        <AddressFields form={form} />
        <BillingFields form={form} />
        <GateFields form={form} />
        <FormActions cancel={stored ? back : list} verb="Save customer" busy={add.isPending || update.isPending} />
      </form>
    </Page>
  );
}
