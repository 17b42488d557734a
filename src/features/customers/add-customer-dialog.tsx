import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { addCustomer } from '@/data/customers/customers';
import { findByName } from '@/domain/customers/customer';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { Dialog } from '@/ui/popups/dialog';
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
  const formId = useId();
  const [id] = useState(() => crypto.randomUUID());
  const schema = v.object({ name: nameSchema(customers, null) });
  const form = useForm({ resolver: standardSchemaResolver(schema), defaultValues: { name: '' } });
  const duplicate = findByName(useWatch({ control: form.control, name: 'name' }), customers);
  const submit = form.handleSubmit(({ name }) =>
    save.mutate({ id, ownerId, role, fields: { name } }, { onSuccess: onClose }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="New customer"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="main" busy={save.isPending} busyText="Saving...">
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} noValidate>
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
      </form>
    </Dialog>
  );
}
