import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { NewWork } from '@/data/work-changes';
import { useAccount } from '@/session/account';
import type { Entry as Kept, Fields, NewEntry } from '@/outbox/entry';
import { waitingNow } from '@/outbox/outbox';
import { toNumeric } from '@/domain/money';
import type { RecordType } from '@/outbox/record-type';
import { CUSTOMER, TASK } from '@/outbox/records';
import { saveCustomer, saveTask, saveWork } from '@/outbox/save-entries';
import { waitingCustomer, waitingTask } from './waiting-works';
import { insertEntry } from './work-entries';

export type Entry = {
  /** Made when the form opened: saving it twice makes one row. */
  id: string;
  work: NewWork;
  /** The name is not on the account's list yet. */
  newCustomer: boolean;
  /** The task is to be on the price list from now on. */
  newTask: boolean;
  /** Whom the name means on the account's list. */
  customerId: string | null;
  /** Where its id is taken it is saved as another one: its person was asked. */
  apart: boolean;
};
type Then = {
  /** Once this device has it, under the id that it has then. */
  onSaved: (id: string) => void;
  /** Nothing was saved: this entry has the id. */
  onTaken: (by: Kept) => void;
};

const SLOW_MS = 200;

/** The one way in which an entry leaves the form, and its draft with it. What fails has been said. */
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
    // A second press before the first is answered.
    if (begun.current === entry.id) return;
    begun.current = entry.id;
    const { customer: name, taskName, chargeableUnit, rate } = entry.work;
    const { entries } = waitingNow();
    const known = waitingCustomer(entries, name)?.id;
    const fresh = ({ kind, version }: RecordType, fields: Fields, title: string): NewEntry => ({
      ...{ userId: account.userId, accountId: account.ownerId, kind, version, id: crypto.randomUUID() },
      ...{ action: 'insert', fields, seen: null, parents: [], title },
    });
    const added = known === undefined && entry.newCustomer ? fresh(CUSTOMER, { name }, `New customer ${name}`) : null;
    const price = { chargeable_unit: chargeableUnit, default_rate: rate === null ? null : toNumeric(rate) };
    const task =
      entry.newTask && !waitingTask(entries, taskName)
        ? fresh(TASK, { name: taskName, ...price }, `New task ${taskName}`)
        : null;
    const parent = known ?? added?.id;
    const job = {
      ...insertEntry(account, entry.id, entry.work, parent === undefined ? [] : [parent], entry.customerId),
      draft,
      ...(entry.apart && { apart: true as const }),
    };
    // Followed by nobody: the form would be drawn once more on the way to saying that it is saved.
    const run = (how: typeof saveWork, what: NewEntry) => client.getMutationCache().build(client, how).execute([what]);
    // A device answers before "Saving..." could be read; one that does not shows that it is at work.
    const slow = setTimeout(() => setBusy(true), SLOW_MS);
    (added ? run(saveCustomer, added) : Promise.resolve())
      // The job must not fail with its task: that the task is not kept has been said.
      .then(() => task && run(saveTask, task).catch(() => undefined))
      .then(() => run(saveWork, job))
      .then(({ id, taken }) => {
        setNotKept(null);
        if (taken) {
          begun.current = null;
          onTaken(taken);
        }
        // Somebody who went on elsewhere meanwhile is not brought back.
        else if (here.current) onSaved(id);
      })
      // It has been said, and the form still holds everything.
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
    /** What the device refused to keep, for its other ways. */
    notKept: notKept?.entry ?? null,
    saveElsewhere: () => {
      notKept?.onSaved();
      setNotKept(null);
    },
  };
}
