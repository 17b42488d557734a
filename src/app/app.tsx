// The root: the session decides what is loaded.
import { lazy, Suspense, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { prepareClient, useSession } from '@/session/session-store';
import { LazyToaster } from '@/ui/feedback/lazy-toaster';
import { ErrorBoundary } from './error-boundary';
import { isPublicPath, signedOutAddress } from './public-site/public-paths';
import { screenOf } from './ready-screen';
import { LoadingScreen } from './shell/loading-screen';

type LandingType = ComponentType<{ onNear: () => void }>;
type OpenType = ComponentType<{ signedIn: boolean }>;

const LazyLanding = lazy(async () => ({ default: (await import('./public-site/landing')).Landing }));
/** The snapshot is read before the first page renders: its keeper loads in parallel with the app. */
const SignedInApp = screenOf(async () => {
  import('@/offline/snapshot/snapshot-keeper').catch(() => undefined);
  return (await import('./signed-in-app')).SignedInApp;
});
/** Loads everything behind the sign-in. Resolves once it is loaded, or has failed to load. */
export const fetchSignedIn = () => SignedInApp.load().catch(() => undefined);
const PublicPages = lazy(async () => ({ default: (await import('./public-site/public-pages')).PublicPages }));
const ArrivedPage = lazy(async () => ({
  default: (await import('@/features/sign-in/confirm-link-page')).ConfirmLinkPage,
}));
const SecondStepPage = lazy(async () => ({
  default: (await import('@/features/sign-in/second-step-page')).SecondStepPage,
}));

/** The user is at the sign-in form: loads what they need next while they type. */
function prepare() {
  prepareClient();
  void fetchSignedIn();
}

function SignedOut({ Landing, Open, connected }: { Landing: LandingType; Open: OpenType; connected: boolean }) {
  const { pathname, search, hash } = useLocation();
  // The prerendered page stays as it is: it says itself that no backend is connected.
  if (!connected) return <Landing onNear={prepare} />;
  const here = pathname + search + hash;
  const target = signedOutAddress(here);
  if (target !== here) return <Navigate to={target} replace />;
  return pathname === '/' ? <Landing onNear={prepare} /> : <Open signedIn={false} />;
}

function View({ Landing, Open }: { Landing: LandingType; Open: OpenType }) {
  const session = useSession();
  const { pathname } = useLocation();
  const isIn = session.kind === 'signedIn' || session.kind === 'recovery';
  if (isPublicPath(pathname)) return <Open signedIn={isIn} />;
  switch (session.kind) {
    case 'loading':
      return <LoadingScreen />;
    case 'notConfigured':
    case 'signedOut':
      return <SignedOut Landing={Landing} Open={Open} connected={session.kind === 'signedOut'} />;
    case 'arrived':
      return <ArrivedPage email={session.email} instead={session.instead} />;
    case 'secondStep':
      return <SecondStepPage email={session.email} />;
    case 'signedIn':
    case 'recovery':
      // Another person's data must not outlive their session.
      return <SignedInApp key={session.userId} session={session} />;
  }
}

export type AppPages = { landing?: LandingType; open?: OpenType };

/** `landing` and `open`: pages that are loaded already, because hydration must not wait for them. */
export function App({ landing = LazyLanding, open = PublicPages }: AppPages) {
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <View Landing={landing} Open={open} />
        </Suspense>
      </ErrorBoundary>
      <LazyToaster />
    </>
  );
}
