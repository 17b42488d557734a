import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { ButtonLink } from '@/ui/button';
import { Brand } from '@/ui/layout/brand-mark';
import { Footer } from './footer';
import { SkipLink } from './skip-link';

const links = [
  { to: '/features', label: 'Features' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About Us' },
] as const;

/** Link state that makes the sign-in card show its first tab and take the focus. */
const toSignIn = { signIn: true } as const;

/** Header and footer of the pages that need no account. */
export function PublicFrame({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className="frame public-frame">
      <SkipLink />
      <header className="bar">
        <div className="bar-in">
          <Link to="/" className="inline-flex min-h-tap items-center text-on-bar no-underline">
            <Brand />
          </Link>
          <nav aria-label="Main" className="bar-nav">
            {links.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                reloadDocument
                className="bar-link"
                aria-current={to === pathname ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          {signedIn ? (
            <ButtonLink to="/noticeboard" className="ml-auto">
              Noticeboard
            </ButtonLink>
          ) : (
            // On the landing page the link state is enough. A link from a separate document carries no state, so its
            // address has a hash.
            <ButtonLink to={pathname === '/' ? '/' : '/#sign-in'} state={toSignIn} className="enter ml-auto">
              Login / Register
            </ButtonLink>
          )}
        </div>
      </header>
      {children}
      <Footer />
    </div>
  );
}
