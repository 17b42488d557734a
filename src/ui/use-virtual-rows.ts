import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { reachEnd } from './reach-end';
import { rowHeights } from './row-heights';

// To change the list at all costs more than a dozen of its rows. So rows are drawn for a good way ahead at once, and again
// only when the window comes near the end of what is drawn: rows beyond the window, in the way it moves and elsewhere.
const AHEAD = 15;
const NEAR = 4;
/** What is drawn: rows from..to (`to` not included), and one more that holds the focus somewhere else. */
type Span = { from: number; to: number; kept: number | null };

// A list that is opened again begins with the heights that its rows had: the browser then finds the old place.
const known = new Map<string, ReturnType<typeof rowHeights>>();

const rowOf = (element: Element) => Number(element.getAttribute('data-row'));

/** One list in the page's own scroll. Rows stay in the flow: nothing is moved, and the browser keeps the place. */
function watch(name: string, guess: number) {
  const heights = known.get(name) ?? rowHeights(guess);
  const listeners = new Set<() => void>();
  let list: Element | null = null;
  // Above and below a list stands something: it begins with what the rest of the window holds.
  let span: Span = { from: 0, to: Math.ceil((window.innerHeight * 0.5) / guess), kept: null };
  /** Where the window was at the last look, in pixels of the list. */
  let before = 0;
  let waits = false;
  /** Rows that were drawn since the last look. */
  const fresh = new Set<Element>();

  const set = (next: Span) => {
    if (next.from === span.from && next.to === span.to && next.kept === span.kept) return;
    span = next;
    for (const listener of listeners) listener();
  };
  /** Which row holds the focus; it must not vanish under the person's hands. */
  const focused = () => {
    const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]');
    return row ? rowOf(row) : null;
  };
  /** Asked when the page is laid out anyway, so that it costs no layout of its own. */
  const measure = () => {
    let sum = 0;
    let rows = 0;
    for (const row of fresh) {
      const { height } = row.getBoundingClientRect();
      // Without a layout there is nothing to know.
      if (height === 0) continue;
      heights.measure(rowOf(row), height);
      sum += height;
      rows += 1;
    }
    fresh.clear();
    if (known.has(name) || rows === 0) return;
    known.set(name, heights);
    heights.suppose(sum / rows);
  };
  const look = (ahead = AHEAD) => {
    // A list that waits for its rows has nothing to look at.
    if (!list?.firstElementChild) return;
    measure();
    const above = -list.getBoundingClientRect().top;
    const first = heights.rowAt(above);
    const last = heights.rowAt(above + window.innerHeight);
    const held = focused();
    const kept = (from: number, to: number) => (held !== null && (held < from || held >= to) ? held : null);
    const near = Math.min(ahead, NEAR);
    if (span.from <= Math.max(0, first - near) && span.to > last + near) {
      set({ ...span, kept: kept(span.from, span.to) });
    } else {
      const up = above < before;
      const from = Math.max(0, first - (up ? ahead : near));
      const to = last + 1 + (up ? near : ahead);
      set({ from, to, kept: kept(from, to) });
    }
    before = above;
  };
  const isDrawn = () => {
    const above = list ? -list.getBoundingClientRect().top : 0;
    return heights.rowAt(above) >= span.from && heights.rowAt(above + window.innerHeight) < span.to;
  };
  const scrolled = () => {
    if (!isDrawn()) return look();
    if (waits) return;
    waits = true;
    // While the window is within what is drawn, drawing more is a task of its own after the frame that scrolls: two short
    // ones keep a finger waiting less than one that is as long as both.
    setTimeout(() => {
      waits = false;
      look();
    });
  };
  const resized = () => {
    // In another width every row may have another height.
    for (const row of list?.querySelectorAll('[data-row]') ?? []) fresh.add(row);
    look();
  };
  // Below the window nothing is supposed any more.
  const end = reachEnd(() => list?.lastElementChild?.hasAttribute('data-row') ?? true);

  return {
    heights,
    followEnd: end.follow,
    look,
    span: () => span,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      window.addEventListener('scroll', scrolled, { passive: true });
      window.addEventListener('resize', resized);
      const stopEnd = end.listen();
      return () => {
        stopEnd();
        listeners.delete(listener);
        window.removeEventListener('scroll', scrolled);
        window.removeEventListener('resize', resized);
      };
    },
    attachList: (element: Element | null) => {
      list = element;
    },
    // Asked for the style of one new row, the browser works out that of all, in the task that drew them. The frame has to
    // lay them out and paint them only: two tasks of about 50 ms on a slow device in place of one of 70 to 100.
    style: () => {
      const row = [...fresh].at(-1);
      if (row) getComputedStyle(row).getPropertyValue('color');
    },
    attachRow: (element: Element | null) => {
      if (!element) return;
      fresh.add(element);
      return () => void fresh.delete(element);
    },
  };
}

/** A row to draw, or the height of the rows that are not drawn here. */
export type Slot = { row: number } | { gap: number; key: string };

/**
 * Which rows of a list of any length to draw. The list scrolls with the page, its rows in the ordinary flow: give
 * `attachList` to the element that holds nothing but them, `attachRow` and a `data-row` (its place) to each, and put an
 * empty element of the height of each `gap` between them.
 */
export function useVirtualRows({
  name,
  count,
  loaded,
  guess,
  onSpan,
}: {
  /** The kind of list: its rows' heights are remembered under it. */
  name: string;
  /** All rows there are, and how many of them, from the top, can be drawn. */
  count: number;
  loaded: number;
  /** The height of a row in pixels until one is measured. */
  guess: number;
  /** Told which rows (`to` not included) the window is at, also past those that can be drawn. */
  onSpan?: ((from: number, to: number) => void) | undefined;
}) {
  const [view] = useState(() => watch(name, guess));
  const span = useSyncExternalStore(view.subscribe, view.span);
  const begun = loaded > 0;
  useLayoutEffect(() => {
    // Opened at a place further down: that is what has to be painted first.
    if (begun && window.scrollY > 0) view.look(0);
  }, [view, begun]);
  useLayoutEffect(() => view.followEnd());
  useLayoutEffect(() => view.style(), [view, span, loaded]);
  // The rows that a person waits for are painted before the list is measured, and before more is drawn or asked for.
  useEffect(() => afterFrame(view.look), [view, count, loaded]);
  useEffect(() => afterFrame(() => onSpan?.(span.from, Math.min(span.to, count))), [onSpan, span, count]);

  const { topOf } = view.heights;
  const to = Math.min(span.to, loaded);
  const from = Math.min(span.from, to);
  const kept = span.kept !== null && span.kept < loaded ? span.kept : null;
  const slots: Slot[] = [];
  const gap = (key: string, above: number, below: number) => {
    if (below > above) slots.push({ gap: topOf(below) - topOf(above), key });
  };
  if (kept !== null && kept < from) {
    gap('far above', 0, kept);
    slots.push({ row: kept });
  }
  gap('above', kept !== null && kept < from ? kept + 1 : 0, from);
  for (let row = from; row < to; row += 1) slots.push({ row });
  if (kept !== null && kept >= to) {
    gap('below', to, kept);
    slots.push({ row: kept });
    gap('far below', kept + 1, Math.max(count, loaded));
  } else gap('far below', to, Math.max(count, loaded));
  return { slots, attachList: view.attachList, attachRow: view.attachRow };
}
