// The API of a running app, signed in as a person of the demo farm. For data that a test creates or checks without
// using the pages.
import { createClient } from '@supabase/supabase-js';
import type { App } from '../app';

/** The account holder of the demo farm. */
export const OWNER = { email: 'owner@demo.test', password: 'demo-farm-2026' };

// Node 20 has no WebSocket, and none is opened here.
function NoSocket() {
  throw new Error('nothing is tested over a socket');
}

/** A signed-in client; throws if the sign-in is refused. */
export async function demoApi({ origin }: App, person = OWNER) {
  const { publishableKey } = (await (await fetch(`${origin}/_embedded.json`)).json()) as { publishableKey: string };
  const api = createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoSocket as never },
  });
  const { error } = await api.auth.signInWithPassword(person);
  if (error) throw error;
  return api;
}
