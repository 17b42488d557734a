// The key with which the outbox sends: that of the very person whose entries they are, or why there is none now.
import type { Token } from '@/outbox/sender';
import { backendConfig } from '@/lib/env';
import { keptPerson, keyOf } from './kept-session';
import { client } from './session-store';

/** Kept, but not to be renewed at the moment, is no signal; gone, or another person's, is signed out. */
async function without(userId: string): Promise<Token> {
  const config = await backendConfig();
  const kept = config && keptPerson(keyOf(config.url));
  return { kind: kept?.userId === userId ? 'offline' : 'signedOut' };
}

/** `fresh` after the server has refused the last one: it may have been taken back, or this device's clock is wrong. */
export async function outboxToken(userId: string, fresh: boolean): Promise<Token> {
  try {
    const { auth } = await client();
    const { data } = fresh ? await auth.refreshSession() : await auth.getSession();
    const { session } = data;
    return session?.user.id === userId ? { kind: 'token', token: session.access_token } : await without(userId);
  } catch {
    return without(userId);
  }
}

/** Calls when somebody has signed in or a key was renewed; the answer ends it. */
export function onNewToken(call: () => void): () => void {
  let end: (() => void) | null = () => undefined;
  client().then(
    ({ auth }) => {
      if (end === null) return;
      const { data } = auth.onAuthStateChange((event) => {
        // The client still holds its session here: who asks it from within would wait for itself.
        if (event === 'SIGNED_IN' || event === 'TOKEN_REFRESHED') setTimeout(call);
      });
      end = () => data.subscription.unsubscribe();
    },
    () => undefined,
  );
  return () => {
    end?.();
    end = null;
  };
}
