// This device's clock skew: measured at each contact with the server, and tracked while offline, because the user may set
// the clock in between.
const KEY = 'farm-diary-clock-skew';
/** Tolerance: two clocks may drift apart, or a reading may be late, by this much. */
const TOLERANCE_MS = 2000;
/** A clock that is off by no more than this counts as right. */
const CORRECT_WITHIN_MS = 5000;

/**
 * `skewMs`: device minus server, in milliseconds. `seenAt`: the server's time when this skew was last known to be
 * right.
 */
type Skew = { skewMs: number; seenAt: number };

let current: Skew | null = null;
let lastReading: { device: number; monotonic: number } | null = null;
const listeners = new Set<() => void>();

/**
 * This page's value takes precedence over the stored one, which another tab may have written. If storage was cleared,
 * the value is forgotten.
 */
function loadSkew(): Skew | null {
  try {
    const stored = localStorage.getItem(KEY);
    if (current && stored !== null) return current;
    const [skewS = Number.NaN, seenAt = 0] = (stored ?? '').split(' ').filter(Boolean).map(Number);
    lastReading = null;
    return Number.isFinite(skewS) ? { skewMs: skewS * 1000, seenAt: Number.isFinite(seenAt) ? seenAt : 0 } : null;
  } catch {
    return current;
  }
}

function setSkew(next: Skew) {
  const changed = current?.skewMs !== next.skewMs;
  current = next;
  try {
    localStorage.setItem(KEY, `${next.skewMs / 1000} ${Math.round(next.seenAt)}`);
  } catch {
    // Storage is unavailable: the skew is known until the page is closed.
  }
  if (changed) for (const listener of listeners) listener();
}

/**
 * The skew after the page was closed for some time. If the server's time would now be earlier than `seenAt`, the
 * device's clock was set back: to the right time if it was ahead and that explains the difference (skew 0); otherwise
 * it is behind by at least the difference.
 */
function skewAfterAbsence({ skewMs, seenAt }: Skew, device: number): number {
  if (device - skewMs >= seenAt - TOLERANCE_MS) return skewMs;
  return skewMs > 0 && device >= seenAt - TOLERANCE_MS ? 0 : device - seenAt;
}

/**
 * The skew after some time on this page. `ahead`: how far the device's clock moved ahead of the monotonic clock. If it
 * fell behind, it was set back. If it moved ahead, it was set forward or the device slept; it counts as set only if that
 * makes it right.
 */
function skewAfterInterval(skewMs: number, ahead: number): number {
  if (ahead < -TOLERANCE_MS) return skewMs + ahead;
  return ahead > TOLERANCE_MS && skewMs < -CORRECT_WITHIN_MS && Math.abs(skewMs + ahead) <= CORRECT_WITHIN_MS
    ? 0
    : skewMs;
}

/** Seconds, device minus server, at this moment; null if the server's time was never known. */
export function currentSkew(): number | null {
  const [device, monotonic] = [Date.now(), performance.now()];
  current = loadSkew();
  if (!current) return null;
  const { skewMs, seenAt } = current;
  const next = lastReading
    ? skewAfterInterval(skewMs, device - lastReading.device - (monotonic - lastReading.monotonic))
    : skewAfterAbsence(current, device);
  lastReading = { device, monotonic };
  // Stored at most once a minute, and at once if it changed.
  if (next !== skewMs || device - next >= seenAt + 60_000) setSkew({ skewMs: next, seenAt: device - next });
  return Math.round(next / 1000);
}

/**
 * The skew as last determined, for rendering: takes no reading, writes nothing and calls no listener. It loads the
 * stored value on the first call, and again after storage was cleared.
 */
export function lastSkew(): number | null {
  current = loadSkew();
  return current && Math.round((lastReading ? current.skewMs : skewAfterAbsence(current, Date.now())) / 1000);
}

/** Stores a skew that was measured at a contact with the server; it replaces the derived one. */
export function storeSkew(skewS: number): void {
  const device = Date.now();
  lastReading = { device, monotonic: performance.now() };
  setSkew({ skewMs: skewS * 1000, seenAt: device - skewS * 1000 });
}

/** The current time by the server's clock, as far as this device knows it. */
export const serverNow = (): Date => new Date(Date.now() - (currentSkew() ?? 0) * 1000);

export function onSkewChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
