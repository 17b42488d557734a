import type { Decimal } from '@/domain/core/money';
import { hasMore, type JobMore } from '@/domain/works/job-more';
import type { EntryToSave } from './use-save-work';
import type { WorkText } from './work-fields';

/** A saved entry, stored in the history state: enough to show the summary again and to undo it. */
export type SavedEntry = {
  id: string;
  customer: string;
  taskName: string;
  unit: string;
  quantity: Decimal | null;
  text: WorkText;
  /** What is on the job besides its first line; missing in the history of an older version of the app. */
  more?: JobMore;
};

export const savedEntryOf = ({ id, work, more }: EntryToSave, text: WorkText): SavedEntry => ({
  id,
  customer: work.customer,
  taskName: work.taskName,
  unit: work.chargeableUnit,
  quantity: work.quantity,
  text,
  ...(hasMore(more) && { more }),
});

/** The saved entry in the history state. The cast is safe: only this screen writes it. */
export const savedEntryIn = (state: unknown): SavedEntry | null =>
  typeof state === 'object' && state !== null && 'saved' in state ? (state.saved as SavedEntry) : null;
