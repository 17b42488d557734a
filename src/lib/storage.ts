// Files in the project's buckets.
import type { StorageClient as StorageLater } from './storage-later';
import { supabase } from './supabase';

/**
 * Lifetime of a signed URL, in seconds. Short, because on a hosted project the URL keeps working for a user who is
 * removed meanwhile.
 */
export const SIGNED_SECONDS = 600;

/** Checked by feature, not by class: the dev server bundles the replacement a second time, as a separate class. */
const isLater = (storage: object): storage is StorageLater => 'whole' in storage;

/** A bucket by its name, as the signed-in user. */
export async function bucket(name: string) {
  const { storage } = supabase;
  // The build puts the replacement in place of the library.
  return isLater(storage) ? (await storage.whole()).from(name) : storage.from(name);
}
