import {
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { keepInvite, useInvite } from '@/session/invitation';
import { unsentCount } from '@/session/stored-session';
import { Button } from '@/ui/button';
import { Tabs, TabPanel } from '@/ui/layout/tabs';
import { CredentialsForm } from './credentials-form';
import { useBackend } from './use-backend';

type InvitationNoteProps = { token: string; onEmail: (email: string) => void; children: ReactNode };
/** Loaded on demand, so that the form neither waits for the name of the farm nor fails if this file can't be loaded. */
const InvitationNote = lazy(async (): Promise<{ default: ComponentType<InvitationNoteProps> }> => {
  const file = await import('./invitation-note').catch(() => null);
  return { default: file?.InvitationNote ?? (({ children }) => children) };
});
const ConfirmMail = lazy(async () => ({ default: (await import('./confirm-mail')).ConfirmMail }));
/**
 * A build for a hosted Supabase project shows a demo farm only if it names the account of one. The environment variables are
 * tested inline, so that a build contains only the card that it can show: `demo-farm` contains a password.
 */
const DemoFarm =
  import.meta.env.VITE_SUPABASE_URL && import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY
    ? import.meta.env.VITE_DEMO_EMAIL && import.meta.env.VITE_DEMO_PASSWORD
      ? lazy(async () => ({ default: (await import('./visitors-farm')).VisitorsFarm }))
      : null
    : lazy(async () => ({ default: (await import('./demo-farm')).DemoFarm }));

const tabs = [
  { value: 'signIn', label: 'Sign In' },
  { value: 'signUp', label: 'Sign Up' },
] as const;

type Tab = (typeof tabs)[number]['value'];

const INVITATION_TEXT = 'You are invited to a farm. Sign up, or sign in, with the address the invitation was sent to.';

const subscribeToNothing = () => () => undefined;
const zero = () => 0;

/** After a full page load the URL's hash selects the tab. There is no URL at build time. */
const hashInUrl = () => (/^#sign-(?:in|up)$/.test(window.location.hash) ? window.location.hash : null);
const noHash = () => null;

const asksForSignIn = (state: unknown) => typeof state === 'object' && state !== null && 'signIn' in state;

/** Sign in and sign up. 'Login / Register' selects the first tab and focuses its email field. */
export function SignInCard({ onFormFocus }: { onFormFocus: () => void }) {
  const [tab, setTab] = useState<Tab>('signIn');
  const [email, setEmail] = useState('');
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null);
  const [hasSignedUp, setHasSignedUp] = useState(false);
  const card = useRef<HTMLElement>(null);
  const location = useLocation();
  const backend = useBackend();
  const unsent = useSyncExternalStore(subscribeToNothing, unsentCount, zero);
  const hash = useSyncExternalStore(subscribeToNothing, hashInUrl, noHash);
  const tabRequest = asksForSignIn(location.state) ? location.key : hash;
  const [handledRequest, setHandledRequest] = useState<string | null>(null);
  const invite = useInvite();
  const isInvited = invite !== null;
  const [wasInvited, setWasInvited] = useState(false);
  if (isInvited !== wasInvited) {
    setWasInvited(isInvited);
    if (isInvited) setTab('signUp');
  }
  useEffect(keepInvite, []);
  if (tabRequest !== handledRequest) {
    setHandledRequest(tabRequest);
    if (tabRequest !== null) {
      setTab(tabRequest === '#sign-up' ? 'signUp' : 'signIn');
      setHasSignedUp(false);
    }
  }
  useEffect(() => {
    // A field may have received the focus before this script ran.
    if (card.current?.contains(document.activeElement)) onFormFocus();
  }, [onFormFocus]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the section only listens for focus on its fields; it is not interactive itself
    <section ref={card} className="card sign-in-card" aria-labelledby="welcome" onFocus={onFormFocus}>
      <h2 id="welcome" className="serif text-5">
        Welcome to AgriFlow
      </h2>
      {invite !== null && (
        <output className="text-2">
          <Suspense fallback={INVITATION_TEXT}>
            <InvitationNote token={invite} onEmail={(invitedEmail) => setEmail((typed) => typed || invitedEmail)}>
              {INVITATION_TEXT}
            </InvitationNote>
          </Suspense>
        </output>
      )}
      {unsent > 0 && (
        <output className="text-2">
          Sign in to send {unsent} {unsent > 1 ? 'entries' : 'entry'}. Nothing is lost: they wait on this phone.
        </output>
      )}
      {!hasSignedUp && (
        <Tabs label="Account" tabs={tabs} value={tab} onChange={setTab} className="grid gap-4">
          {tabs.map(({ value }) => (
            <TabPanel key={value} value={value}>
              <CredentialsForm
                kind={value}
                email={email}
                focusRequest={value === (tabRequest === '#sign-up' ? 'signUp' : 'signIn') ? tabRequest : null}
                onEmail={setEmail}
                onSwitch={setTab}
                onUnconfirmed={(address) => {
                  setUnconfirmed(address);
                  setHasSignedUp(value === 'signUp');
                }}
              />
            </TabPanel>
          ))}
        </Tabs>
      )}
      {unconfirmed !== null && (
        <Suspense>
          <ConfirmMail key={unconfirmed} email={unconfirmed} />
        </Suspense>
      )}
      {hasSignedUp && (
        <Button
          variant="quiet"
          className="-mx-quiet justify-self-start"
          onClick={() => {
            setHasSignedUp(false);
            setTab('signIn');
          }}
        >
          Back to sign in
        </Button>
      )}
      {DemoFarm && (
        // Reserves the height, so that the layout does not shift when the backend is known.
        <div className="min-h-32 text-2">
          {backend === 'none' && (
            <output className="block">This copy of the app is not connected to a database.</output>
          )}
          {(backend === 'embedded' || backend === 'project') && (
            <Suspense>
              <DemoFarm />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}
