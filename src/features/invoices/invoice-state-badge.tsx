import { counted } from '@/domain/core/word-list';
import type { InvoiceState } from '@/domain/invoices/invoice';
import { StateBadge, type StateKind } from '@/ui/feedback/state-badge';

const WORDS: Record<Exclude<InvoiceState['kind'], 'overdue'>, string> = {
  generated: 'Generated',
  sent: 'Sent',
  paid: 'Paid',
  cancelled: 'Cancelled',
  credited: 'Credited',
  credit: 'Credit',
  refund: 'To refund',
  refunded: 'Refunded',
};
const KINDS: Record<InvoiceState['kind'], StateKind> = {
  generated: 'invoiced',
  sent: 'sent',
  overdue: 'overdue',
  paid: 'paid',
  cancelled: 'cancelled',
  credited: 'cancelled',
  credit: 'cancelled',
  refund: 'needs',
  refunded: 'paid',
};

const overdue = ({ days, sent }: { days: number; sent: boolean }) =>
  `Overdue ${counted(days, 'day', 'days')}${sent ? '' : ', not sent'}`;

/** "Sent", "Overdue 12 days, not sent". */
export const stateWords = (state: InvoiceState): string =>
  state.kind === 'overdue' ? overdue(state) : WORDS[state.kind];

/**
 * Generated, Sent, Overdue 12 days (, not sent), Paid, Cancelled, Credited; for credit notes Credit, To refund,
 * Refunded.
 */
export function InvoiceStateBadge({ state, filled = false }: { state: InvoiceState; filled?: boolean }) {
  return <StateBadge kind={KINDS[state.kind]} label={stateWords(state)} filled={filled} />;
}
