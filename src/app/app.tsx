// The root: who is signed in decides what is loaded. The signed-out first page is all that comes with this chunk.
import { lazy, Suspense } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { allowedPath } from '@/domain/access';
import { LandingPage } from '@/features/sign-in/landing-page';
import { prepareClient, useSession } from '@/session/session-store';
import { LazyToaster } from '@/ui/lazy-toaster';
import { ErrorBoundary } from './error-boundary';
import { isPublicPath } from './public-paths';
import { LoadingScreen } from './shell/loading-screen';
import { PublicFrame } from './shell/public-frame';

const importSignedIn = () => import('./signed-in-app');
const SignedInApp = lazy(async () => ({ default: (await importSignedIn()).SignedInApp }));
const PublicPages = lazy(async () => ({ default: (await import('./public-pages')).PublicPages }));
const ArrivedPage = lazy(async () => ({ default: (await import('@/features/sign-in/arrived-page')).ArrivedPage }));

/** Somebody is at the form: what they need next is on its way while they type. */
function prepare() {
  prepareClient();
  importSignedIn().catch(() => undefined);
}

function SignedOut() {
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  const target = allowedPath({ kind: 'signedOut' }, here);
  if (target !== here) return <Navigate to={target} replace />;
  return pathname === '/' ? <Landing /> : <PublicPages signedIn={false} />;
}

function Landing() {
  return (
    <PublicFrame signedIn={false}>
      <LandingPage onNear={prepare} />
    </PublicFrame>
  );
}

function View() {
  const session = useSession();
  const { pathname } = useLocation();
  const isIn = session.kind === 'signedIn' || session.kind === 'recovery';
  if (isPublicPath(pathname)) return <PublicPages signedIn={isIn} />;
  switch (session.kind) {
    case 'loading':
      return <LoadingScreen />;
    case 'notConfigured':
      return <Landing />;
    case 'signedOut':
      return <SignedOut />;
    case 'arrived':
      return <ArrivedPage email={session.email} instead={session.instead} />;
    case 'signedIn':
    case 'recovery':
      // Another person's data must not outlive their session.
      return <SignedInApp key={session.userId} session={session} />;
  }
}

export function App() {
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <View />
        </Suspense>
      </ErrorBoundary>
      <LazyToaster />
    </>
  );
}
