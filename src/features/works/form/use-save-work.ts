import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { hasMore, type JobMore } from '@/domain/works/job-more';
import { jobEntry } from '@/features/works/entries/job-entries';
import { insertEntry, saveCustomer, saveTask, saveWork } from '@/features/works/entries/work-entries';
import type { Entry, NewEntry } from '@/offline/outbox/entry';
import { waitingNow } from '@/offline/outbox/outbox';
import { insertOf } from '@/offline/outbox/record-entries';
import { CUSTOMER } from '@/records/customers';
import { TASK } from '@/records/tasks';
import type { NewWork } from '@/records/works';
import { useAccount } from '@/session/account';
import { useIsMounted } from '@/ui/use-is-mounted';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { waitingNamed } from './waiting-lists';

export type EntryToSave = {
  /** Generated when the form opens, so that saving twice creates only one row. */
  id: string;
  work: NewWork;
  /** What is on the job besides its first line. */
  more: JobMore;
  /** Whether the customer is not on the account's list yet. */
  newCustomer: boolean;
  /** Whether to add the task to the price list. */
  newTask: boolean;
  /** The id of the customer with this name on the account's list. */
  customerId: string | null;
  /** Whether the entry replaces that of a job in the outbox. */
  replaces: boolean;
  /** Save under another id if this one is already used; the person has confirmed that. */
  asNewEntry: boolean;
};
type Callbacks = {
  /** Called once the entry is stored on this device, with the id it was stored under. */
  onSaved: (id: string) => void;
  /** Called if nothing was saved because this entry already uses the id. */
  onDuplicate: (existingEntry: Entry) => void;
};

const BUSY_DELAY_MS = 200;

/** Saves an entry to the outbox and deletes its draft. `input`: what the form holds. The mutations report errors. */
export function useSaveWork(draftKey: string, input: unknown) {
  const account = useAccount();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const savingId = useRef<string | null>(null);
  const [unstored, setUnstored] = useUnstoredEntry(input);
  const onUnstoredEntrySent = useRef(() => {});
  const isMounted = useIsMounted();
  const save = (entry: EntryToSave, { onSaved, onDuplicate }: Callbacks) => {
    // Ignore a second press while the first save is still running.
    if (savingId.current === entry.id) return;
    savingId.current = entry.id;
    const { customer: name, taskName, chargeableUnit, rate } = entry.work;
    const { entries } = waitingNow();
    const waitingCustomerId = waitingNamed(entries, CUSTOMER, name)?.id;
    const newCustomerEntry =
      waitingCustomerId === undefined && entry.newCustomer
        ? insertOf(CUSTOMER, account, crypto.randomUUID(), { name })
        : null;
    const newTaskEntry =
      entry.newTask && !waitingNamed(entries, TASK, taskName)
        ? insertOf(TASK, account, crypto.randomUUID(), { name: taskName, chargeableUnit, defaultRate: rate })
        : null;
    const parent = waitingCustomerId ?? newCustomerEntry?.id;
    const { id, work, more, customerId } = entry;
    const parents = parent === undefined ? [] : [parent];
    const newEntry = {
      // A job with a single line and no other parts is saved as a work, any other as a whole job.
      ...(hasMore(more) || entry.replaces
        ? jobEntry(account, id, { work, more, customerId, parents })
        : insertEntry(account, id, work, parents, customerId)),
      draft: draftKey,
      ...(entry.replaces && { action: 'update' as const }),
      ...(entry.asNewEntry && { asSeparateRecord: true as const }),
    };
    // Run without an observer: `useMutation` would render the form once more before the confirmation.
    const run = (mutation: typeof saveWork, entryToRun: NewEntry) =>
      client.getMutationCache().build(client, mutation).execute([entryToRun]);
    // Show "Saving..." only after a delay: the device is usually faster.
    const busyTimer = setTimeout(() => setBusy(true), BUSY_DELAY_MS);
    (newCustomerEntry ? run(saveCustomer, newCustomerEntry) : Promise.resolve())
      // The job must be saved even if its task could not be; the task's mutation has already shown the error.
      .then(() => newTaskEntry && run(saveTask, newTaskEntry).catch(() => undefined))
      .then(() => run(saveWork, newEntry))
      .then(({ id, existingEntry }) => {
        setUnstored(null);
        if (existingEntry) {
          savingId.current = null;
          onDuplicate(existingEntry);
        }
        // Only if the form is still open: do not navigate if the person has moved on.
        else if (isMounted()) onSaved(id);
      })
      // The error has been shown, and the form still has all values.
      .catch(() => {
        savingId.current = null;
        onUnstoredEntrySent.current = () => onSaved(newEntry.id);
        setUnstored(newEntry);
      })
      .finally(() => {
        clearTimeout(busyTimer);
        setBusy(false);
      });
  };
  return {
    save,
    busy,
    /** The entry that the device could not store, so that it can be sent or copied in another way. */
    unstored,
    onUnstoredEntrySent: () => {
      onUnstoredEntrySent.current();
      setUnstored(null);
    },
  };
}
