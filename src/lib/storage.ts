// Files in the project's buckets.
import { supabase } from './supabase';

/**
 * Lifetime of a signed URL, in seconds. Short, because on a hosted project the URL keeps working for a user who is
 * removed meanwhile.
 */
export const SIGNED_URL_SECONDS = 600;

/** A bucket by its name, as the signed-in user. Few pages show a file, so the library is loaded with the first one. */
export async function bucket(name: string) {
  const { StorageClient } = await import('@supabase/storage-js');
  const { url, fetch } = supabase.service('storage');
  return new StorageClient(url, {}, fetch).from(name);
}
