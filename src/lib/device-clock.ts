// This device's clock skew: measured at each contact with the server, and tracked while offline, because somebody may
// set the clock in between.
const KEY = 'farm-diary-clock-skew';
/** Tolerance: two clocks may drift apart, or a reading may be late, by this much. */
const SLACK_MS = 2000;
/** A clock that is off by no more than this counts as right. */
const RIGHT_MS = 5000;

/** Milliseconds, device minus server, and the server's time when that was last known to hold. */
type Known = { skewMs: number; seenAt: number };

let known: Known | null = null;
let lastLook: { device: number; monotonic: number } | null = null;
const listeners = new Set<() => void>();

/**
 * This page's value takes precedence over the stored one, which another tab may have written. If storage was cleared,
 * the value is forgotten.
 */
function held(): Known | null {
  try {
    const kept = localStorage.getItem(KEY);
    if (known && kept !== null) return known;
    const [skewS = Number.NaN, seenAt = 0] = (kept ?? '').split(' ').filter(Boolean).map(Number);
    lastLook = null;
    return Number.isFinite(skewS) ? { skewMs: skewS * 1000, seenAt: Number.isFinite(seenAt) ? seenAt : 0 } : null;
  } catch {
    return known;
  }
}

function keep(next: Known) {
  const changed = known?.skewMs !== next.skewMs;
  known = next;
  try {
    localStorage.setItem(KEY, `${next.skewMs / 1000} ${Math.round(next.seenAt)}`);
  } catch {
    // Known until the page is closed.
  }
  if (changed) for (const listener of listeners) listener();
}

/**
 * The skew after the page was away. Time does not run backwards, so a clock behind the last known time was set. The
 * skew is 0 if a correction explains that; otherwise the clock is behind by at least this much.
 */
function afterBreak({ skewMs, seenAt }: Known, device: number): number {
  if (device - skewMs >= seenAt - SLACK_MS) return skewMs;
  return skewMs > 0 && device >= seenAt - SLACK_MS ? 0 : device - seenAt;
}

/**
 * The skew after some time on this page. A clock that fell behind the monotonic clock was set back. If it ran ahead, it
 * was set forward or the device slept: it was set if it is right now.
 */
function afterWhile(skewMs: number, ahead: number): number {
  if (ahead < -SLACK_MS) return skewMs + ahead;
  return ahead > SLACK_MS && skewMs < -RIGHT_MS && Math.abs(skewMs + ahead) <= RIGHT_MS ? 0 : skewMs;
}

/** Seconds, device minus server, at this moment; null if the server's time was never known. */
export function skewNow(): number | null {
  const [device, monotonic] = [Date.now(), performance.now()];
  known = held();
  if (!known) return null;
  const { skewMs, seenAt } = known;
  const next = lastLook
    ? afterWhile(skewMs, device - lastLook.device - (monotonic - lastLook.monotonic))
    : afterBreak(known, device);
  lastLook = { device, monotonic };
  // Stored at most once a minute, and at once if it changed.
  if (next !== skewMs || device - next >= seenAt + 60_000) keep({ skewMs: next, seenAt: device - next });
  return Math.round(next / 1000);
}

/** The skew as last determined, for rendering: without side effects. */
export function knownSkew(): number | null {
  known = held();
  return known && Math.round((lastLook ? known.skewMs : afterBreak(known, Date.now())) / 1000);
}

/** Measured at a contact with the server: replaces what was derived before. */
export function keepSkew(skewS: number): void {
  const device = Date.now();
  lastLook = { device, monotonic: performance.now() };
  keep({ skewMs: skewS * 1000, seenAt: device - skewS * 1000 });
}

/** The current time by the server's clock, as far as this device knows it. */
export const serverNow = (): Date => new Date(Date.now() - (skewNow() ?? 0) * 1000);

export function onSkew(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
