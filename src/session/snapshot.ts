// Reading offline: the app opens with this device's snapshot of the signed-in user's records. Screens only see the copy
// of the job log.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { scopeOf } from '@/domain/works/snapshot';
import type { SnapshotTarget, WorksHolder, startSnapshot } from '@/offline/snapshot/snapshot-keeper';
import type { WorksCopy } from '@/offline/snapshot/snapshot-store';
import { useAccount } from './account';
import { watchConnection } from './connection';
import { useCurrentNames } from './current-names';
import { useToday } from './today';

/** Storage that does not respond must not keep the app from opening. */
const MAX_WAIT_MS = 1000;

let works: WorksCopy | null = null;
const listeners = new Set<() => void>();

const worksCopy: WorksHolder = {
  now: () => works,
  set: (next) => {
    works = next;
    for (const listener of listeners) listener();
  },
};

/** Keeps a snapshot of what one user's client reads. `ready` resolves once the stored one can be shown. */
function openSnapshot(client: QueryClient, userId: string, screen: Promise<unknown>) {
  const stopWatching = watchConnection(client);
  let keeper: ReturnType<typeof startSnapshot> | null = null;
  let target: SnapshotTarget | null = null;
  let stopped = false;
  const opened = import('@/offline/snapshot/snapshot-keeper').then(async ({ startSnapshot }) => {
    if (stopped) return;
    keeper = startSnapshot(client, userId, worksCopy);
    if (target) keeper.start(target);
    const holdsCopies = await keeper.ready;
    // With a snapshot, the code of its screen is on the device too; without one, do not delay the first requests.
    if (holdsCopies) await screen;
  });
  return {
    ready: Promise.race([opened.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))]),
    /** Sets whose records are stored, and with which permissions. */
    setTarget: (next: SnapshotTarget) => {
      target = next;
      keeper?.start(next);
    },
    stop: () => {
      stopped = true;
      keeper?.stop();
      stopWatching();
    },
  };
}

let running: ReturnType<typeof openSnapshot> | null = null;

/**
 * Restores the snapshot into the client; true once that is done and `screen`, which shows it, is loaded. Without
 * IndexedDB there is no wait.
 */
export function useSnapshot(client: QueryClient, userId: string, screen: Promise<unknown>): boolean {
  const [ready, setReady] = useState(typeof indexedDB === 'undefined');
  useEffect(() => {
    if (typeof indexedDB === 'undefined') return watchConnection(client);
    const snapshot = openSnapshot(client, userId, screen);
    running = snapshot;
    void snapshot.ready.then(() => running === snapshot && setReady(true));
    return () => {
      snapshot.stop();
      if (running === snapshot) running = null;
    };
  }, [client, userId, screen]);
  return ready;
}

/** Keeps the snapshot of the account's records up to date; rendered once, inside the account. */
export function KeepSnapshot() {
  const account = useAccount();
  const today = useToday();
  const client = useQueryClient();
  useEffect(() => {
    running?.setTarget({ account, today });
  }, [client, account, today]);
  return null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The job log's snapshot on this device, made with the user's current permissions; null if there is none. */
export function useWorksCopy(): WorksCopy | null {
  const { ownerId, userId, settings } = useAccount();
  const copy = useSyncExternalStore(subscribe, worksCopy.now, () => null);
  const { rowsOf } = useCurrentNames();
  const copyWithNames = useMemo(() => copy && { ...copy, works: rowsOf(copy.works) }, [copy, rowsOf]);
  return copyWithNames?.scope === scopeOf({ ownerId, userId, ...settings }) ? copyWithNames : null;
}
