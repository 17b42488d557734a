// The API of a running app, for data that a test creates or checks without using the pages.
import { createClient } from '@supabase/supabase-js';
import type { App } from '../app';
import { DEMO_PASSWORD, OWNER } from '../browser/sign-in';

// Node 20 has no WebSocket, and none is opened here.
function NoSocket() {
  throw new Error('nothing is tested over a socket');
}

/** A client that nobody has signed in with. */
export async function openApi({ origin }: App) {
  const { publishableKey } = (await (await fetch(`${origin}/_embedded.json`)).json()) as { publishableKey: string };
  return createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: NoSocket as never },
  });
}

/** A client signed in as a person: of the demonstration account, its holder. Throws if the sign-in is refused. */
export async function demoApi(app: App, person = { email: OWNER, password: DEMO_PASSWORD }) {
  const api = await openApi(app);
  const { error } = await api.auth.signInWithPassword(person);
  if (error) throw error;
  return api;
}
