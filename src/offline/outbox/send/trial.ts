// Finds the cause of failures: a single entry that never gets through, or a server that accepts nothing.
import { everyEntry, groupOf, REST_MS, type Choice, type Entry, type Problem } from '@/offline/outbox/entry';
import type { Later } from './response-class';
import type { Outcome } from './send';

/** Failures of an entry while others succeed, before its user is asked to look at it. */
const FAULTS = 3;
const SOON_MS = 20_000;
/** This many entries of one group failing alone, in a row and without a success between them: it is not the entries. */
const IN_A_ROW = 4;

/** True after 1, 2, 4, 8 … failures, so that a server which accepts nothing gets few extra requests. */
export const isTimeToLook = (failures: number) => failures > 0 && (failures & (failures - 1)) === 0;

/** `went`: what succeeded since: nothing, another group, or the same group. */
type Aside = { entry: Entry; later: Later; went: 'nothing' | 'another' | 'its like' };

function words({ file }: Entry, { odd = 0 }: Later): string {
  const it = file ? 'photo' : 'entry';
  if (odd === 413) return `This ${it} is too large for something on the way to the server.`;
  const again = 'It is tried again by itself; where that does not help, change it, or export it.';
  if (odd >= 500) return `The server failed on this ${it} (error ${odd}) and takes others. ${again}`;
  if (odd === 0) return `The connection breaks off with this ${it} and not with others. ${again}`;
  return `Something on the way to the server refuses this ${it} (answer ${odd}). ${again}`;
}

/** Tracks the outcomes of one pass and decides what to try next. */
export function newTrial(files: boolean, chance: () => number) {
  const aside: Aside[] = [];
  const without = new Set<string>();
  const inARow = new Map<string, number>();
  let { most, sample } = everyEntry(files);

  /** Whether the entry itself is at fault, as far as this pass can tell. */
  function isItsOwn({ entry, later: { odd = 0 }, went }: Aside) {
    if (went === 'its like' || (entry.faults ?? 0) > 0 || odd === 413) return true;
    const isOnly = aside.every((one) => one.entry === entry || groupOf(one.entry) !== groupOf(entry));
    return isOnly && (went === 'another' || (odd >= 400 && odd < 500));
  }

  return {
    choice: (): Choice => {
      const choice = { ...everyEntry(files), most, without, sample };
      sample = null;
      return choice;
    },
    went: ([first]: readonly Entry[]) => {
      const group = first ? groupOf(first) : '';
      for (const one of aside) {
        if (groupOf(one.entry) === group) one.went = 'its like';
        else if (one.went === 'nothing') one.went = 'another';
      }
      inARow.delete(group);
      most *= 2;
    },
    /** Several failed together: try fewer. */
    apart: ({ length }: readonly Entry[]) => {
      most = Math.ceil(length / 2);
    },
    /** One failed alone: try another of its group, to see whether any succeeds. */
    setAside: (entry: Entry, later: Later) => {
      aside.push({ entry, later, went: 'nothing' });
      most = everyEntry(files).most;
      const group = groupOf(entry);
      const count = (inARow.get(group) ?? 0) + 1;
      inARow.set(group, count);
      if (entry.faults) return;
      if (count >= IN_A_ROW) without.add(group);
      else sample = { group, at: chance() };
    },
    aside: (): readonly Entry[] => aside.map(({ entry }) => entry),
    /** What the pass found out about each entry that was set aside. */
    judged: (now: number): Outcome[] =>
      aside.map((one) => {
        const { entry, later } = one;
        if (!isItsOwn(one)) return later;
        const faults = (entry.faults ?? 0) + 1;
        const problem: Problem | null = faults < FAULTS ? null : { kind: 'failed', sentence: words(entry, later) };
        return { kind: 'held', faults, notBefore: now + (problem ? REST_MS : faults * SOON_MS), problem };
      }),
  };
}
