// An API client signed in as the demo farm's owner, running in this process.
import { createClient } from '@supabase/supabase-js';

export const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

// Node 20 has no WebSocket, and none is opened here.
class NoSocket {
  constructor() {
    throw new Error('the bench opens no WebSocket');
  }
}

export function must({ data, error }) {
  if (error) throw new Error(error.message);
  return data;
}

/** Signs in at a server with the demo data: {api, owner}. */
export async function signIn(origin) {
  const { publishableKey } = await (await fetch(`${origin}/_embedded.json`)).json();
  const api = createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoSocket },
  });
  const { user } = must(await api.auth.signInWithPassword(DEMO));
  return { api, owner: user.id };
}
