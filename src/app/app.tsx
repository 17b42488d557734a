// The root component: renders and loads what the kind of session needs.
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { prepareClient, useSession } from '@/session/session-store';
import { LazyToaster } from '@/ui/feedback/lazy-toaster';
import { ErrorBoundary } from './error-boundary';
import { isPublicPath, signedOutAddress } from './public-site/public-paths';
import { lazyScreen } from './lazy-screen';
import { LoadingScreen } from './shell/loading-screen';

type LandingType = ComponentType<{ onFormFocus: () => void }>;
type PublicPagesType = ComponentType<{ signedIn: boolean }>;

const LazyLanding = lazy(async () => ({ default: (await import('./public-site/landing')).Landing }));
/** Loads the snapshot's code in parallel, because the snapshot is read before the first page renders. */
const SignedInApp = lazyScreen(async () => {
  import('@/offline/snapshot/snapshot-keeper').catch(() => undefined);
  return (await import('./signed-in-app')).SignedInApp;
});
/** Loads everything behind the sign-in. Resolves once it is loaded, or has failed to load. */
export const loadSignedInApp = () => SignedInApp.load().catch(() => undefined);
const PublicPages = lazy(async () => ({ default: (await import('./public-site/public-pages')).PublicPages }));
const ConfirmLinkPage = lazy(async () => ({
  default: (await import('@/features/sign-in/confirm-link-page')).ConfirmLinkPage,
}));
const SecondStepPage = lazy(async () => ({
  default: (await import('@/features/sign-in/second-step-page')).SecondStepPage,
}));

/** The user is at the sign-in form: loads what they need next while they type. */
function prefetchSignedIn() {
  prepareClient();
  void loadSignedInApp();
}

function SignedOut({
  Landing,
  Public,
  connected,
}: {
  Landing: LandingType;
  Public: PublicPagesType;
  connected: boolean;
}) {
  const { pathname, search, hash } = useLocation();
  const address = pathname + search + hash;
  const target = signedOutAddress(address);
  const isMoved = connected && target !== address;
  useEffect(() => {
    if (isMoved)
      void import('./gate/unknown-address').then(
        ({ reportUnknownAddress }) => reportUnknownAddress(pathname),
        () => undefined,
      );
  }, [isMoved, pathname]);
  // Keep the prerendered page: it shows its own message that no backend is connected.
  if (!connected) return <Landing onFormFocus={prefetchSignedIn} />;
  if (isMoved) return <Navigate to={target} replace />;
  return pathname === '/' ? <Landing onFormFocus={prefetchSignedIn} /> : <Public signedIn={false} />;
}

function View({ Landing, Public }: { Landing: LandingType; Public: PublicPagesType }) {
  const session = useSession();
  const { pathname } = useLocation();
  const isSignedIn = session.kind === 'signedIn' || session.kind === 'recovery';
  if (isPublicPath(pathname)) return <Public signedIn={isSignedIn} />;
  switch (session.kind) {
    case 'loading':
      return <LoadingScreen />;
    case 'notConfigured':
    case 'signedOut':
      return <SignedOut Landing={Landing} Public={Public} connected={session.kind === 'signedOut'} />;
    case 'confirmLink':
      return <ConfirmLinkPage link={session} />;
    case 'secondStep':
      return <SecondStepPage email={session.email} />;
    case 'signedIn':
    case 'recovery':
      // The key remounts the app for another user, so that no state of the previous one is left.
      return <SignedInApp key={session.userId} session={session} />;
  }
}

export type AppPages = { landing?: LandingType; publicPages?: PublicPagesType };

/** `landing` and `publicPages`: components that are loaded already, because hydration must not wait for them. */
export function App({ landing = LazyLanding, publicPages = PublicPages }: AppPages) {
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<LoadingScreen />}>
          <View Landing={landing} Public={publicPages} />
        </Suspense>
      </ErrorBoundary>
      <LazyToaster />
    </>
  );
}
