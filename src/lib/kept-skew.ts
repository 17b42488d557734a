// How far this device's clock was out at its last contact with the server; a phone without signal goes on from there.
const KEY = 'farm-diary-clock-skew';

/** Seconds, device minus server; null where it is not known or can't be kept. */
export function keptSkew(): number | null {
  try {
    const kept = localStorage.getItem(KEY);
    const skew = kept === null ? Number.NaN : Number(kept);
    return Number.isFinite(skew) ? skew : null;
  } catch {
    return null;
  }
}

export function keepSkew(skewS: number): void {
  try {
    localStorage.setItem(KEY, String(skewS));
  } catch {
    // Known until the page goes away.
  }
}
