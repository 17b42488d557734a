// The key with which the outbox sends: that of the very person whose entries they are, or why there is none now.
import type { Token } from '@/outbox/sender';
import { backendConfig } from '@/lib/env';
import { renewRefused } from '@/lib/renew';
import { keptPerson, keyOf, personIn } from './kept-session';
import { client } from './session-store';

/** Kept, but not to be renewed at the moment, is no signal; gone, or another person's, is signed out. */
async function without(userId: string): Promise<Token> {
  const config = await backendConfig();
  const kept = config && keptPerson(keyOf(config.url));
  return { kind: kept?.userId === userId ? 'offline' : 'signedOut' };
}

let renewing = false;

/** `fresh` after the server has refused the last one: it may have been taken back, or this device's clock is wrong. */
export async function outboxToken(userId: string, fresh: boolean): Promise<Token> {
  try {
    const { auth } = await client();
    renewing = fresh;
    const session = fresh ? await renewRefused(auth) : (await auth.getSession()).data.session;
    if (session?.user.id !== userId) return await without(userId);
    // The database refuses a session that a mail opened; what waits is sent once the password is typed.
    return personIn(session)?.byMail ? { kind: 'signedOut' } : { kind: 'token', token: session.access_token };
  } catch {
    return await without(userId);
  } finally {
    renewing = false;
  }
}

/** Calls when somebody has signed in or a key was renewed; the answer ends it. */
export function onNewToken(call: () => void): () => void {
  let end: (() => void) | null = () => undefined;
  client().then(
    ({ auth }) => {
      if (end === null) return;
      const { data } = auth.onAuthStateChange((event) => {
        // Whoever asked for the new key goes on with it: a server that refuses that too is not asked again at once.
        const isNews = event === 'SIGNED_IN' || (event === 'TOKEN_REFRESHED' && !renewing);
        // The client still holds its session here: who asks it from within would wait for itself.
        if (isNews) setTimeout(call);
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
