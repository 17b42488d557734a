import type { Decimal } from '@/domain/core/money';
import type { WorkText } from '@/features/works/work-fields';
import type { EntryToSave } from './use-save-work';

/** A saved entry, stored in the history state: enough to show the summary again and to undo it. */
export type SavedEntry = {
  id: string;
  customer: string;
  taskName: string;
  unit: string;
  quantity: Decimal | null;
  text: WorkText;
};

export const savedEntryOf = ({ id, work }: EntryToSave, text: WorkText): SavedEntry => ({
  id,
  customer: work.customer,
  taskName: work.taskName,
  unit: work.chargeableUnit,
  quantity: work.quantity,
  text,
});

/** The saved entry in the history state. The cast is safe: only this screen writes it. */
export const savedEntryIn = (state: unknown): SavedEntry | null =>
  typeof state === 'object' && state !== null && 'saved' in state ? (state.saved as SavedEntry) : null;
