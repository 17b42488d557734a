// Reading without signal: writes down what the signed-in person reads, and gives it back at the next start. Screens know
// nothing of it but the copy of the job log.
import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { copyKey, isKept, tellsWho } from '@/data/snapshot-queries';
import {
  putQueryCopies,
  putWorksCopy,
  queryCopies,
  wipeOthers,
  wipeSnapshot,
  worksCopy,
  type QueryCopy,
  type WorksCopy,
} from '@/data/snapshot-store';
import { scopeOf, syncWorks, type CopyWho } from '@/data/snapshot-works';
import { useAccount } from './account';
import { followContact } from './contact';
import { useToday } from './today';

/** A device that does not answer must not keep the app from opening. */
const LONGEST_WAIT_MS = 1000;
const WRITE_AFTER_MS = 300;
/** The first screen goes first. */
const FIRST_SYNC_MS = 3000;
const SYNC_SPACING_MS = 30_000;
const SYNC_EVERY_MS = 10 * 60_000;

type Follow = { who: CopyWho; today: string };

let works: WorksCopy | null = null;
const listeners = new Set<() => void>();

function setWorks(next: WorksCopy | null) {
  works = next;
  for (const listener of listeners) listener();
}

/** Follows one person's client until `stop`. `ready` resolves when what is on the device can be shown. */
function startSnapshot(client: QueryClient, userId: string) {
  const cache = client.getQueryCache();
  const copies = new Map<string, QueryCopy>();
  const unwritten = new Map<string, QueryCopy>();
  const ending = new AbortController();
  let writing: ReturnType<typeof setTimeout> | undefined;
  let syncing: ReturnType<typeof setTimeout> | undefined;
  let lastSync = -Infinity;
  let follow: Follow | null = null;
  let scope: string | null = null;

  const write = () => {
    writing = undefined;
    const now = [...unwritten.values()];
    unwritten.clear();
    void putQueryCopies(now);
  };

  const keep = ({ queryKey, state }: Query) => {
    const hash = copyKey(queryKey);
    if (hash === null || !isKept(state.data)) return;
    const copy = { userId, hash, data: state.data, updatedAt: state.dataUpdatedAt };
    copies.set(hash, copy);
    unwritten.set(hash, copy);
    writing ??= setTimeout(write, WRITE_AFTER_MS);
  };

  const giveBack = (query: Query) => {
    const hash = query.state.data === undefined ? copyKey(query.queryKey) : null;
    const copy = hash === null ? undefined : copies.get(hash);
    // Shown at once and asked for anew, however young it is: rights may have changed since.
    if (copy) {
      query.setState({
        data: copy.data,
        dataUpdatedAt: copy.updatedAt,
        status: 'success',
        isInvalidated: true,
        error: null,
      });
    }
  };

  /** Rights changed, or the person left the farm: what they saw before is not theirs to see. */
  const forget = () => {
    const isSeen = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      copyKey(queryKey) !== null && !tellsWho(queryKey);
    for (const hash of copies.keys()) {
      // The text of a key, made by copyKey.
      if (!tellsWho(JSON.parse(hash) as unknown[])) copies.delete(hash);
    }
    unwritten.clear();
    setWorks(null);
    void wipeSnapshot().then(() => putQueryCopies([...copies.values()]));
    void client.resetQueries({ predicate: isSeen });
  };

  const hasLeft = (data: unknown) =>
    data === 'missing' ||
    (typeof data === 'object' &&
      data !== null &&
      Reflect.get(data, 'role') === 'employee' &&
      Reflect.get(data, 'adminId') === null);

  async function sync() {
    syncing = undefined;
    if (!follow || ending.signal.aborted || !navigator.onLine) return;
    // What is on the screen comes first.
    if (client.isFetching() > 0) return syncSoon(500);
    lastSync = Date.now();
    const { who, today } = follow;
    const before = works;
    try {
      const next = await syncWorks(who, today, before, Date.now(), ending.signal);
      // Somebody else's by now, or in other eyes.
      ending.signal.throwIfAborted();
      if (scope !== next.scope || works !== before) return;
      setWorks(next);
      await putWorksCopy(userId, next, before);
    } catch {
      // The copy stays what it was, with its time.
    }
  }

  const syncSoon = (after: number) => {
    syncing ??= setTimeout(() => void sync(), after);
  };
  const syncDue = () => syncSoon(Math.max(1000, lastSync + SYNC_SPACING_MS - Date.now()));

  const leaveCache = cache.subscribe((event) => {
    // Whatever its answer is: nothing here looks into it unasked.
    const query = event.query as Query;
    if (event.type === 'added') giveBack(query);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    const { queryKey, state } = query;
    if (queryKey[0] === 'profile' && queryKey[1] === userId && hasLeft(state.data)) forget();
    keep(query);
    if (queryKey[0] === 'works' || queryKey[0] === 'works-parts') syncDue();
  });
  const leaveContact = followContact(client);
  const timer = setInterval(() => document.visibilityState === 'visible' && syncDue(), SYNC_EVERY_MS);
  window.addEventListener('online', syncDue);

  /** Says whose works in whose eyes are to be kept. */
  const start = (next: Follow) => {
    const asked = scopeOf(next.who);
    follow = next;
    if (scope !== null && scope !== asked) forget();
    scope = asked;
    syncSoon(FIRST_SYNC_MS);
  };

  const kept = Promise.all([
    queryCopies(userId).then((list) => {
      if (ending.signal.aborted) return;
      for (const copy of list) if (!copies.has(copy.hash)) copies.set(copy.hash, copy);
      // A slow device: what has been asked for meanwhile.
      cache.getAll().forEach(giveBack);
    }),
    worksCopy(userId).then((copy) => {
      if (!copy || works || ending.signal.aborted) return;
      if (scope !== null && scope !== copy.scope) return forget();
      scope ??= copy.scope;
      setWorks(copy);
    }),
  ]);
  void kept.then(async () => {
    if (!ending.signal.aborted) await wipeOthers(userId);
  });
  return {
    start,
    ready: Promise.race([kept, new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS))]),
    stop: () => {
      ending.abort();
      clearTimeout(writing);
      clearTimeout(syncing);
      clearInterval(timer);
      window.removeEventListener('online', syncDue);
      leaveCache();
      leaveContact();
      setWorks(null);
    },
  };
}

let running: ReturnType<typeof startSnapshot> | null = null;

/** Gives the client what is on the device; true when that is done. Where the device keeps nothing there is no wait. */
export function useSnapshot(client: QueryClient, userId: string): boolean {
  const [ready, setReady] = useState(typeof indexedDB === 'undefined');
  useEffect(() => {
    if (typeof indexedDB === 'undefined') return followContact(client);
    const own = startSnapshot(client, userId);
    running = own;
    void own.ready.then(() => running === own && setReady(true));
    return () => {
      own.stop();
      if (running === own) running = null;
    };
  }, [client, userId]);
  return ready;
}

/** Keeps the copy of the job log up to date for the account; stands once inside it. */
export function KeepWorksCopy() {
  const { ownerId, userId, settings } = useAccount();
  const { seesRates, seesAllWorks } = settings;
  const today = useToday();
  const client = useQueryClient();
  useEffect(() => {
    running?.start({ who: { ownerId, userId, seesRates, seesAllWorks }, today });
  }, [client, ownerId, userId, seesRates, seesAllWorks, today]);
  return null;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The copy of the job log on this device, made with the rights that the person has now; null where there is none. */
export function useWorksCopy(): WorksCopy | null {
  const { ownerId, userId, settings } = useAccount();
  const copy = useSyncExternalStore(
    subscribe,
    () => works,
    () => null,
  );
  return copy?.scope === scopeOf({ ownerId, userId, ...settings }) ? copy : null;
}
