import { ChevronLeft } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { BRAND } from '@/lib/brand';
import { setPageBar } from './page-bar';

// Path and view of the last screen shown. The first screen does not move the focus; later ones focus their heading, so
// that screen readers announce them.
let lastScreen: string | null = null;

/**
 * The frame of a screen: document title, heading, actions (two at most), content, and `foot` for full-width elements at
 * the lower edge (total bar, save dock). Renders the `<main id="main">`.
 */
export function Page({
  title,
  heading,
  subtitle,
  actions,
  back,
  foot,
  narrow = false,
  view = '',
  className = '',
  children,
}: {
  title: string;
  /** Shown in the heading instead of `title`, if it needs more than text. */
  heading?: ReactNode | undefined;
  subtitle?: ReactNode | undefined;
  actions?: ReactNode | undefined;
  back?: { to: string; label: string };
  foot?: ReactNode | undefined;
  /** Limits the page to the width of a form. */
  narrow?: boolean | undefined;
  /** Distinguishes several screens at the same path, so that a change between them is announced like any other. */
  view?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  const h1 = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const backTo = back?.to;
  const backLabel = back?.label;
  useLayoutEffect(() => {
    setPageBar({ title, back: backTo && backLabel ? { to: backTo, label: backLabel } : undefined });
    return () => setPageBar(null);
  }, [title, backTo, backLabel]);
  const screen = `${pathname}?${view}`;
  const isPush = useNavigationType() === NavigationType.Push;
  useLayoutEffect(() => {
    // A new screen starts at its top; on back navigation the browser restores the scroll position.
    if (isPush && lastScreen !== null && lastScreen !== screen) window.scrollTo(0, 0);
  }, [screen, isPush]);
  useEffect(() => {
    const before = lastScreen;
    lastScreen = screen;
    const page = h1.current?.closest('main');
    // A field that requested the focus keeps it.
    if (before === null || before === screen || page?.contains(document.activeElement)) return;
    h1.current?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <>
      <title>{`${title} · ${BRAND}`}</title>
      <main id="main" className="page-main">
        <div className={`page ${narrow ? 'page-narrow' : ''} ${className}`}>
          <div className="page-head">
            <div className="page-name">
              {back && (
                <Link className="icon-btn" to={back.to} aria-label={`Back to ${back.label}`}>
                  <ChevronLeft aria-hidden="true" />
                </Link>
              )}
              <div className="page-titles">
                <h1 ref={h1} tabIndex={-1} className={heading === undefined ? 'page-title' : undefined}>
                  {heading ?? title}
                </h1>
                {subtitle && <p className="page-sub">{subtitle}</p>}
              </div>
            </div>
            {actions && <div className="page-actions">{actions}</div>}
          </div>
          {children}
        </div>
        {foot}
      </main>
    </>
  );
}
