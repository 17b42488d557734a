// Everything behind the sign-in: the data client, the gate and the pages.
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from '@/lib/query-client';
import type { Session } from '@/session/session-store';
import { useSnapshot } from '@/session/snapshot';
import { AccessGate } from './access-gate';
import { prefetchScreen } from './routes';
import { LoadingScreen } from './shell/loading-screen';

// The page that is asked for comes beside what this device and the database say of its person, not after it.
const screen = prefetchScreen(window.location.pathname);

type SignedInSession = Extract<Session, { kind: 'signedIn' | 'recovery' }>;

export function SignedInApp({ session }: { session: SignedInSession }) {
  const [client] = useState(() => {
    // Until told otherwise the library believes that there is a connection.
    onlineManager.setOnline(navigator.onLine);
    return createQueryClient();
  });
  useEffect(() => () => client.clear(), [client]);
  const ready = useSnapshot(client, session.userId, screen);
  return (
    <QueryClientProvider client={client}>
      {ready ? <AccessGate session={session} /> : <LoadingScreen />}
    </QueryClientProvider>
  );
}
