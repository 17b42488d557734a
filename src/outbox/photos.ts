// Photos of an entry as the outbox has them: the ways in which a screen adds them and takes them back.
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { Fields } from './entry';
import { dropFile, filesOf, keepFile } from './files';
import { PHOTO } from './records';

type Who = { userId: string; ownerId: string };

/** What of a photo is taken along; a clock of 1970 or of next year says nothing. */
const takenAt = ({ lastModified }: File) =>
  lastModified > Date.UTC(2000, 0) && lastModified < Date.now() + 86_400_000
    ? new Date(lastModified).toISOString()
    : null;

/** The photos of a record that this device has. */
export const keptPhotosQuery = (userId: string, work: string) =>
  queryOptions({
    queryKey: ['kept-photos', userId, work],
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    queryFn: () => filesOf(userId, work).catch(() => []),
  });

const NOT_KEPT = 'This device could not keep the photo: its storage is full or switched off.';

async function keepOne(who: Who, work: string, file: File): Promise<string | null> {
  const { preparePicture } = await import('@/lib/prepare-picture');
  const prepared = await preparePicture(file);
  if (!prepared.ok) return prepared.sentence;
  const id = crypto.randomUUID();
  const fields: Fields = {
    parent_table: 'works',
    parent_id: work,
    storage_path: `${who.ownerId}/works/${work}/${id}.jpg`,
    mime: prepared.mime,
    bytes: prepared.bytes.byteLength,
    taken_at: takenAt(file),
  };
  const entry = {
    userId: who.userId,
    accountId: who.ownerId,
    kind: PHOTO.kind,
    version: PHOTO.version,
    id,
    action: 'insert',
    fields,
    seen: null,
    parents: [work],
    title: 'Photo',
    file: true,
  } as const;
  const { bytes, mime } = prepared;
  try {
    await keepFile({
      userId: who.userId,
      id,
      parent: work,
      bytes,
      mime,
      entry: { ...entry, parents: [work] },
      at: Date.now(),
    });
    return null;
  } catch {
    return NOT_KEPT;
  }
}

/** Looks at the chosen files and keeps what are photos; the answer says of each other why not. */
export const addPhotos = mutationOptions({
  mutationKey: ['kept-photos', 'add'],
  networkMode: 'always',
  retry: false,
  mutationFn: async ({ who, work, files }: { who: Who; work: string; files: readonly File[] }) => {
    const refused: { name: string; sentence: string }[] = [];
    // One after the other: a phone has the memory for one large photo.
    for (const file of files) {
      const sentence = await keepOne(who, work, file);
      if (sentence !== null) refused.push({ name: file.name, sentence });
    }
    return refused;
  },
  meta: { failed: { title: 'Error', description: NOT_KEPT }, invalidates: ['kept-photos'] },
});

/** Takes back a photo of an entry that is not saved yet. */
export const dropPhoto = mutationOptions({
  mutationKey: ['kept-photos', 'drop'],
  networkMode: 'always',
  retry: false,
  mutationFn: ({ userId, id }: { userId: string; id: string }) => dropFile(userId, id),
  meta: { failed: { title: 'Error' }, invalidates: ['kept-photos'] },
});
