// A second save under an id that was saved before: two tabs can hold the same draft, and neither may lose its entry.
import type { Json } from '@/lib/database.types';
import type { Entry, Columns, NewEntry } from '@/offline/outbox/entry';
import { typeOf } from '@/offline/outbox/record-type';
import type { StoredFile } from '@/offline/outbox/store/db';

const isSameJson = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * The last entry of this id on the device, if saving `change` would be dropped or refused although its content differs.
 * null if the id is free or the content is the same: then it is a double press.
 */
export function conflictingEntry(entries: readonly Entry[], change: NewEntry): Entry | null {
  const sameRecord = entries.filter(({ id }) => id === change.id).toSorted((a, b) => a.seq - b.seq);
  const last = sameRecord.at(-1);
  if (change.action !== 'insert' || change.file || !last) return null;
  // The database refuses a deleted id.
  if (last.action === 'delete') return last;
  const saved = sameRecord.reduce<Columns>((fields, entry) => ({ ...fields, ...entry.fields }), {});
  const derived = typeOf(change)?.derived ?? [];
  const columns = Object.keys({ ...saved, ...change.fields }).filter((column) => !derived.includes(column));
  return columns.every((column) => isSameJson(saved[column], change.fields[column])) ? null : last;
}

/** Moves a photo that was chosen for one record to another record. */
export function moveToRecord(file: StoredFile, parent: string): StoredFile {
  const { entry } = file;
  const path = entry.fields['storage_path'];
  const fields = {
    ...entry.fields,
    parent_id: parent,
    ...(typeof path === 'string' && { storage_path: path.replace(`/${file.parent}/`, `/${parent}/`) }),
  };
  return { ...file, parent, entry: { ...entry, fields, parents: [parent] } };
}
