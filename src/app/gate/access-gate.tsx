// The access gate: one switch over what the signed-in user may see right now.
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { Screens } from '@/app/screens';
import { AppFrame } from '@/app/shell/app-frame';
import { LoadingScreen } from '@/app/shell/loading-screen';
import { PlainFrame } from '@/app/shell/plain-frame';
import { frameUserOf } from '@/app/shell/frame-user';
import { NewVersionBanner } from '@/app/version/new-version-banner';
import { NewerOpenBanner } from '@/app/version/newer-open-banner';
import type { Access } from '@/domain/account/access';
import { readPushNote } from '@/lib/device/push-note';
import { toast } from '@/lib/toast';
import { useNewerOpen } from '@/offline/outbox/store/newer-version';
import { AccountProvider } from '@/session/account';
import { useInvite } from '@/session/invitation';
import type { Session } from '@/session/session-store';
import { KeepSnapshot } from '@/session/snapshot';
import { useAccess, useAccountOf, type AccessNow } from '@/session/use-access';
import { useRetryDenied } from '@/session/use-retry-denied';
import { useOutbox } from '@/session/use-outbox';
import { useReportActivity } from '@/session/use-report-activity';
import { ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { StorageHint } from '@/widgets/install/storage-hint';
import { allowedPath, isKnownPath } from './allowed-path';
import { NoProfilePage, UnreachablePage } from './gate-pages';
import { usePurchase, type Purchase } from './purchase';

const ManageAccountPage = lazy(async () => ({
  default: (await import('@/features/account/manage-account-page')).ManageAccountPage,
}));
const JoinPage = lazy(async () => ({ default: (await import('@/features/users/join-farm')).JoinPage }));
const UnlinkedPage = lazy(async () => ({ default: (await import('./unlinked-page')).UnlinkedPage }));
// Only in a build that names the account of a demo farm.
const DemoBanner = import.meta.env.VITE_DEMO_EMAIL
  ? lazy(async () => ({ default: (await import('./demo-banner')).DemoBanner }))
  : null;
const PublicPages = lazy(async () => ({ default: (await import('@/app/public-site/public-pages')).PublicPages }));

type ActiveSession = Extract<Session, { kind: 'signedIn' | 'recovery' }>;
type GrantedAccess = Extract<Access, { kind: 'active' | 'adminInactive' }>;

export function AccessGate({ session }: { session: ActiveSession }) {
  const purchase = usePurchase();
  const invite = useInvite();
  useOutbox(session.userId);
  const { pathname, search, hash } = useLocation();
  const accessState = useAccess(session, session.kind === 'recovery', purchase.waiting);
  const { access, retry } = accessState;
  const address = pathname + search + hash;
  const target = allowedPath(access, address);
  if (target !== address) return <Redirect to={target} unknown={access.kind === 'active' && !isKnownPath(pathname)} />;
  if (invite !== null && 'profile' in access) {
    return (
      <PlainFrame>
        <JoinPage userId={session.userId} email={session.email} token={invite} />
      </PlainFrame>
    );
  }
  switch (access.kind) {
    case 'loading':
    case 'signedOut':
      return <LoadingScreen />;
    case 'recovery':
      return <PublicPages signedIn={false} />;
    case 'noProfile':
      return <NoProfilePage onRetry={retry} />;
    case 'offlineUnknown':
      return <UnreachablePage onRetry={retry} />;
    case 'unlinkedEmployee':
      return <UnlinkedPage email={session.email} />;
    case 'employeeSuspended':
      return (
        <PlainFrame
          banners={
            <Banner tone="bad">Access Suspended: Please contact your main account holder to resume access.</Banner>
          }
        >
          <Suspense fallback={<LoadingScreen text="Loading your data..." />}>
            <ManageAccountPage suspended />
          </Suspense>
        </PlainFrame>
      );
    case 'adminInactive':
    case 'active':
      return <AppContent access={access} accessState={accessState} email={session.email} purchase={purchase} />;
  }
}

/** Redirects to where this user may be; if the address does not exist, says so first. */
function Redirect({ to, unknown }: { to: string; unknown: boolean }) {
  useEffect(() => {
    if (unknown)
      toast({
        tone: 'error',
        title: 'There is no page at that address.',
        description: 'This is the noticeboard. Everything else is in the menu.',
      });
  }, [unknown]);
  return <Navigate to={to} replace />;
}

/** The app itself, once the account's settings are loaded. */
function AppContent({
  access,
  accessState,
  email,
  purchase,
}: {
  access: GrantedAccess;
  accessState: AccessNow;
  email: string | null;
  purchase: Purchase;
}) {
  const state = useAccountOf(access, accessState.owner, email);
  const lapsed = access.kind === 'adminInactive';
  useReportActivity(access.profile.role === 'employee');
  useRetryDenied(access.kind === 'active');
  const navigate = useNavigate();
  const { id } = access.profile;
  useEffect(() => {
    if (readPushNote())
      void import('@/app/push/follow-notifications').then((module) =>
        module.followNotifications(id, (path) => void navigate(path)).catch(() => undefined),
      );
  }, [id, navigate]);
  if (!state.account && state.failed) return <UnreachablePage onRetry={state.retry} />;
  return (
    <AppFrame
      user={frameUserOf(access.profile, email)}
      lapsed={lapsed}
      banners={<Banners lapsed={lapsed} isDemo={access.profile.isDemo === true} purchase={purchase} />}
    >
      {state.account ? (
        <AccountProvider account={state.account}>
          <Screens />
          <KeepSnapshot />
        </AccountProvider>
      ) : (
        <LoadingScreen text="Loading your data..." />
      )}
    </AppFrame>
  );
}

function Banners({ lapsed, isDemo, purchase }: { lapsed: boolean; isDemo: boolean; purchase: Purchase }): ReactNode {
  const isNewerOpen = useNewerOpen();
  return (
    <>
      {isNewerOpen ? <NewerOpenBanner /> : <NewVersionBanner />}
      {DemoBanner && isDemo && (
        <Suspense>
          <DemoBanner />
        </Suspense>
      )}
      <StorageHint />
      {purchase.showThanks && (
        <Banner tone="good" onDismiss={purchase.dismiss}>
          Welcome back! Your purchase was successful.
        </Banner>
      )}
      {lapsed && purchase.waiting && <Banner tone="note">Payment received, waiting for confirmation</Banner>}
      {lapsed && !purchase.waiting && (
        <Banner tone="warn" action={<ButtonLink to="/account">Go to Account</ButtonLink>}>
          Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.
        </Banner>
      )}
    </>
  );
}
