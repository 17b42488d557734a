// Reading without signal: the app opens with what this device holds of the signed-in person's records. Screens know
// nothing of it but the copy of the job log.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { WorksCopy } from '@/data/snapshot-store';
import { scopeOf } from '@/domain/snapshot';
import { useAccount } from './account';
import { followContact } from './contact';
import { usePresentNames } from './present-names';
import type { Follow, HeldWorks, startSnapshot } from './snapshot-keeper';
import { useToday } from './today';

/** A device that does not answer must not keep the app from opening. */
const LONGEST_WAIT_MS = 1000;

let works: WorksCopy | null = null;
const listeners = new Set<() => void>();

const held: HeldWorks = {
  now: () => works,
  set: (next) => {
    works = next;
    for (const listener of listeners) listener();
  },
};

/** Keeps copies of what one person's client reads. `ready` resolves when what is on the device can be shown. */
function openSnapshot(client: QueryClient, userId: string, screen: Promise<unknown>) {
  const leaveContact = followContact(client);
  let keeper: ReturnType<typeof startSnapshot> | null = null;
  let follow: Follow | null = null;
  let stopped = false;
  const opened = import('./snapshot-keeper').then(async ({ startSnapshot }) => {
    if (stopped) return;
    keeper = startSnapshot(client, userId, held);
    if (follow) keeper.start(follow);
    const holdsCopies = await keeper.ready;
    // What is drawn from the copies is on the device too; where there are none the first questions do not wait for it.
    if (holdsCopies) await screen;
  });
  return {
    ready: Promise.race([
      opened.catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS)),
    ]),
    /** Says whose records in whose eyes are to be kept. */
    follow: (next: Follow) => {
      follow = next;
      keeper?.start(next);
    },
    stop: () => {
      stopped = true;
      keeper?.stop();
      leaveContact();
    },
  };
}

let running: ReturnType<typeof openSnapshot> | null = null;

/**
 * Gives the client what is on the device; true when that is done and `screen`, which shows it, is here. Where the device
 * keeps nothing there is no wait.
 */
export function useSnapshot(client: QueryClient, userId: string, screen: Promise<unknown>): boolean {
  const [ready, setReady] = useState(typeof indexedDB === 'undefined');
  useEffect(() => {
    if (typeof indexedDB === 'undefined') return followContact(client);
    const own = openSnapshot(client, userId, screen);
    running = own;
    void own.ready.then(() => running === own && setReady(true));
    return () => {
      own.stop();
      if (running === own) running = null;
    };
  }, [client, userId, screen]);
  return ready;
}

/** Keeps the copies of the account's records up to date; stands once inside it. */
export function KeepCopies() {
  const account = useAccount();
  const today = useToday();
  const client = useQueryClient();
  useEffect(() => {
    running?.follow({ account, today });
  }, [client, account, today]);
  return null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The copy of the job log on this device, made with the rights that the person has now; null where there is none. */
export function useWorksCopy(): WorksCopy | null {
  const { ownerId, userId, settings } = useAccount();
  const copy = useSyncExternalStore(subscribe, held.now, () => null);
  const { rowsOf } = usePresentNames();
  const named = useMemo(() => copy && { ...copy, works: rowsOf(copy.works) }, [copy, rowsOf]);
  return named?.scope === scopeOf({ ownerId, userId, ...settings }) ? named : null;
}
