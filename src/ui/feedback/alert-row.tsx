import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A list of things that need attention, the most serious first. */
export function AlertList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="card card-rows" aria-label={label}>
      {children}
    </ul>
  );
}

/** One thing that needs attention: icon, title, sentence, and a figure or an arrow. */
export function AlertRow({
  tone,
  icon,
  title,
  detail,
  figure,
  to,
  onOpen,
  action,
}: {
  tone: 'bad' | 'warn' | 'good' | 'ready' | 'note';
  icon: ReactNode;
  title: ReactNode;
  detail?: ReactNode | undefined;
  figure?: ReactNode | undefined;
  to?: string | undefined;
  onOpen?: () => void;
  /** A button at the end of a row that is no link. */
  action?: ReactNode | undefined;
}) {
  const inside = (
    <>
      <span className={`icon-square tone-${tone}`} aria-hidden="true">
        {icon}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <strong className="min-w-0 flex-1">{title}</strong>
          {figure != null && <b className="total text-4">{figure}</b>}
        </span>
        {detail && <span className="block text-2 text-muted">{detail}</span>}
      </span>
      {to && figure == null && <ChevronRight aria-hidden="true" />}
    </>
  );
  return (
    <li>
      {to ? (
        <Link to={to} className="alert-row" onClick={onOpen}>
          {inside}
        </Link>
      ) : (
        <div className="alert-row">
          {inside}
          {action}
        </div>
      )}
    </li>
  );
}
