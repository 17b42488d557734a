import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BrandMark } from './brand-mark';
import { usePageBar } from './page-bar';

/**
 * The phone bar's left half: the mark or the way back, and the page's title. Where it stands on screen, the page's
 * own heading is kept for screen readers only (so these words are hidden from them here).
 */
export function BarTitle() {
  const page = usePageBar();
  return (
    <div className="bar-title">
      {page?.back ? (
        <Link className="icon-btn" to={page.back.to} aria-label={`Back to ${page.back.label}`}>
          <ChevronLeft aria-hidden="true" />
        </Link>
      ) : (
        <BrandMark />
      )}
      <span aria-hidden="true" className="truncate">
        {page?.title}
      </span>
    </div>
  );
}
