// The pages behind the gate: finds the one of the address, checks the role, waits, and catches what breaks.
import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import type { Profile } from '@/domain/access';
import { AccountPage } from '@/features/not-built/account-page';
import { ManageAccountPage } from '@/features/not-built/manage-account-page';
import { useAccount } from '@/session/account';
import { ErrorBoundary } from './error-boundary';
import { ForHolderPage } from './for-holder-page';
import { appRoutes } from './routes';
import { LoadingScreen } from './shell/loading-screen';

export function Screens({ profile }: { profile: Profile }) {
  const { role, email } = useAccount();
  const { pathname } = useLocation();
  const { reset } = useQueryErrorResetBoundary();
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
