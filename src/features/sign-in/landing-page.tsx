import { lazy, Suspense, useState, useSyncExternalStore, type ComponentType } from 'react';
import { BRAND } from '@/lib/brand';
import { InstallApp } from '@/widgets/install-app';
import type { LandingPart } from './landing-parts';
import { SignInCard } from './sign-in-card';

type Parts = ComponentType<{ part: LandingPart }>;

const LazyParts: Parts = lazy(async () => ({ default: (await import('./landing-parts')).LandingParts }));

const never = () => () => undefined;

/**
 * A part of the page that is only read. In the page that the build wrote it stays as it stands, and costs no script;
 * a page that is drawn anew fetches it.
 */
function Still({ part, className, Parts }: { part: LandingPart; className: string; Parts: Parts | undefined }) {
  const takesOver = useSyncExternalStore(
    never,
    () => false,
    () => Parts === undefined,
  );
  const [stands] = useState(takesOver);
  if (stands) return <div className={className} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />;
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

/** The signed-out first page. `onNear` is called when somebody comes to the form; `Parts` are given by the build. */
export function LandingPage({ onNear, Parts }: { onNear: () => void; Parts?: Parts | undefined }) {
  return (
    <main id="main" tabIndex={-1}>
      <title>{`Job diary and invoices for farms and contractors · ${BRAND}`}</title>
      <div className="hero">
        <Still part="picture" className="hero-pic" Parts={Parts} />
        <div className="hero-in">
          <div className="sign">
            <SignInCard onNear={onNear} />
            <InstallApp />
          </div>
          <Still part="say" className="say" Parts={Parts} />
        </div>
      </div>
      <Still part="more" className="more" Parts={Parts} />
    </main>
  );
}
