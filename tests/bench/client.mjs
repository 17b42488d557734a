// An API client for the benchmarks, signed in as the demo farm's owner. It needs no browser.
import { createClient } from '@supabase/supabase-js';

export const DEMO = { email: 'owner@demo.test', password: 'demo-farm-2026' };

// The client library requires a WebSocket class, which Node 20 lacks. The benchmarks never open a WebSocket.
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
