// Files in the project's buckets.
import { StorageClient as StorageLater } from './storage-later';
import { supabase } from './supabase';

/** A bucket by its name, as the person who is signed in. */
export async function bucket(name: string) {
  const storage: unknown = supabase.storage;
  // The build puts the stand-in where the library would be.
  return storage instanceof StorageLater ? (await storage.whole()).from(name) : supabase.storage.from(name);
}
