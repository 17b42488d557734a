// The token with which the outbox sends: that of the user who owns the entries, or why there is none now.
import { backendConfig, sessionKey } from '@/lib/env';
import { renewRefused } from '@/lib/renew';
import type { Token } from '@/offline/outbox/send/sender';
import { keptPerson, personIn } from './kept-session';
import { client } from './session-store';

/** offline: the session is stored but cannot be renewed now. signedOut: it is gone, or another user's. */
async function without(userId: string): Promise<Token> {
  const config = await backendConfig();
  const kept = config && keptPerson(sessionKey(config.url));
  return { kind: kept?.userId === userId ? 'offline' : 'signedOut' };
}

let renewing = false;

/** `fresh`: the server refused the last token. It may have been revoked, or this device's clock is wrong. */
export async function outboxToken(userId: string, fresh: boolean): Promise<Token> {
  try {
    const { auth } = await client();
    renewing = fresh;
    const session = fresh ? await renewRefused(auth) : (await auth.getSession()).data.session;
    if (session?.user.id !== userId) return await without(userId);
    // The database refuses a session opened by a mail link; entries are sent once the password is typed.
    return personIn(session)?.byMail ? { kind: 'signedOut' } : { kind: 'token', token: session.access_token };
  } catch {
    return await without(userId);
  } finally {
    renewing = false;
  }
}

/** Calls when a user signs in or the token is renewed; returns a function that ends it. */
export function onNewToken(call: () => void): () => void {
  let end: (() => void) | null = () => undefined;
  client().then(
    ({ auth }) => {
      if (end === null) return;
      const { data } = auth.onAuthStateChange((event) => {
        // `outboxToken` goes on with the token it requested: if the server refuses that too, it is not asked again at
        // once.
        const isNews = event === 'SIGNED_IN' || (event === 'TOKEN_REFRESHED' && !renewing);
        // The client holds its session lock during this callback: using it from here would deadlock.
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
