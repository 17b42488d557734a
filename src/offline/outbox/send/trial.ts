// Finds the cause of failures: a single entry that never gets through, or a server that accepts nothing.
import { defaultLimits, groupOf, MAX_PAUSE_MS, type BatchLimits, type Entry, type Problem } from '@/offline/outbox/entry';
import type { Later } from './response-class';
import type { Outcome } from './send';

/** Failures of an entry while others succeed, before its user is asked to look at it. */
const MAX_FAULTS = 3;
const PAUSE_STEP_MS = 20_000;
/** This many entries of one group failing alone, in a row and without a success between them: it is not the entries. */
const MAX_IN_A_ROW = 4;

/** True after 1, 2, 4, 8 … failures, so that a server which accepts nothing gets few extra requests. */
export const isCheckDue = (failures: number) => failures > 0 && (failures & (failures - 1)) === 0;

/** `went`: what succeeded since: nothing, another group, or the same group. */
type SetAside = { entry: Entry; later: Later; success: 'nothing' | 'another' | 'its like' };

function failureText({ file }: Entry, { unclearStatus: odd = 0 }: Later): string {
  const noun = file ? 'photo' : 'entry';
  if (odd === 413) return `This ${noun} is too large for something on the way to the server.`;
  const advice = 'It is tried again by itself; where that does not help, change it, or export it.';
  if (odd >= 500) return `The server failed on this ${noun} (error ${odd}) and takes others. ${advice}`;
  if (odd === 0) return `The connection breaks off with this ${noun} and not with others. ${advice}`;
  return `Something on the way to the server refuses this ${noun} (answer ${odd}). ${advice}`;
}

/** Tracks the outcomes of one pass and decides what to try next. */
export function newTrial(files: boolean, random: () => number) {
  const aside: SetAside[] = [];
  const skippedGroups = new Set<string>();
  const inARow = new Map<string, number>();
  let { maxEntries, sample } = defaultLimits(files);

  /** Whether the entry itself is at fault, as far as this pass can tell. */
  function isEntryAtFault({ entry, later: { unclearStatus: odd = 0 }, success: went }: SetAside) {
    if (went === 'its like' || (entry.faults ?? 0) > 0 || odd === 413) return true;
    const isOnly = aside.every((one) => one.entry === entry || groupOf(one.entry) !== groupOf(entry));
    return isOnly && (went === 'another' || (odd >= 400 && odd < 500));
  }

  return {
    choice: (): BatchLimits => {
      const choice = { ...defaultLimits(files), most: maxEntries, without: skippedGroups, sample };
      sample = null;
      return choice;
    },
    succeeded: ([first]: readonly Entry[]) => {
      const group = first ? groupOf(first) : '';
      for (const one of aside) {
        if (groupOf(one.entry) === group) one.success = 'its like';
        else if (one.success === 'nothing') one.success = 'another';
      }
      inARow.delete(group);
      maxEntries *= 2;
    },
    /** Several failed together: try fewer. */
    splitBatch: ({ length }: readonly Entry[]) => {
      maxEntries = Math.ceil(length / 2);
    },
    /** One failed alone: try another of its group, to see whether any succeeds. */
    setAside: (entry: Entry, later: Later) => {
      aside.push({ entry, later, success: 'nothing' });
      maxEntries = defaultLimits(files).maxEntries;
      const group = groupOf(entry);
      const count = (inARow.get(group) ?? 0) + 1;
      inARow.set(group, count);
      if (entry.faults) return;
      if (count >= MAX_IN_A_ROW) skippedGroups.add(group);
      else sample = { group, at: random() };
    },
    aside: (): readonly Entry[] => aside.map(({ entry }) => entry),
    /** What the pass found out about each entry that was set aside. */
    outcomes: (now: number): Outcome[] =>
      aside.map((one) => {
        const { entry, later } = one;
        if (!isEntryAtFault(one)) return later;
        const faults = (entry.faults ?? 0) + 1;
        const problem: Problem | null = faults < MAX_FAULTS ? null : { kind: 'failed', sentence: failureText(entry, later) };
        return { kind: 'held', faults, notBefore: now + (problem ? MAX_PAUSE_MS : faults * PAUSE_STEP_MS), problem };
      }),
  };
}
