// Checks that the account holder is the one who asks, and that they mean this account.
import { createClient } from 'npm:@supabase/supabase-js@2.109.0';
import type { Person } from '../_shared/caller.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { needed } from '../_shared/environment.ts';

type Sure = { confirm: string; password: string };

export function bodyOf(body: unknown): Sure | null {
  if (typeof body !== 'object' || body === null) return null;
  const confirm: unknown = Reflect.get(body, 'confirm');
  const password: unknown = Reflect.get(body, 'password');
  return typeof confirm === 'string' && typeof password === 'string' && confirm && password
    ? { confirm, password }
    : null;
}

const bare = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether the farm's name was typed, or the e-mail address if the farm has no name. */
export async function isSure({ id, email }: Person, typed: string): Promise<boolean> {
  const { data, error } = await serviceDatabase()
    .from('farm_settings')
    .select('farm_name')
    .eq('user_id', id)
    .maybeSingle();
  if (error) throw error;
  return bare(typed) === bare(data?.farm_name?.trim() || email);
}

/** Whether this is the caller's password, so that a stolen token is not enough. */
export async function provesPassword({ id, email }: Person, password: string): Promise<boolean> {
  // A separate client, since it is signed in as the person for a moment.
  const client = createClient(needed('SUPABASE_URL'), needed('SUPABASE_ANON_KEY'), {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  if (error) {
    if (error.status !== undefined && error.status >= 400 && error.status < 500) return false;
    throw error;
  }
  await client.auth.signOut({ scope: 'local' });
  return data.user.id === id;
}
