// What confirms a deletion: the name of the farm and the account holder's password.
import { createClient } from 'npm:@supabase/supabase-js@2.109.0';
import type { Person } from '../_shared/caller.ts';
import { serviceDatabase } from '../_shared/database.ts';
import { requiredSetting } from '../_shared/environment.ts';

type Confirmation = { confirm: string; password: string };

export function parseConfirmation(body: unknown): Confirmation | null {
  if (typeof body !== 'object' || body === null) return null;
  const confirm: unknown = Reflect.get(body, 'confirm');
  const password: unknown = Reflect.get(body, 'password');
  return typeof confirm === 'string' && typeof password === 'string' && confirm && password
    ? { confirm, password }
    : null;
}

const normalize = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();

/** Whether the farm's name was typed, or the e-mail address if the farm has no name. */
export async function confirmsFarm({ id, email }: Person, typed: string): Promise<boolean> {
  const { data, error } = await serviceDatabase()
    .from('farm_settings')
    .select('farm_name')
    .eq('user_id', id)
    .maybeSingle();
  if (error) throw error;
  return normalize(typed) === normalize(data?.farm_name?.trim() || email);
}

/** Whether this is the caller's password, so that a stolen token is not enough. */
export async function isPassword({ id, email }: Person, password: string): Promise<boolean> {
  // A separate client, because signing in changes the client's session.
  const client = createClient(requiredSetting('SUPABASE_URL'), requiredSetting('SUPABASE_ANON_KEY'), {
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
