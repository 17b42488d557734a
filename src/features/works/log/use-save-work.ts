import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { waitingCustomer, waitingTask } from '@/features/works/waiting-works';
import { insertEntry } from '@/features/works/work-entries';
import type { Entry as Kept, NewEntry } from '@/offline/outbox/entry';
import { waitingNow } from '@/offline/outbox/outbox';
import { insertOf } from '@/offline/outbox/record-entries';
import { saveCustomer, saveTask, saveWork } from '@/offline/outbox/save-entries';
import { CUSTOMER } from '@/records/customers';
import { TASK } from '@/records/tasks';
import type { NewWork } from '@/records/works';
import { useAccount } from '@/session/account';

export type Entry = {
  /** Generated when the form opens, so that saving twice creates only one row. */
  id: string;
  work: NewWork;
  /** Whether the customer is not on the account's list yet. */
  newCustomer: boolean;
  /** Whether to add the task to the price list. */
  newTask: boolean;
  /** The id of the customer with this name on the account's list. */
  customerId: string | null;
  /** If the id is already used, save under another one: the person has confirmed that. */
  apart: boolean;
};
type Then = {
  /** Called once the entry is stored on this device, with the id it was stored under. */
  onSaved: (id: string) => void;
  /** Called if nothing was saved because this entry already uses the id. */
  onTaken: (by: Kept) => void;
};

const SLOW_MS = 200;

/** Saves an entry to the outbox and deletes its draft. The mutations report errors. */
export function useSaveWork(draft: string) {
  const account = useAccount();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const begun = useRef<string | null>(null);
  const [notKept, setNotKept] = useState<{ entry: NewEntry; onSaved: () => void } | null>(null);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const save = (entry: Entry, { onSaved, onTaken }: Then) => {
    // A second press while the first save is still running.
    if (begun.current === entry.id) return;
    begun.current = entry.id;
    const { customer: name, taskName, chargeableUnit, rate } = entry.work;
    const { entries } = waitingNow();
    const known = waitingCustomer(entries, name)?.id;
    const added =
      known === undefined && entry.newCustomer ? insertOf(CUSTOMER, account, crypto.randomUUID(), { name }) : null;
    const task =
      entry.newTask && !waitingTask(entries, taskName)
        ? insertOf(TASK, account, crypto.randomUUID(), { name: taskName, chargeableUnit, defaultRate: rate })
        : null;
    const parent = known ?? added?.id;
    const job = {
      ...insertEntry(account, entry.id, entry.work, parent === undefined ? [] : [parent], entry.customerId),
      draft,
      ...(entry.apart && { apart: true as const }),
    };
    // Without an observer: `useMutation` would render the form once more before the confirmation.
    const run = (how: typeof saveWork, what: NewEntry) => client.getMutationCache().build(client, how).execute([what]);
    // Show "Saving..." only after a delay: the device is usually faster.
    const slow = setTimeout(() => setBusy(true), SLOW_MS);
    (added ? run(saveCustomer, added) : Promise.resolve())
      // The job must be saved even if its task could not be; the task's mutation has already shown the error.
      .then(() => task && run(saveTask, task).catch(() => undefined))
      .then(() => run(saveWork, job))
      .then(({ id, taken }) => {
        setNotKept(null);
        if (taken) {
          begun.current = null;
          onTaken(taken);
        }
        // Only if the form is still open: do not navigate if the person has moved on.
        else if (here.current) onSaved(id);
      })
      // The error has been shown, and the form still has all values.
      .catch(() => {
        begun.current = null;
        setNotKept({ entry: job, onSaved: () => onSaved(job.id) });
      })
      .finally(() => {
        clearTimeout(slow);
        setBusy(false);
      });
  };
  return {
    save,
    busy,
    /** The entry that the device could not store, so that it can be sent or copied in another way. */
    notKept: notKept?.entry ?? null,
    saveElsewhere: () => {
      notKept?.onSaved();
      setNotKept(null);
    },
  };
}
