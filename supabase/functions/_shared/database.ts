// The database with the project's secret key: no policy applies, so callers must restrict every query to the right
// rows.
import { createClient, type SupabaseClient } from 'npm:@supabase/supabase-js@2.109.0';
import type { Database } from '../../../src/lib/database.types.ts';
import { requiredSetting } from './environment.ts';

let client: SupabaseClient<Database> | undefined;

/** One client for the lifetime of the function. */
export function serviceDatabase(): SupabaseClient<Database> {
  client ??= createClient<Database>(requiredSetting('SUPABASE_URL'), requiredSetting('SUPABASE_SERVICE_ROLE_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  return client;
}
