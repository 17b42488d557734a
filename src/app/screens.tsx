// The pages behind the gate: finds the page of the address, checks the role, suspends, and catches errors.
import { useIsFetching, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Role } from '@/domain/account/access';
import { useAccount } from '@/session/account';
import { ErrorBoundary } from './error-boundary';
import { ForHolderPage } from './gate/for-holder-page';
import { prefetchScreens, screenAt } from './route-screens';
import { isOpenTo, patternOf, routes, type AppRoute } from './routes';
import { LoadingScreen } from './shell/loading-screen';

/** Long enough for the screen to read the device's storage and render, neither of which counts as fetching. */
const PREFETCH_DELAY_MS = 2000;

/**
 * Loads the other screens once this one is rendered, has its data, and nothing else is in progress: it is placed beside
 * the screen inside the same Suspense. Not in development, where each file is compiled on demand.
 */
function Prefetch({ role }: { role: Role }) {
  const busy = useIsFetching() > 0;
  useEffect(() => {
    if (busy || !import.meta.env.PROD) return;
    let idleCallback: number | undefined;
    const prefetch = () => void prefetchScreens(role);
    const timer = setTimeout(() => {
      // Safari has no idle callback.
      if ('requestIdleCallback' in window) idleCallback = requestIdleCallback(prefetch, { timeout: 10_000 });
      else prefetch();
    }, PREFETCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (idleCallback !== undefined) cancelIdleCallback(idleCallback);
    };
  }, [busy, role]);
  return null;
}

/** What a role sees at the path of a route. */
function pageFor(route: AppRoute, role: Role) {
  const { title, redirectTo } = route;
  if (isOpenTo(route, role)) {
    const Screen = screenAt(route);
    return Screen ? <Screen /> : null;
  }
  return redirectTo === undefined ? <ForHolderPage title={title} /> : <Navigate to={redirectTo} replace />;
}

export function Screens() {
  const { role } = useAccount();
  const { pathname } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  return (
    <ErrorBoundary resetKey={pathname} onRetry={reset}>
      <Suspense fallback={<LoadingScreen text="Loading your data..." />}>
        <Routes>
          {routes.map((route) => (
            <Route key={route.path} path={patternOf(route)} element={pageFor(route, role)} />
          ))}
        </Routes>
        <Prefetch role={role} />
      </Suspense>
    </ErrorBoundary>
  );
}
