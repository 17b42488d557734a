// Saving from screens: mutations that succeed once this device has stored the entries, online or offline.
import { mutationOptions } from '@tanstack/react-query';
import type { NewEntry } from './entry';
import { save, sendUnsaved } from './outbox';
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
      let result: Saved = { id: '', taken: null };
      for (const entry of entries) if (!result.taken) result = await saveOrExplain(entry);
      return result;
    },
    meta: {
      saved: ({ taken }: Saved) => (taken ? null : { title: saved }),
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

/** No input to lose: if local storage is unavailable, a deletion is sent at once. */
export const deleteMutation = (saved: string, failed: string) =>
  mutationOptions({
    mutationKey: ['outbox', saved],
    networkMode: 'always',
    retry: false,
    mutationFn: async (entries: readonly NewEntry[]) => {
      for (const entry of entries) {
        await save(entry)
          .catch(() => sendUnsaved(entry))
          .catch((error: unknown) => {
            throw new Error(error instanceof Error ? `${failed} ${error.message}` : failed, { cause: error });
          });
      }
    },
    meta: { saved: { title: saved }, failed: { title: 'Error' } },
  });

/** One press without input: if local storage is unavailable, it is sent at once. The screen itself shows the result. */
export const confirmMutation = (failed: string) =>
  mutationOptions({
    mutationKey: ['outbox', 'said', failed],
    networkMode: 'always',
    retry: false,
    mutationFn: async (entry: NewEntry) => {
      await save(entry).catch(() => sendUnsaved(entry));
    },
    meta: { failed: { title: failed } },
  });
