// Keeping a photo: looked at, drawn anew, and on this device's disk with the entry that it becomes. Loaded with the first.
import { preparePicture } from '@/lib/prepare-picture';
import type { Fields } from './entry';
import { keepFile } from './files';
import { PHOTO } from './records';

/** Files that a person chose for a work (or a record of another table), saved or not. */
export type ChosenPhotos = {
  who: { userId: string; ownerId: string };
  work: string;
  table?: 'works' | 'checklist_completions' | 'notes';
  files: readonly File[];
  /** The photos' own ids, for a record that names its photos. */
  ids?: readonly string[];
  /** So many of a record, no more. */
  most?: number | undefined;
};

const NOT_KEPT = 'This device could not keep the photo: its storage is full or switched off.';

/** What of a photo is taken along; a clock of 1970 or of next year says nothing. */
const takenAt = ({ lastModified }: File) =>
  lastModified > Date.UTC(2000, 0) && lastModified < Date.now() + 86_400_000
    ? new Date(lastModified).toISOString()
    : null;

/** Keeps a file on this device as a photo of the work; the answer says why not. Never throws. */
export async function keepPhoto(
  { who, work, table = 'works' }: Omit<ChosenPhotos, 'files' | 'ids' | 'most'>,
  file: File,
  id: string = crypto.randomUUID(),
): Promise<string | null> {
  const prepared = await preparePicture(file);
  if (!prepared.ok) return prepared.sentence;
  const fields: Fields = {
    parent_table: table,
    parent_id: work,
    storage_path: `${who.ownerId}/${table}/${work}/${id}.jpg`,
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
