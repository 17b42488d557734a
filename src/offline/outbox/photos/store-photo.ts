// Stores a photo: checks it, re-encodes it and stores it on this device with its future entry. Loaded with the first
// photo.
import { preparePicture, type PreparedPicture } from '@/lib/files/prepare-picture';
import { insertOf } from '@/offline/outbox/record-entries';
import { storeFile } from '@/offline/outbox/store/files';
import { notSavedText } from '@/offline/outbox/store/newer-version';
import { PHOTO, type PhotoTable } from '@/records/photos';
import type { Cancellation } from './photo-preparation';

/** Files that a person chose for a work (or a record of another table), saved or not. */
export type ChosenPhotos = {
  owner: { userId: string; ownerId: string };
  recordId: string;
  table?: PhotoTable;
  files: readonly File[];
  /** The photos' own ids, for a record that refers to its photos. */
  ids?: readonly string[];
  /** The maximum number of photos of one record. */
  maxPhotos?: number | undefined;
  /** They belong to a change of an existing record and are sent only once that change is saved. */
  forChange?: true;
};

/**
 * Longer than the slowest phone needs for the largest photo. A picture that hangs the browser's decoder never finishes.
 */
const PREPARE_TIMEOUT_MS = 60_000;

const LEFT_OUT = 'It was left out.';
const NOT_READY = 'It could not be made ready within a minute. Choose it again, or take another photo.';

/** When the photo was taken. A date before 2000 or in the future comes from a wrong clock and is dropped. */
const takenAt = ({ lastModified }: File) =>
  lastModified > Date.UTC(2000, 0) && lastModified < Date.now() + 86_400_000
    ? new Date(lastModified).toISOString()
    : null;

async function prepareWithTimeout(file: File, { cancelled }: Cancellation): Promise<PreparedPicture> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<PreparedPicture>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, sentence: NOT_READY }), PREPARE_TIMEOUT_MS);
  });
  const leftOut = cancelled.then((): PreparedPicture => ({ ok: false, sentence: LEFT_OUT }));
  const ready = await Promise.race([preparePicture(file), timeout, leftOut]);
  clearTimeout(timer);
  return ready;
}

/**
 * Stores a file on this device as a photo of the record. Resolves with null, or with the reason why not. Never throws.
 */
export async function storePhoto(
  { owner, recordId, table = 'works', forChange }: Omit<ChosenPhotos, 'files' | 'ids' | 'maxPhotos'>,
  file: File,
  cancellation: Cancellation,
  id: string = crypto.randomUUID(),
): Promise<string | null> {
  const picture = cancellation.isCancelled()
    ? ({ ok: false, sentence: LEFT_OUT } as const)
    : await prepareWithTimeout(file, cancellation);
  if (!picture.ok) return picture.sentence;
  const { bytes, mime } = picture;
  const row = {
    parentTable: table,
    parentId: recordId,
    storagePath: `${owner.ownerId}/${table}/${recordId}/${id}.jpg`,
    mime,
    bytes: bytes.byteLength,
    takenAt: takenAt(file),
  };
  try {
    await storeFile({
      userId: owner.userId,
      id,
      parent: recordId,
      bytes,
      mime,
      entry: { ...insertOf(PHOTO, owner, id, row, [recordId]), file: true },
      at: Date.now(),
      ...(forChange && { forChange }),
    });
    return null;
  } catch {
    return notSavedText('photo');
  }
}
