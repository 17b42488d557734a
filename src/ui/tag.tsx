import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';

/** The yellow ear tag: something live, not yet sent or running now. Never a category. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>;
}

/** A tag that leads somewhere; 32 px drawn, 48 px to touch. */
export function TagLink({ className = '', ...rest }: LinkProps) {
  return <Link {...rest} className={`tag ${className}`} />;
}
