import { KeyRound, ReceiptText, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router-dom';
import { BRAND } from '@/lib/brand';
import { ContactForm } from './contact-form';

/** Public, and available in every state of an account: people who can't sign in need it most. */
export function ContactPage() {
  const h1 = useRef<HTMLHeadingElement>(null);
  const cameByLink = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (!cameByLink) return;
    window.scrollTo(0, 0);
    h1.current?.focus({ preventScroll: true });
  }, [cameByLink]);
  return (
    <main id="main" tabIndex={-1} className="public-page">
      <title>{`Contact Support · ${BRAND}`}</title>
      <div className="grid items-start gap-6 pb-8 nav:grid-cols-[minmax(0,1fr)_minmax(0,32rem)] nav:grid-rows-[auto_1fr] nav:gap-x-16 nav:gap-y-8 nav:pb-16">
        <div className="public-page-head">
          <h1 ref={h1} tabIndex={-1}>
            Contact Support
          </h1>
          <p className="lead">Something does not work, something is missing, or you want to know more? Write to us.</p>
        </div>
        <div className="nav:col-start-2 nav:row-span-2 nav:row-start-1 nav:mt-10">
          <ContactForm />
        </div>
        <div className="grid gap-6">
          <ul className="facts gap-5">
            <li>
              <KeyRound aria-hidden="true" />
              <p>
                <b className="block">Can't get in?</b>
                <Link className="link" to="/forgot-password">
                  Choose a new password
                </Link>{' '}
                with a mail to your address.
              </p>
            </li>
            <li>
              <ReceiptText aria-hidden="true" />
              <p>
                <b className="block">What does it cost?</b>
                <Link className="link" to="/pricing">
                  One plan and one price
                </Link>
                , for everything that the app does.
              </p>
            </li>
            <li>
              <ShieldCheck aria-hidden="true" />
              <p>
                <b className="block">Whose are the records?</b>
                Yours. Read{' '}
                <Link className="link" to="/privacy-policy">
                  what is kept and why
                </Link>
                .
              </p>
            </li>
          </ul>
          <p className="text-2 text-muted">
            Say which page you were on and what you pressed: then the first answer can be the right one. Never send a
            password.
          </p>
        </div>
      </div>
    </main>
  );
}
