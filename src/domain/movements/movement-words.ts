// Labels and phrases for movements, and their notification state. Not in movement.ts, because every screen loads that.
import { dateState } from '@/domain/compliance/item';
import type { Direction, PForm } from './movement';

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  export: 'Leaves the farm',
  import: 'Comes to the farm',
  own: 'Between own holdings',
};

const OTHER_WORDS: Readonly<Record<Direction, string>> = { export: 'to', import: 'from', own: 'to' };

/** "Cattle slurry to J. Doe". */
export const movementTitle = ({
  manureName,
  direction,
  otherName,
}: {
  manureName: string;
  direction: Direction;
  otherName: string | null;
}): string => (otherName === null ? manureName : `${manureName} ${OTHER_WORDS[direction]} ${otherName}`);

export const P_FORM_WORDS: Readonly<Record<PForm, string>> = { P: 'P', P2O5: 'P₂O₅' };

/** From this many days before its deadline a movement is due soon. A choice of the app, not law. */
const LEAD_DAYS = 30;

type Notifiable = { notifyBy: string | null; notifiedOn: string | null };

/** notified: done. none: no deadline is known or entered. On the day of its deadline a movement is not overdue yet. */
export type MovementState = 'notified' | 'overdue' | 'due_soon' | 'ok' | 'none';

export function movementState({ notifyBy, notifiedOn }: Notifiable, today: string): MovementState {
  if (notifiedOn !== null) return 'notified';
  return notifyBy === null ? 'none' : dateState(notifyBy, LEAD_DAYS, today);
}
