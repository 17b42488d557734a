import type { ComponentProps, ReactNode } from 'react';

/** A raised surface. With `rows` its children are separated by lines, as in a ledger. */
export function Card({
  rows = false,
  className = '',
  ...rest
}: ComponentProps<'div'> & { rows?: boolean | undefined }) {
  return <div {...rest} className={`card ${rows ? 'card-rows' : ''} ${className}`} />;
}

/** The head of a card, with a line below: title on the left, small controls on the right. */
export function CardHead({
  title,
  children,
  level = 2,
}: {
  title: ReactNode;
  children?: ReactNode | undefined;
  level?: 2 | 3 | undefined;
}) {
  return (
    <div className="card-head">
      {level === 2 ? <h2>{title}</h2> : <h3>{title}</h3>}
      {children}
    </div>
  );
}
