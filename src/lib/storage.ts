// Files in the project's buckets.
import type { StorageClient as StorageLater } from './storage-later';
import { supabase } from './supabase';

/**
 * Lifetime of a signed address, in seconds. On a hosted project the address keeps working for a person who is removed
 * meanwhile, so it is short.
 */
export const SIGNED_SECONDS = 600;

/** Told by what it can do: the dev server packs the stand-in into a library a second time, as a class of its own. */
const isLater = (storage: object): storage is StorageLater => 'whole' in storage;

/** A bucket by its name, as the person who is signed in. */
export async function bucket(name: string) {
  const { storage } = supabase;
  // The build puts the stand-in where the library would be.
  return isLater(storage) ? (await storage.whole()).from(name) : storage.from(name);
}
