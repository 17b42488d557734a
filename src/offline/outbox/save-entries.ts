// Saving from screens: mutations that succeed once this device has stored the entries, online or offline.
import { mutationOptions } from '@tanstack/react-query';
import { refuseInDemo } from '@/lib/demo';
import type { QueryName } from '@/lib/query-keys';
import type { Entry, NewEntry } from './entry';
import { save, sendUnsaved, takeBack, waitingWith } from './outbox';
import type { Saved } from './store/store';
import { notSavedText } from './store/newer-version';

/** If the device refuses, the message says what to do; the form still holds everything. */
const saveOrExplain = (entry: NewEntry): Promise<Saved> =>
  save(entry).catch((error: unknown) => {
    throw new Error(notSavedText('entry'), { cause: error });
  });

/** Saves entries on this device. `saved` and `failed`: the titles of the messages. */
export const saveMutation = (saved: string, failed: string) =>
  mutationOptions({
    mutationKey: ['outbox', saved],
    // A local write: it works offline too.
    networkMode: 'always',
    retry: false,
    /** The result of the last entry saved; entries after one whose id is taken are not saved. */
    mutationFn: async (entries: readonly NewEntry[]): Promise<Saved> => {
      refuseInDemo();
      let result: Saved = { id: '', existingEntry: null };
      for (const entry of entries) if (!result.existingEntry) result = await saveOrExplain(entry);
      return result;
    },
    meta: {
      saved: ({ existingEntry }: Saved) => (existingEntry ? null : { title: saved }),
      failed: { title: failed },
    },
  });

/** If local storage is unavailable: sends the entry directly. */
export const directMutation = (saved: string, failed: string) =>
  mutationOptions({
    mutationKey: ['outbox', 'direct', saved],
    networkMode: 'always',
    retry: false,
    mutationFn: sendUnsaved,
    meta: { saved: { title: saved }, failed: { title: failed } },
  });

/** How a sent deletion is undone, and the queries that are read again afterwards. */
type Restore = { restore: (id: string) => Promise<unknown>; invalidates: readonly QueryName[] };

/**
 * Deletes records. A deletion contains no input that could be lost: if local storage is unavailable, it is sent at
 * once. `undo`: offers to undo it, unless unsent photos were deleted with the record.
 */
export const deleteMutation = (saved: string, failed: string, undo?: Restore) =>
  mutationOptions({
    mutationKey: ['outbox', saved],
    networkMode: 'always',
    retry: false,
    /** Resolves with the waiting entries that the deletions replaced. */
    mutationFn: async (entries: readonly NewEntry[]) => {
      refuseInDemo();
      const replaced = entries.flatMap(({ id }) => waitingWith(id));
      for (const entry of entries) {
        await save(entry)
          .catch(() => sendUnsaved(entry))
          .catch((error: unknown) => {
            throw new Error(error instanceof Error ? `${failed} ${error.message}` : failed, { cause: error });
          });
      }
      return replaced;
    },
    meta: {
      saved: { title: saved },
      failed: { title: 'Error' },
      undo: (replaced: Entry[], deletions: readonly NewEntry[]) =>
        undo && !replaced.some(({ file }) => file)
          ? {
              run: async () => {
                for (const one of deletions) await takeBack(one, replaced, () => undo.restore(one.id));
              },
              invalidates: undo.invalidates,
            }
          : null,
    },
  });

/**
 * Saves what a single press confirms, without input: if local storage is unavailable, it is sent at once. The screen
 * itself shows the result.
 */
export const confirmMutation = (failed: string) =>
  mutationOptions({
    mutationKey: ['outbox', 'said', failed],
    networkMode: 'always',
    retry: false,
    mutationFn: async (entry: NewEntry) => {
      refuseInDemo();
      await save(entry).catch(() => sendUnsaved(entry));
    },
    meta: { failed: { title: failed } },
  });

/** A record type, as messages name it. */
type Named = { name: string };

/** Saves new records of a type on this device. */
export const insertMutation = ({ name }: Named) => saveMutation(`${name} saved!`, `Error Saving ${name}`);
/** Saves edits on this device. */
export const updateMutation = ({ name }: Named) => saveMutation(`${name} updated!`, `Error Updating ${name}`);
/** Sends a new record directly, if local storage is unavailable. */
export const sendNowMutation = ({ name }: Named) => directMutation(`${name} saved!`, `Error Saving ${name}`);
export const removeMutation = ({ name }: Named, undo?: Restore) =>
  deleteMutation(`${name} deleted.`, `Could not delete ${name.toLowerCase()}.`, undo);
/** Strikes records out as entered by mistake. */
export const strikeMutation = ({ name }: Named) =>
  deleteMutation(`${name} struck out.`, `Could not strike out ${name.toLowerCase()}.`);
export const bringBackMutation = ({ name }: Named) =>
  deleteMutation(`${name} is back.`, `Could not bring back ${name.toLowerCase()}.`);
