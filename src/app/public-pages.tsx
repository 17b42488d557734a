// The pages that need no account.
import { Route, Routes } from 'react-router-dom';
import { NotBuiltPage } from '@/features/not-built/not-built-page';
import { publicPages } from './public-paths';
import { PublicFrame } from './shell/public-frame';

const passwordPages = [
  { path: '/forgot-password', title: 'Forgot your password?' },
  { path: '/update-password', title: 'Set a new password' },
] as const;

export function PublicPages({ signedIn }: { signedIn: boolean }) {
  const back = signedIn ? { to: '/noticeboard', label: 'Noticeboard' } : { to: '/', label: 'Sign In' };
  return (
    <PublicFrame signedIn={signedIn}>
      <Routes>
        {[...publicPages, ...passwordPages].map(({ path, title }) => (
          <Route key={path} path={path} element={<NotBuiltPage title={title} back={back} />} />
        ))}
      </Routes>
    </PublicFrame>
  );
}
