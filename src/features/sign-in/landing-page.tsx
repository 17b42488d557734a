import { lazy, Suspense, useState, useSyncExternalStore, type ComponentType } from 'react';
import { BRAND } from '@/lib/brand';
import { InstallApp } from '@/widgets/install/install-app';
import type { LandingPart } from './landing-parts';
import { SignInCard } from './sign-in-card';

type Parts = ComponentType<{ part: LandingPart }>;

const LazyParts: Parts = lazy(async () => ({ default: (await import('./landing-parts')).LandingParts }));

const subscribeToNothing = () => () => undefined;

/**
 * A static part of the page. In the prerendered page its HTML is kept as it is, without loading its script; a page that
 * is rendered on the client loads it.
 */
function StaticPart({ part, className, Parts }: { part: LandingPart; className: string; Parts: Parts | undefined }) {
  const isHydrating = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => Parts === undefined,
  );
  const [keepsHtml] = useState(isHydrating);
  if (keepsHtml) return <div className={className} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
  return (
    <div className={className}>
      {Parts ? (
        <Parts part={part} />
      ) : (
        <Suspense>
          <LazyParts part={part} />
        </Suspense>
      )}
    </div>
  );
}

/**
 * The landing page for signed-out visitors. `onFormFocus` is called when the sign-in form gets the focus; `Parts` is passed
 * by the build only.
 */
export function LandingPage({ onFormFocus, Parts }: { onFormFocus: () => void; Parts?: Parts | undefined }) {
  return (
    <main id="main" tabIndex={-1}>
      <title>{`Job diary and invoices for farms and contractors · ${BRAND}`}</title>
      <div className="hero">
        <StaticPart part="picture" className="hero-picture" Parts={Parts} />
        <div className="hero-in">
          <div className="sign">
            <SignInCard onFormFocus={onFormFocus} />
            <InstallApp />
          </div>
          <StaticPart part="introduction" className="hero-text" Parts={Parts} />
        </div>
      </div>
      <StaticPart part="details" className="more" Parts={Parts} />
    </main>
  );
}
