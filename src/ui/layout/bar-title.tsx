import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BrandMark } from './brand-mark';
import { usePageBar } from './page-bar';

/**
 * The left half of a phone's bar: brand mark or back link, and the page title. The title is hidden from screen readers,
 * for which the page's own heading is kept.
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
