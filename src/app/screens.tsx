// The pages behind the gate: finds the one of the address, checks the role, waits, and catches what breaks.
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Profile } from '@/domain/access';
import { AccountPage } from '@/features/not-built/account-page';
import { ManageAccountPage } from '@/features/not-built/manage-account-page';
import { useAccount } from '@/session/account';
import { ErrorBoundary } from './error-boundary';
import { ForHolderPage } from './for-holder-page';
import { appRoutes, prefetchScreens } from './routes';
import { LoadingScreen } from './shell/loading-screen';

/** Once the first screen stands and nothing else is to do. Not in development, where each file is compiled on demand. */
function usePrefetch() {
  useEffect(() => {
    if (!import.meta.env.PROD) return;
    // Safari has no idle callback.
    if ('requestIdleCallback' in window) {
      const waiting = requestIdleCallback(prefetchScreens, { timeout: 10_000 });
      return () => cancelIdleCallback(waiting);
    }
    const timer = setTimeout(prefetchScreens, 3000);
    return () => clearTimeout(timer);
  }, []);
}

export function Screens({ profile }: { profile: Profile }) {
  const { role, email } = useAccount();
  const { pathname } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
  usePrefetch();
  return (
    <ErrorBoundary at={pathname} onRetry={reset}>
      <Suspense fallback={<LoadingScreen text="Loading your data..." />}>
        <Routes>
          {appRoutes.map(({ path, title, who, Screen }) => (
            <Route
              key={path}
              path={path}
              element={who === 'admin' && role !== 'admin' ? <ForHolderPage title={title} /> : <Screen />}
            />
          ))}
          <Route
            path="/account"
            element={role === 'admin' ? <AccountPage /> : <Navigate to="/manage-account" replace />}
          />
          <Route path="/manage-account" element={<ManageAccountPage profile={profile} email={email} />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}
