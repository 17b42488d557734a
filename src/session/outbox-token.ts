// The token with which the outbox sends: that of the user who owns the entries, or why there is none now.
import { backendConfig, sessionKey } from '@/lib/env';
import { renewSession } from '@/lib/renew-session';
import type { Token } from '@/offline/outbox/send/sender';
import { storedPerson, personIn } from './stored-session';
import { client } from './session-store';

/** offline: the session is stored but cannot be renewed now. signedOut: it is gone, or another user's. */
async function tokenUnavailable(userId: string): Promise<Token> {
  const config = await backendConfig();
  const storedUser = config && storedPerson(sessionKey(config.url));
  return { kind: storedUser?.userId === userId ? 'offline' : 'signedOut' };
}

let renewing = false;

/** `fresh`: the server refused the last token. It may have been revoked, or this device's clock is wrong. */
export async function outboxToken(userId: string, fresh: boolean): Promise<Token> {
  try {
    const { auth } = await client();
    renewing = fresh;
    const session = fresh ? await renewSession(auth) : (await auth.getSession()).data.session;
    if (session?.user.id !== userId) return await tokenUnavailable(userId);
    // The database refuses a session opened by a mail link; entries are sent once the password is typed.
    return personIn(session)?.byMail ? { kind: 'signedOut' } : { kind: 'token', token: session.access_token };
  } catch {
    return await tokenUnavailable(userId);
  } finally {
    renewing = false;
  }
}

/** Calls `onChange` when a user signs in or the token is renewed; returns a function that unsubscribes. */
export function onNewToken(onChange: () => void): () => void {
  let unsubscribe: (() => void) | null = () => undefined;
  client().then(
    ({ auth }) => {
      if (unsubscribe === null) return;
      const { data } = auth.onAuthStateChange((event) => {
        // Ignore the renewal that `outboxToken` requested itself, so that a second refusal does not cause an immediate
        // retry.
        const isNews = event === 'SIGNED_IN' || (event === 'TOKEN_REFRESHED' && !renewing);
        // The client holds its session lock during this callback: using it from here would deadlock.
        if (isNews) setTimeout(onChange);
      });
      unsubscribe = () => data.subscription.unsubscribe();
    },
    () => undefined,
  );
  return () => {
    unsubscribe?.();
    unsubscribe = null;
  };
}
