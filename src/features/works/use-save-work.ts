import { useMutation } from '@tanstack/react-query';
import { addCustomer } from '@/data/customers';
import { addWork, type NewWork } from '@/data/work-changes';
import { useAccount } from '@/session/account';

export type Entry = {
  /** Made when the form opened: sending it twice makes one row. */
  id: string;
  work: NewWork;
  /** The name is not on the account's list yet. */
  newCustomer: boolean;
};

/** Another device may have added the name in the meantime: then it is there, which is what was wanted. */
const isThere = (error: unknown) => error instanceof Error && Reflect.get(error, 'code') === '23505';

/** The one way in which an entry leaves the form. `onSaved` runs once it is safe; what fails has been said. */
export function useSaveWork() {
  const account = useAccount();
  const customer = useMutation(addCustomer);
  const work = useMutation(addWork);
  const save = (entry: Entry, onSaved: () => void) => {
    const named = entry.newCustomer
      ? customer
          .mutateAsync({
            id: crypto.randomUUID(),
            ownerId: account.ownerId,
            role: account.role,
            fields: { name: entry.work.customer },
          })
          .catch((error: unknown) => {
            if (!isThere(error)) throw error;
          })
      : Promise.resolve();
    named
      .then(() => work.mutateAsync({ id: entry.id, by: account, work: entry.work }))
      .then(onSaved)
      // The mutation has shown the server's sentence, and the form still holds everything.
      .catch(() => undefined);
  };
  return { save, busy: customer.isPending || work.isPending };
}
