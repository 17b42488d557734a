// Photos of an entry in the outbox: how a screen adds and removes them.
import { mutationOptions, queryOptions, useIsMutating } from '@tanstack/react-query';
import * as keys from '@/lib/query-keys';
import { loadStore } from '@/offline/outbox/store/load-store';
import type { ChosenPhotos } from './store-photo';
import { prepareFor } from './photo-preparation';

/** The photos of a record that this device has. */
export const keptPhotosQuery = (userId: string, recordId: string) =>
  queryOptions({
    queryKey: [keys.queuedPhotos, userId, recordId],
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () =>
      loadStore()
        .then(({ filesOf }) => filesOf(userId, recordId))
        .catch(() => []),
  });

type RefusedPhoto = { name: string; sentence: string; id?: string | undefined };

/** Keeps those of the chosen files that are photos; resolves with the reason for each of the others. */
export const addPhotos = mutationOptions({
  mutationKey: ['kept-photos', 'add'],
  networkMode: 'always',
  retry: false,
  mutationFn: ({ files, ids = [], maxPhotos, ...options }: ChosenPhotos) =>
    prepareFor(options.recordId, async (cancellation): Promise<RefusedPhoto[]> => {
      const loaded = await Promise.race([import('./store-photo'), cancellation.cancelled]);
      if (!loaded) return files.map(({ name }, at) => ({ name, sentence: 'It was left out.', id: ids[at] }));
      let room = Number.POSITIVE_INFINITY;
      if (maxPhotos !== undefined) {
        // If the store can't be read, each file is reported as not kept.
        const stored = await loadStore()
          .then(({ filesOf }) => filesOf(options.owner.userId, options.recordId))
          .catch(() => []);
        room = maxPhotos - stored.length;
      }
      const refused: RefusedPhoto[] = [];
      // One at a time: a phone has memory for one large photo.
      for (const [at, file] of files.entries()) {
        const id = ids[at];
        const sentence =
          room > 0
            ? await loaded.storePhoto(options, file, cancellation, id)
            : `${String(maxPhotos)} photos are the most.`;
        if (sentence === null) room -= 1;
        else refused.push({ name: file.name, sentence, id });
      }
      return refused;
    }),
  // Fails only if the code could not be loaded; other failures are reported per file.
  meta: {
    failed: { title: 'Error', description: 'Photos need signal once on this device. Try again when there is some.' },
    invalidates: [keys.queuedPhotos],
  },
});

/** True while photos of this record are being prepared, until the list of its photos shows them. */
export const usePreparing = (recordId: string): boolean =>
  useIsMutating({
    mutationKey: addPhotos.mutationKey,
    // Only `addPhotos` has this key.
    predicate: ({ state }) => (state.variables as ChosenPhotos | undefined)?.recordId === recordId,
  }) > 0;

/** Removes a photo of an entry that is not saved yet. */
export const dropPhoto = mutationOptions({
  mutationKey: ['kept-photos', 'drop'],
  networkMode: 'always',
  retry: false,
  mutationFn: async ({ userId, id }: { userId: string; id: string }) => {
    const { dropFile } = await loadStore();
    await dropFile(userId, id);
  },
  meta: { failed: { title: 'Error' }, invalidates: [keys.queuedPhotos] },
});
