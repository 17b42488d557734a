// Movements of slurry and manure: to another farm, from one, or between own holdings.
import { dateState } from '@/domain/compliance/item';
import { formatQuantity, type Decimal } from '@/domain/core/money';

export const DIRECTIONS = ['export', 'import', 'own'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const DIRECTION_WORDS: Readonly<Record<Direction, string>> = {
  export: 'Leaves the farm',
  import: 'Comes to the farm',
  own: 'Between own holdings',
};

export const MANURE_UNITS = ['m3', 't'] as const;
export type ManureUnit = (typeof MANURE_UNITS)[number];
export const MANURE_UNIT_WORDS: Readonly<Record<ManureUnit, string>> = { m3: 'm³', t: 't' };

/** "80 m³". */
export const quantityWords = ({ quantity, unit }: { quantity: Decimal; unit: ManureUnit }): string =>
  `${formatQuantity(quantity)} ${MANURE_UNIT_WORDS[unit]}`;

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

/** What the phosphorus of a regime is counted in. */
export const P_FORMS = ['P', 'P2O5'] as const;
export type PForm = (typeof P_FORMS)[number];
export const P_FORM_WORDS: Readonly<Record<PForm, string>> = { P: 'P', P2O5: 'P₂O₅' };

/** Where the content comes from: the table of the rules, or an analysis of the manure. */
export const CONTENT_SOURCES = ['table', 'analysis'] as const;
export type ContentSource = (typeof CONTENT_SOURCES)[number];

/** From this many days before its deadline a movement is due soon. A choice of the app, not law. */
const LEAD_DAYS = 30;

type Notifiable = { notifyBy: string | null; notifiedOn: string | null };

/** notified: done. none: no deadline is known or entered. On the day of its deadline a movement is not overdue yet. */
export type MovementState = 'notified' | 'overdue' | 'due_soon' | 'ok' | 'none';

export function movementState({ notifyBy, notifiedOn }: Notifiable, today: string): MovementState {
  if (notifiedOn !== null) return 'notified';
  return notifyBy === null ? 'none' : dateState(notifyBy, LEAD_DAYS, today);
}
