import type { Decimal } from '@/domain/money';
import type { Entry } from './use-save-work';
import type { WorkText } from './work-rules';

/** What was just saved, as the history keeps it: a way back to the slip, and enough to take it back. */
export type Slip = {
  id: string;
  customer: string;
  taskName: string;
  unit: string;
  quantity: Decimal | null;
  text: WorkText;
};

export const slipOf = ({ id, work }: Entry, text: WorkText): Slip => ({
  id,
  customer: work.customer,
  taskName: work.taskName,
  unit: work.chargeableUnit,
  quantity: work.quantity,
  text,
});

/** The slip that this history entry carries; only this screen writes one. */
export const savedIn = (state: unknown): Slip | null =>
  typeof state === 'object' && state !== null && 'saved' in state ? (state.saved as Slip) : null;
