// The clock of the tests of screens. Between midnight and 4:00 the app asks which day a job belongs to. Tests that run then, or
// begin in the two hours before, set their clock ahead to the morning, and that of their Postgres as well.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const AHEAD_MS = 6 * 60 * 60_000;

/** How far the clock is set ahead for a run that begins now: six hours, or 0 by day. */
export function clockAheadMs(): number {
  const hour = Number(new Date().toLocaleString('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }));
  return hour >= 22 || hour < 4 ? AHEAD_MS : 0;
}

/** Where Debian's package libfaketime has its library. */
function faketimeLibrary(): string | undefined {
  const folders = existsSync('/usr/lib') ? readdirSync('/usr/lib') : [];
  return folders.map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1')).find(existsSync);
}

/** The environment that sets the clock of a process ahead, or null if this machine has no libfaketime. */
export function aheadEnvironment(aheadMs: number): Record<string, string> | null {
  const library = faketimeLibrary();
  if (library === undefined) return null;
  return { LD_PRELOAD: library, FAKETIME: `+${aheadMs / 1000}`, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
}
