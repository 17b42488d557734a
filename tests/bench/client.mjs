// The demonstration farm's owner at the API, as the app talks to it, from here.
import { createClient } from '@supabase/supabase-js';

export const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

// Node 20 has no WebSocket of its own, and nothing here opens one.
class NoSocket {
  constructor() {
    throw new Error('nothing is measured over a socket');
  }
}

export function must({ data, error }) {
  if (error) throw new Error(error.message);
  return data;
}

/** Signs in at a server that has the demonstration data: {api, owner}. */
export async function signIn(origin) {
  const { publishableKey } = await (await fetch(`${origin}/_embedded.json`)).json();
  const api = createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoSocket },
  });
  const { user } = must(await api.auth.signInWithPassword(DEMO));
  return { api, owner: user.id };
}
