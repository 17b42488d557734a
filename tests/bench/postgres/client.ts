// The client that src/data gets in the bench, in the place of @/lib/supabase: whoever is signed in while statements are taken down.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/lib/database.types';

/** Node 20 has no WebSocket of its own, and nothing here opens one. */
function NoSocket() {
  throw new Error('nothing is measured over a socket');
}

export const clientFor = (key: string, fetch: typeof globalThis.fetch): SupabaseClient<Database> =>
  createClient<Database>('http://localhost:3000', key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // The constructor is all that supabase-js looks at before somebody subscribes.
    realtime: { transport: NoSocket as never },
    global: { fetch },
  });

/** Set before a function of src/data is called. */
export let supabase: SupabaseClient<Database>;
export const signIn = (client: SupabaseClient<Database>) => {
  supabase = client;
};

export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // As in the app: what has no error has data.
  return data as NonNullable<T>;
}
