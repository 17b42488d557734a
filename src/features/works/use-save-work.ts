import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { NewWork } from '@/data/work-changes';
import { useAccount } from '@/session/account';
import type { NewEntry } from '@/outbox/entry';
import { waitingNow } from '@/outbox/outbox';
import { CUSTOMER } from '@/outbox/records';
import { saveCustomer, saveWork } from '@/outbox/save-entries';
import { waitingCustomer } from './waiting-works';
import { insertEntry } from './work-entries';

export type Entry = {
  /** Made when the form opened: saving it twice makes one row. */
  id: string;
  work: NewWork;
  /** The name is not on the account's list yet. */
  newCustomer: boolean;
};

const SLOW_MS = 200;

/** The one way in which an entry leaves the form. `onSaved` runs once this device has it; what fails has been said. */
export function useSaveWork() {
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
  const save = (entry: Entry, onSaved: () => void) => {
    // A second press before the first is answered.
    if (begun.current === entry.id) return;
    begun.current = entry.id;
    const name = entry.work.customer;
    const known = waitingCustomer(waitingNow().entries, name)?.id;
    const added: NewEntry | null =
      known === undefined && entry.newCustomer
        ? {
            userId: account.userId,
            accountId: account.ownerId,
            kind: CUSTOMER.kind,
            version: CUSTOMER.version,
            id: crypto.randomUUID(),
            action: 'insert',
            fields: { name },
            seen: null,
            parents: [],
            title: `New customer ${name}`,
          }
        : null;
    const parent = known ?? added?.id;
    const job = insertEntry(account, entry.id, entry.work, parent === undefined ? [] : [parent]);
    // Followed by nobody: the form would be drawn once more on the way to saying that it is saved.
    const run = (how: typeof saveWork, what: NewEntry) => client.getMutationCache().build(client, how).execute([what]);
    // A device answers before "Saving..." could be read; one that does not shows that it is at work.
    const slow = setTimeout(() => setBusy(true), SLOW_MS);
    (added ? run(saveCustomer, added) : Promise.resolve())
      .then(() => run(saveWork, job))
      .then(() => {
        setNotKept(null);
        // Somebody who went on elsewhere meanwhile is not brought back.
        if (here.current) onSaved();
      })
      // It has been said, and the form still holds everything.
      .catch(() => {
        begun.current = null;
        setNotKept({ entry: job, onSaved });
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
