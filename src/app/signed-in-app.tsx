// Everything behind the sign-in: the data client, the gate and the pages.
import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from '@/lib/query-client';
import { storeWholeApp } from '@/offline/stored-app';
import type { Session } from '@/session/session-store';
import { useSnapshot } from '@/session/snapshot';
import { AccessGate } from './gate/access-gate';
import { prefetchScreen } from './route-screens';
import { LoadingScreen } from './shell/loading-screen';

// Loads the requested page in parallel with the snapshot and the access check, not after them.
const screenLoaded = prefetchScreen(window.location.pathname);

type SignedInSession = Extract<Session, { kind: 'signedIn' | 'recovery' }>;

export function SignedInApp({ session }: { session: SignedInSession }) {
  const [client] = useState(() => {
    // The library's initial state is online.
    onlineManager.setOnline(navigator.onLine);
    return createQueryClient();
  });
  useEffect(() => () => client.clear(), [client]);
  useEffect(() => void storeWholeApp(), []);
  const ready = useSnapshot(client, session.userId, screenLoaded);
  return (
    <QueryClientProvider client={client}>
      {ready ? <AccessGate session={session} /> : <LoadingScreen />}
    </QueryClientProvider>
  );
}
