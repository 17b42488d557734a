import type { ReactNode } from 'react';

/**
 * Named after the states of work and invoices; other badges use the same colours. `needs`: a quantity or rate is missing.
 */
export type StateKind = 'needs' | 'ready' | 'invoiced' | 'sent' | 'paid' | 'overdue' | 'cancelled';

/** The state of work or an invoice: a word, and a ring that fills with the progress towards payment. */
export function StateBadge({
  kind,
  label,
  filled = false,
}: {
  kind: StateKind;
  label: ReactNode;
  filled?: boolean | undefined;
}) {
  return <span className={`state state-${kind} ${filled ? 'state-filled' : ''}`}>{label}</span>;
}
