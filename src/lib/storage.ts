// Files in the project's buckets.
import { supabase } from './supabase';

/**
 * Lifetime of a signed URL, in seconds. Short, because on a hosted project the URL keeps working for a user who is
 * removed meanwhile.
 */
export const SIGNED_URL_SECONDS = 600;
/** The same, for an address that is used at once and not again. */
const ONE_USE_SECONDS = 60;

/** A bucket by its name, as the signed-in user. Few pages show a file, so the library is loaded with the first one. */
export async function bucket(name: string) {
  const { StorageClient } = await import('@supabase/storage-js');
  const { url, fetch } = supabase.service('storage');
  return new StorageClient(url, {}, fetch).from(name);
}

/**
 * The address of a file that is used at once. With a name, the storage service answers it as an attachment of that name,
 * so that no browser shows it as a page. (The library encodes the name twice.)
 */
export async function addressOnce(bucketName: string, path: string, name?: string): Promise<string> {
  const { data, error } = await (await bucket(bucketName)).createSignedUrl(path, ONE_USE_SECONDS);
  if (error) throw error;
  return name === undefined ? data.signedUrl : `${data.signedUrl}&download=${encodeURIComponent(name)}`;
}
