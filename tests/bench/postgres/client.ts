// Replaces @/lib/supabase for src/data in the bench: the client of the person who is signed in while statements are
// recorded.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '@/lib/database.types';

/** Node 20 has no WebSocket, and none is opened here. */
function NoSocket() {
  throw new Error('the bench opens no WebSocket');
}

export const clientFor = (key: string, fetch: typeof globalThis.fetch): SupabaseClient<Database> =>
  createClient<Database>('http://localhost:3000', key, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    // supabase-js only checks for a constructor until something subscribes.
    realtime: { transport: NoSocket as never },
    global: { fetch },
  });

/** Must be set before a function of src/data is called. */
export let supabase: SupabaseClient<Database>;
export const signIn = (client: SupabaseClient<Database>) => {
  supabase = client;
};

export function unwrap<T>({ data, error }: { data: T; error: Error | null }): NonNullable<T> {
  if (error) throw error;
  // As in the app: without an error there is data.
  return data as NonNullable<T>;
}
