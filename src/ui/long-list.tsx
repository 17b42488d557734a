import type { Slot } from './use-virtual-rows';

/** The ref of a drawn row, which says how high it is. */
export type Measure = (element: Element | null) => (() => void) | undefined;

type Gap = Extract<Slot, { gap: number }>;

/** The slots with what stands in them. An entry that is on its way from one part of a list to another stands once. */
export function placed<Row extends { id: string }>(slots: readonly Slot[], rows: readonly Row[]) {
  const seen = new Set<string>();
  return slots.flatMap((slot): (Gap | { row: number; item: Row })[] => {
    if ('gap' in slot) return [slot];
    const item = rows[slot.row];
    if (!item || seen.has(item.id)) return [];
    seen.add(item.id);
    return [{ row: slot.row, item }];
  });
}
