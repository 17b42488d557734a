// Finds the cause of failures: a single entry that never gets through, or a server that accepts nothing.
import {
  defaultLimits,
  groupOf,
  MAX_PAUSE_MS,
  type BatchLimits,
  type Entry,
  type Problem,
} from '@/offline/outbox/entry';
import type { Later } from './response-class';
import type { Outcome } from './send';

/** Failures of an entry while others succeed, before its user is asked to look at it. */
const MAX_FAULTS = 3;
const PAUSE_STEP_MS = 20_000;
/** If this many entries of one group fail alone in a row, the cause is not the entries: skip the group. */
const MAX_CONSECUTIVE_FAILURES = 4;

/** Whether to check that the server is reachable: after 1, 2, 4, 8 … failures, to limit the extra requests. */
export const isCheckDue = (failures: number) => failures > 0 && (failures & (failures - 1)) === 0;

/** An entry that failed alone. `success`: what was sent since then: nothing, another group, or the same group. */
type SetAside = { entry: Entry; later: Later; success: 'nothing' | 'other group' | 'same group' };

function failureText({ file }: Entry, { unclearStatus: status = 0 }: Later): string {
  const noun = file ? 'photo' : 'entry';
  if (status === 413) return `This ${noun} is too large for something on the way to the server.`;
  const advice = 'It is tried again by itself; where that does not help, change it, or export it.';
  if (status >= 500) return `The server failed on this ${noun} (error ${status}) and takes others. ${advice}`;
  if (status === 0) return `The connection breaks off with this ${noun} and not with others. ${advice}`;
  return `Something on the way to the server refuses this ${noun} (answer ${status}). ${advice}`;
}

/** Tracks the outcomes of one pass and decides what to try next. */
export function isolateFailures(files: boolean, random: () => number) {
  const setAsideEntries: SetAside[] = [];
  const skippedGroups = new Set<string>();
  const consecutiveFailures = new Map<string, number>();
  let { maxEntries, sample } = defaultLimits(files);

  /** Whether the entry itself is at fault, as far as this pass can tell. */
  function isEntryAtFault({ entry, later: { unclearStatus: status = 0 }, success }: SetAside) {
    if (success === 'same group' || (entry.faults ?? 0) > 0 || status === 413) return true;
    const isOnly = setAsideEntries.every((one) => one.entry === entry || groupOf(one.entry) !== groupOf(entry));
    return isOnly && (success === 'other group' || (status >= 400 && status < 500));
  }

  return {
    limits: (): BatchLimits => {
      const limits: BatchLimits = { ...defaultLimits(files), maxEntries, skippedGroups, sample };
      sample = null;
      return limits;
    },
    succeeded: ([first]: readonly Entry[]) => {
      const group = first ? groupOf(first) : '';
      for (const one of setAsideEntries) {
        if (groupOf(one.entry) === group) one.success = 'same group';
        else if (one.success === 'nothing') one.success = 'other group';
      }
      consecutiveFailures.delete(group);
      maxEntries *= 2;
    },
    /** Several failed together: try fewer. */
    splitBatch: ({ length }: readonly Entry[]) => {
      maxEntries = Math.ceil(length / 2);
    },
    /** One failed alone: try another of its group, to see whether any succeeds. */
    setAside: (entry: Entry, later: Later) => {
      setAsideEntries.push({ entry, later, success: 'nothing' });
      maxEntries = defaultLimits(files).maxEntries;
      const group = groupOf(entry);
      const count = (consecutiveFailures.get(group) ?? 0) + 1;
      consecutiveFailures.set(group, count);
      if (entry.faults) return;
      if (count >= MAX_CONSECUTIVE_FAILURES) skippedGroups.add(group);
      else sample = { group, at: random() };
    },
    entriesSetAside: (): readonly Entry[] => setAsideEntries.map(({ entry }) => entry),
    /** The outcome of each entry that was set aside. */
    outcomes: (now: number): Outcome[] =>
      setAsideEntries.map((one) => {
        const { entry, later } = one;
        if (!isEntryAtFault(one)) return later;
        const faults = (entry.faults ?? 0) + 1;
        const problem: Problem | null =
          faults < MAX_FAULTS ? null : { kind: 'failed', sentence: failureText(entry, later) };
        return { kind: 'paused', faults, notBefore: now + (problem ? MAX_PAUSE_MS : faults * PAUSE_STEP_MS), problem };
      }),
  };
}
