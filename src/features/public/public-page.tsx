import { useEffect, useRef, type ReactNode } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';
import { BRAND } from '@/lib/brand';

/** The frame of a page that anybody may read: title, heading, the sentence below it, and the rest. */
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
  /** A page of text alone, in a column that can be read. */
  text?: boolean;
  children: ReactNode;
}) {
  const h1 = useRef<HTMLHeadingElement>(null);
  const pressed = useNavigationType() === NavigationType.Push;
  useEffect(() => {
    if (!pressed) return;
    window.scrollTo(0, 0);
    h1.current?.focus({ preventScroll: true });
  }, [pressed]);
  return (
    <main id="main" tabIndex={-1} className={`pub ${text ? 'pub-text' : ''}`}>
      <title>{`${title} · ${BRAND}`}</title>
      <div className="pub-head">
        <h1 ref={h1} tabIndex={-1}>
          {heading}
        </h1>
        {lead !== undefined && <p className="lead">{lead}</p>}
      </div>
      {children}
    </main>
  );
}

/** The last word of a page: what to do next. */
export function TryIt({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="try-it">
      <div className="try-it-in">
        <h2>{title}</h2>
        <p>{children}</p>
        {/* A document of its own: the first page reads which tab is meant from the address. */}
        <a href="/#sign-up" className="btn btn-live btn-l">
          Start the free trial
        </a>
      </div>
    </div>
  );
}
