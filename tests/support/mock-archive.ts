// Replaces the buckets and the file target of the data layer in all of tests/database (database-setup.ts).
import type { Person } from './embedded/backend';
import { current } from './mock-supabase';

type Part = string | Uint8Array<ArrayBuffer>;

/** The file that the last export has written, and whether the person cancels the choice of a file. */
export const saved = { parts: [] as Part[], finished: false, discarded: false, isCancelled: false };

export const forgetSaved = () => {
  Object.assign(saved, { parts: [], finished: false, discarded: false, isCancelled: false });
};

const open = () =>
  Promise.resolve(
    saved.isCancelled
      ? null
      : {
          write: (part: Part) => Promise.resolve(void saved.parts.push(part)),
          finish: () => Promise.resolve(void (saved.finished = true)),
          discard: () => Promise.resolve(void (saved.discarded = true)),
        },
  );

// Set by the test: the person who is signed in.
export const bucket = (name: string) => Promise.resolve((current.client as Person).storage.from(name));

export const fileTargetModule = { openCsv: open, openZip: open };
