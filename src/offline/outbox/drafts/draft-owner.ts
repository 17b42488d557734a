// One owner per draft: the open form that restored or started it. Other tabs with the same form ignore it.

type Claim = { granted: Promise<boolean>; release: () => void; released: Promise<unknown> };

const claims = new Map<string, Claim>();
/** Locks being released, until the browser confirms. */
const releasing = new Map<string, Promise<unknown>>();

const lockName = (userId: string, key: string) => `farm-diary-draft ${userId} ${key}`;

function claim(name: string): Claim {
  let grant: (isGranted: boolean) => void = () => undefined;
  let release: () => void = () => undefined;
  const granted = new Promise<boolean>((resolve) => (grant = resolve));
  const releaseRequested = new Promise<void>((resolve) => (release = resolve));
  const locks = navigator.locks as LockManager | undefined;
  // Without the Locks API any tab may claim it; the store then detects two saves under one id (same-id.ts).
  if (!locks) grant(true);
  const request = locks?.request(name, { ifAvailable: true }, async (lock) => {
    grant(lock !== null);
    if (lock) await releaseRequested;
  });
  const released = request?.catch(() => grant(true)) ?? Promise.resolve();
  return { granted, release, released };
}

/** True if the draft belongs to this tab, until `releaseDraft`. */
export async function claimDraft(userId: string, key: string): Promise<boolean> {
  const name = lockName(userId, key);
  await releasing.get(name);
  const claimed = claims.get(name) ?? claim(name);
  claims.set(name, claimed);
  const granted = await claimed.granted;
  if (!granted && claims.get(name) === claimed) claims.delete(name);
  return granted;
}

export function releaseDraft(userId: string, key: string) {
  const name = lockName(userId, key);
  const claimed = claims.get(name);
  if (!claimed) return;
  claims.delete(name);
  releasing.set(name, claimed.released);
  void claimed.released.then(() => releasing.delete(name));
  claimed.release();
}
