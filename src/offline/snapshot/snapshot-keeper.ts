// Maintains the snapshot: stores what the signed-in user reads, and restores it at the next start.
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Account } from '@/domain/account/account';
import { scopeOf, type SnapshotReader } from '@/domain/works/snapshot';
import { prefetch } from '@/lib/prefetch';
import * as keys from '@/lib/query-keys';
import { WORK } from '@/records/works';
import { copyKey, isStorable, isIdentity } from './snapshot-queries';
import {
  copiesOf,
  putQueryCopies,
  putWorksCopy,
  wipeOthers,
  wipeSnapshot,
  type QueryCopy,
  type WorksCopy,
} from './snapshot-store';
import { FIRST_SYNC } from './sync-times';

const WRITE_AFTER_MS = 300;
/** A result that equals the stored one changes only its time. Writing a large one takes long, so it is delayed. */
const CONFIRM_AFTER_MS = 5000;
const SYNC_SPACING_MS = 30_000;
const SYNC_EVERY_MS = 10 * 60_000;
/**
 * When to retry reading: a database that is being repaired after a crash, or that a closing app has open, opens later.
 */
const READ_RETRY_MS: readonly number[] = [300, 1000, 3000, 10_000, 30_000];

export type SnapshotTarget = { account: Account; today: string };

const viewerOf = ({ ownerId, userId, settings: { seesRates, seesAllWorks } }: Account): SnapshotReader => ({
  ownerId,
  userId,
  seesRates,
  seesAllWorks,
});

/** Where the job log's snapshot is held for the screens. */
export type WorksHolder = { now: () => WorksCopy | null; set: (copy: WorksCopy | null) => void };

/**
 * Copies what one user's client reads, until `stop` is called. `ready` resolves once the snapshot can be shown, with
 * true if there is one.
 */
export function startSnapshot(client: QueryClient, userId: string, holder: WorksHolder) {
  const cache = client.getQueryCache();
  const copies = new Map<string, QueryCopy>();
  const unwritten = new Map<string, QueryCopy>();
  /** Results that equal the stored ones: only their time has still to be written. */
  const confirmed = new Map<string, QueryCopy>();
  const controller = new AbortController();
  let writeTimer: ReturnType<typeof setTimeout> | undefined;
  let confirmTimer: ReturnType<typeof setTimeout> | undefined;
  let syncTimer: ReturnType<typeof setTimeout> | undefined;
  let readTimer: ReturnType<typeof setTimeout> | undefined;
  let lastSync = -Infinity;
  let isDiscarded = false;
  let target: SnapshotTarget | null = null;
  let scope: string | null = null;

  const write = () => {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    const pending = [...unwritten.values()];
    unwritten.clear();
    void putQueryCopies(pending);
  };
  const writeAll = () => {
    clearTimeout(confirmTimer);
    confirmTimer = undefined;
    for (const [hash, copy] of confirmed) unwritten.set(hash, copy);
    confirmed.clear();
    write();
  };

  const storeCopy = (query: Query) => {
    const { data, dataUpdatedAt: updatedAt } = query.state;
    const hash = copyKey(query);
    if (hash === null || !isStorable(data)) return;
    const copy = { userId, hash, isWho: isIdentity(query), data, updatedAt };
    const isKnown = copies.get(hash)?.data === data && !unwritten.has(hash);
    copies.set(hash, copy);
    if (isKnown) {
      confirmed.set(hash, copy);
      confirmTimer ??= setTimeout(writeAll, CONFIRM_AFTER_MS);
      return;
    }
    confirmed.delete(hash);
    unwritten.set(hash, copy);
    writeTimer ??= setTimeout(write, WRITE_AFTER_MS);
  };

  const restoreQuery = (query: Query) => {
    const hash = query.state.data === undefined ? copyKey(query) : null;
    const copy = hash === null ? undefined : copies.get(hash);
    // Shown at once and refetched, however fresh it is: permissions may have changed since.
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

  /** Permissions changed, or the user left the farm or is suspended: they may no longer see what was copied. */
  const discardCopies = (hasLeftFarm = false) => {
    isDiscarded = true;
    clearTimeout(readTimer);
    // After leaving, the profile is deleted too: otherwise a user who gets access again would start with the page of
    // one without.
    for (const [hash, { isWho }] of copies) if (hasLeftFarm || !isWho) copies.delete(hash);
    unwritten.clear();
    confirmed.clear();
    holder.set(null);
    void wipeSnapshot().then(() => putQueryCopies([...copies.values()]));
    void client.resetQueries({ predicate: (query) => copyKey(query) !== null && !isIdentity(query) });
  };

  const hasLeft = (data: unknown) =>
    data === 'missing' ||
    (typeof data === 'object' &&
      data !== null &&
      Reflect.get(data, 'role') === 'employee' &&
      (Reflect.get(data, 'adminId') === null || Reflect.get(data, 'personStatus') === 'suspended'));

  const storeResult = (query: Query) => {
    const { queryKey, state } = query;
    if (queryKey[0] === keys.profile && queryKey[1] === userId && hasLeft(state.data)) discardCopies(true);
    else storeCopy(query);
  };

  async function sync() {
    syncTimer = undefined;
    if (!target || controller.signal.aborted || !navigator.onLine) return;
    // Requests of the current screen go first.
    if (client.isFetching() > 0) return syncSoon(500);
    lastSync = Date.now();
    const { account, today } = target;
    const before = holder.now();
    try {
      const { readLists } = await prefetch(() => import('./snapshot-lists'));
      const { syncWorks } = await prefetch(() => import('./snapshot-works'));
      // Stopped meanwhile: request nothing more.
      controller.signal.throwIfAborted();
      await readLists(client, account, today);
      const next = await syncWorks(viewerOf(account), today, before, Date.now(), controller.signal);
      // The user or the permissions changed meanwhile.
      controller.signal.throwIfAborted();
      if (scope !== next.scope || holder.now() !== before) return;
      holder.set(next);
      await putWorksCopy(userId, next, before);
    } catch {
      // The request failed: the copy stays as it was, with its old time.
    }
  }

  const syncSoon = (after: number) => {
    syncTimer ??= setTimeout(() => void sync(), after);
  };
  const syncDue = () => syncSoon(Math.max(1000, lastSync + SYNC_SPACING_MS - Date.now()));

  const unsubscribe = cache.subscribe((event) => {
    // The result type does not matter: nothing here relies on it.
    const query = event.query as Query;
    if (event.type === 'added') restoreQuery(query);
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    storeResult(query);
    if (query.queryKey[0] === keys.works || query.queryKey[0] === keys.worksParts) syncDue();
  });
  // On a slow connection, responses may have arrived before this code was loaded.
  for (const query of cache.getAll()) if (query.state.status === 'success') storeResult(query);
  const timer = setInterval(() => document.visibilityState === 'visible' && syncDue(), SYNC_EVERY_MS);
  window.addEventListener('online', syncDue);
  // The next start, perhaps without signal, must show what was just on the screen.
  window.addEventListener('pagehide', writeAll);

  /** Sets whose records are stored, and with which permissions. */
  const start = (next: SnapshotTarget) => {
    const nextScope = scopeOf(viewerOf(next.account));
    target = next;
    if (scope !== null && scope !== nextScope) discardCopies();
    scope = nextScope;
    syncSoon(FIRST_SYNC.ms);
  };

  const restoreWorks = (copy: WorksCopy | null) => {
    if (!copy || holder.now()) return;
    if (scope !== null && scope !== copy.scope) return discardCopies();
    scope ??= copy.scope;
    if (copy.columns !== WORK.select) return;
    holder.set(copy);
    // A sync in progress does not know of this copy.
    if (lastSync > -Infinity) syncDue();
  };
  const read = async ([wait, ...later]: readonly number[]) => {
    const stored = await copiesOf(userId);
    // Do not restore copies that were discarded meanwhile.
    if (controller.signal.aborted || isDiscarded) return;
    if (stored === null) {
      if (wait !== undefined) readTimer = setTimeout(() => void read(later), wait);
      return;
    }
    for (const copy of stored.queries) if (!copies.has(copy.hash)) copies.set(copy.hash, copy);
    // First, because it carries the scope of the copies.
    restoreWorks(stored.works);
    // On a slow device: restore what has been requested meanwhile.
    cache.getAll().forEach(restoreQuery);
    void wipeOthers(userId);
  };

  return {
    start,
    ready: read(READ_RETRY_MS).then(() => copies.size > 0),
    stop: () => {
      controller.abort();
      clearTimeout(writeTimer);
      clearTimeout(confirmTimer);
      clearTimeout(syncTimer);
      clearTimeout(readTimer);
      clearInterval(timer);
      window.removeEventListener('online', syncDue);
      window.removeEventListener('pagehide', writeAll);
      unsubscribe();
      holder.set(null);
    },
  };
}
