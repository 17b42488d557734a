import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { BRAND } from '@/lib/brand';

/** Layout of a public page: title, heading, lead, and content. */
export function PublicPage({
  title,
  heading,
  lead,
  text = false,
  children,
}: {
  title: string;
  heading: string;
  lead?: ReactNode;
  /** A page of plain text, in a narrow column for reading. */
  text?: boolean;
  children: ReactNode;
}) {
  const h1 = useRef<HTMLHeadingElement>(null);
  const isLinkNavigation = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (!isLinkNavigation) return;
    window.scrollTo(0, 0);
    h1.current?.focus({ preventScroll: true });
  }, [isLinkNavigation]);
  return (
    <main id="main" tabIndex={-1} className={`public-page ${text ? 'public-page-text' : ''}`}>
      <title>{`${title} · ${BRAND}`}</title>
      <div className="public-page-head">
        <h1 ref={h1} tabIndex={-1}>
          {heading}
        </h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </main>
  );
}

/** The call to action at the end of a page. */
export function TrialBanner({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="try-it">
      <div className="try-it-in">
        <h2>{title}</h2>
        <p>{children}</p>
        {/* A full page load: the landing page reads the tab from the URL only when it loads. */}
        <a href="/#sign-up" className="btn btn-prominent btn-l">
          Start the free trial
        </a>
      </div>
    </div>
  );
}
