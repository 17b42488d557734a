import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { addCustomer } from '@/data/customers/customers';
import { findByName } from '@/domain/customers/customer';
import { useAccount } from '@/session/account';
import { TextField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { nameSchema } from './customer-schema';

type ExistingCustomer = { id: string; name: string; active: boolean; mergedInto: string | null };

/** Employees add a customer by name only; the account holder fills in the rest. */
export function AddCustomerDialog({
  open,
  customers,
  onClose,
}: {
  open: boolean;
  customers: readonly ExistingCustomer[];
  onClose: () => void;
}) {
  return open ? <OpenAddCustomerDialog customers={customers} onClose={onClose} /> : null;
}

function OpenAddCustomerDialog({
  customers,
  onClose,
}: {
  customers: readonly ExistingCustomer[];
  onClose: () => void;
}) {
  const { ownerId, role, ownerFirstName } = useAccount();
  const save = useMutation(addCustomer);
  const [id] = useState(() => crypto.randomUUID());
  const schema = v.object({ name: nameSchema(customers, null) });
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { name: '' } });
  const duplicate = findByName(useWatch({ control: form.control, name: 'name' }), customers);
  const submit = form.handleSubmit(({ name }) =>
    save.mutate({ id, ownerId, role, fields: { name } }, { onSuccess: onClose }),
  );
  return (
    <FormDialog
      onClose={onClose}
      title="New customer"
      verb="Save"
      close="Cancel"
      busy={save.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        autoComplete="off"
        hint={
          duplicate && !duplicate.active && duplicate.mergedInto === null
            ? `${duplicate.name} is archived. Saving brings it back.`
            : `${ownerFirstName ?? 'The main account holder'} fills in the rest.`
        }
        error={form.formState.errors.name?.message}
        {...form.register('name')}
      />
    </FormDialog>
  );
}
