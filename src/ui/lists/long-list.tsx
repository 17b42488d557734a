import type { Slot } from './use-virtual-rows';

/** The ref of a rendered row, through which its height is measured. */
export type Measure = (element: Element | null) => (() => void) | undefined;

type Gap = Extract<Slot, { gap: number }>;

/** The slots with their rows. An entry that is moving between two parts of a list is rendered only once. */
export function rowsInSlots<Row extends { id: string }>(slots: readonly Slot[], rows: readonly Row[]) {
  const seen = new Set<string>();
  return slots.flatMap((slot): (Gap | { row: number; item: Row })[] => {
    if ('gap' in slot) return [slot];
    const item = rows[slot.row];
    if (!item || seen.has(item.id)) return [];
    seen.add(item.id);
    return [{ row: slot.row, item }];
  });
}
