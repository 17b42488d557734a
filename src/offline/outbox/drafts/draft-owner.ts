// One owner per draft: the open form that restored or started it. Other tabs with the same form leave it alone.

type Claim = { granted: Promise<boolean>; end: () => void; done: Promise<unknown> };

const claims = new Map<string, Claim>();
/** Locks being released, until the browser confirms. */
const ending = new Map<string, Promise<unknown>>();

const nameOf = (userId: string, key: string) => `farm-diary-draft ${userId} ${key}`;

function claim(name: string): Claim {
  let grant: (is: boolean) => void = () => undefined;
  let end: () => void = () => undefined;
  const granted = new Promise<boolean>((resolve) => (grant = resolve));
  const over = new Promise<void>((resolve) => (end = resolve));
  const locks = navigator.locks as LockManager | undefined;
  // Without the Locks API any tab may claim it; the store keeps their saves apart (same-id.ts).
  if (!locks) grant(true);
  const asked = locks?.request(name, { ifAvailable: true }, async (lock) => {
    grant(lock !== null);
    if (lock) await over;
  });
  const done = asked?.catch(() => grant(true)) ?? Promise.resolve();
  return { granted, end, done };
}

/** True if the draft belongs to this tab, until `releaseDraft`. */
export async function claimDraft(userId: string, key: string): Promise<boolean> {
  const name = nameOf(userId, key);
  await ending.get(name);
  const mine = claims.get(name) ?? claim(name);
  claims.set(name, mine);
  const granted = await mine.granted;
  if (!granted && claims.get(name) === mine) claims.delete(name);
  return granted;
}

export function releaseDraft(userId: string, key: string) {
  const name = nameOf(userId, key);
  const mine = claims.get(name);
  if (!mine) return;
  claims.delete(name);
  ending.set(name, mine.done);
  void mine.done.then(() => ending.delete(name));
  mine.end();
}
