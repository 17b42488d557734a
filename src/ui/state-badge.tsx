import type { ReactNode } from 'react';

export type StateKind = 'needs' | 'ready' | 'invoiced' | 'sent' | 'paid' | 'overdue' | 'cancelled';

/** Two of the rings are part filled: the arc's length of a circle of 15.7 round. */
const part = (length: string) => (
  <>
    <circle cx="8" cy="8" r="6.5" strokeWidth="1.7" />
    <circle cx="8" cy="8" r="2.5" strokeWidth="5" strokeDasharray={`${length} 15.708`} transform="rotate(-90 8 8)" />
  </>
);
const rings: Record<StateKind, ReactNode> = {
  needs: <circle cx="8" cy="8" r="6.5" strokeWidth="2" strokeDasharray="2.4 2.7" />,
  ready: <circle cx="8" cy="8" r="6.5" strokeWidth="2" />,
  invoiced: part('5.34'),
  sent: part('10.52'),
  paid: (
    <>
      <circle cx="8" cy="8" r="7.5" fill="currentColor" stroke="none" />
      <path d="m4.8 8.2 2.2 2.2 4.3-4.6" stroke="var(--raised)" strokeWidth="2" strokeLinejoin="round" />
    </>
  ),
  overdue: (
    <>
      <circle cx="8" cy="8" r="7.5" fill="currentColor" stroke="none" />
      <path d="M8 4.2v4.4M8 11.5v.1" stroke="var(--raised)" strokeWidth="2.1" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="8" cy="8" r="6.5" strokeWidth="1.7" />
      <path d="m4 12 8-8" strokeWidth="1.7" />
    </>
  ),
};

/** The state of work or an invoice: a word and a ring that fills as the money comes in. */
export function StateBadge({
  kind,
  label,
  filled = false,
}: {
  kind: StateKind;
  label: ReactNode;
  filled?: boolean | undefined;
}) {
  return (
    <span className={`st st-${kind} ${filled ? 'st-fill' : ''}`}>
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeLinecap={kind === 'needs' || kind === 'invoiced' || kind === 'sent' ? 'butt' : 'round'}
      >
        {rings[kind]}
      </svg>
      {label}
    </span>
  );
}
