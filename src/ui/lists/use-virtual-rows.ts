import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { afterFrame } from '@/lib/after-frame';
import { reachEnd } from './reach-end';
import { rowHeights } from './row-heights';

// Each change of the list costs more than rendering a dozen rows. Therefore rows are rendered ahead in batches: the next
// batch when the window comes near the end of the last one.
/** The number of rows rendered beyond the window in the direction of scrolling. */
const AHEAD = 15;
/** The number of rows rendered beyond the window in the other direction. */
const NEAR = 4;
/** The rendered rows from..to (`to` exclusive), and the row outside them that has the focus; null if there is none. */
type Span = { from: number; to: number; focused: number | null };

// Row heights are remembered by list, so that the browser can restore the scroll position when a list is opened again.
const heightsByList = new Map<string, ReturnType<typeof rowHeights>>();

const rowOf = (element: Element) => Number(element.getAttribute('data-row'));

/** One list that scrolls with the page. Rows stay in the normal flow, so the browser preserves the scroll position. */
function watchList(name: string, guess: number) {
  const heights = heightsByList.get(name) ?? rowHeights(guess);
  const listeners = new Set<() => void>();
  let list: Element | null = null;
  // The list shares the window with other content: begin with the rows of half a window.
  let span: Span = { from: 0, to: Math.ceil((window.innerHeight * 0.5) / guess), focused: null };
  /** The scroll position at the last check, in pixels from the top of the list. */
  let lastTop = 0;
  let isScheduled = false;
  /** Rows rendered since the last check. */
  const unmeasured = new Set<Element>();

  const set = (next: Span) => {
    if (next.from === span.from && next.to === span.to && next.focused === span.focused) return;
    span = next;
    for (const listener of listeners) listener();
  };
  /** The index of the row that has the focus; it must stay rendered. */
  const indexOfFocused = () => {
    const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-row]');
    return row ? rowOf(row) : null;
  };
  /** Call it when the layout is up to date: otherwise reading the heights would force a layout. */
  const measure = () => {
    let sum = 0;
    let rows = 0;
    for (const row of unmeasured) {
      const { height } = row.getBoundingClientRect();
      // Not laid out: no height to measure.
      if (height === 0) continue;
      heights.measure(rowOf(row), height);
      sum += height;
      rows += 1;
    }
    unmeasured.clear();
    if (heightsByList.has(name) || rows === 0) return;
    heightsByList.set(name, heights);
    heights.setGuess(sum / rows);
  };
  const update = (ahead = AHEAD) => {
    // A list whose rows are still loading has nothing to check.
    if (!list?.firstElementChild) return;
    measure();
    const top = -list.getBoundingClientRect().top;
    const first = heights.rowAt(top);
    const last = heights.rowAt(top + window.innerHeight);
    const focusedIndex = indexOfFocused();
    const focusedOutside = (from: number, to: number) =>
      focusedIndex !== null && (focusedIndex < from || focusedIndex >= to) ? focusedIndex : null;
    const near = Math.min(ahead, NEAR);
    if (span.from <= Math.max(0, first - near) && span.to > last + near) {
      set({ ...span, focused: focusedOutside(span.from, span.to) });
    } else {
      const up = top < lastTop;
      const from = Math.max(0, first - (up ? ahead : near));
      const to = last + 1 + (up ? near : ahead);
      set({ from, to, focused: focusedOutside(from, to) });
    }
    lastTop = top;
  };
  const isWindowRendered = () => {
    const top = list ? -list.getBoundingClientRect().top : 0;
    return heights.rowAt(top) >= span.from && heights.rowAt(top + window.innerHeight) < span.to;
  };
  const onScroll = () => {
    if (!isWindowRendered()) return update();
    if (isScheduled) return;
    isScheduled = true;
    // While the window is within the rendered rows, render more in a task after the frame that scrolls: two short tasks
    // block touch input for less time than one that is as long as both.
    setTimeout(() => {
      isScheduled = false;
      update();
    });
  };
  const onResize = () => {
    // At another width every row may have another height.
    for (const row of list?.querySelectorAll('[data-row]') ?? []) unmeasured.add(row);
    update();
  };
  // The end is rendered once the last element is a row and not a gap of estimated height.
  const end = reachEnd(() => list?.lastElementChild?.hasAttribute('data-row') ?? true);

  return {
    heights,
    followEnd: end.follow,
    update,
    span: () => span,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      window.addEventListener('scroll', onScroll, { passive: true });
      window.addEventListener('resize', onResize);
      const stopEnd = end.listen();
      return () => {
        stopEnd();
        listeners.delete(listener);
        window.removeEventListener('scroll', onScroll);
        window.removeEventListener('resize', onResize);
      };
    },
    attachList: (element: Element | null) => {
      list = element;
    },
    // Reading the style of one new row computes the styles of all, in the task that rendered them. The frame then only
    // has to lay out and paint: two tasks of about 50 ms on a slow device instead of one of 70 to 100.
    computeStyles: () => {
      const row = [...unmeasured].at(-1);
      if (row) getComputedStyle(row).getPropertyValue('color');
    },
    attachRow: (element: Element | null) => {
      if (!element) return;
      unmeasured.add(element);
      return () => void unmeasured.delete(element);
    },
  };
}

/** A row to render, or the height of rows that are not rendered. */
export type Slot = { row: number } | { gap: number; key: string };

/**
 * Decides which rows of a list of any length to render. The list scrolls with the page, its rows in the normal flow:
 * give `attachList` to the element that contains only the rows, `attachRow` and a `data-row` (its index) to each row,
 * and render an empty element of the height of each `gap`.
 */
export function useVirtualRows({
  name,
  count,
  loaded,
  guess,
  onVisibleRange,
}: {
  /** The kind of list: its row heights are remembered under this name. */
  name: string;
  /** The number of all rows, and how many of them, from the top, are loaded. */
  count: number;
  loaded: number;
  /** The assumed height of a row in pixels until one is measured. */
  guess: number;
  /** Called with the range of rows near the window (`to` exclusive), loaded or not. */
  onVisibleRange?: ((from: number, to: number) => void) | undefined;
}) {
  const [view] = useState(() => watchList(name, guess));
  const span = useSyncExternalStore(view.subscribe, view.span);
  const isLoaded = loaded > 0;
  useLayoutEffect(() => {
    // If the page opens scrolled down, render that part before the first paint.
    if (isLoaded && window.scrollY > 0) view.update(0);
  }, [view, isLoaded]);
  useLayoutEffect(() => view.followEnd());
  useLayoutEffect(() => view.computeStyles(), [view, span, loaded]);
  // Let the visible rows be painted before measuring the list, and before rendering or requesting more.
  useEffect(() => afterFrame(view.update), [view, count, loaded]);
  useEffect(
    () => afterFrame(() => onVisibleRange?.(span.from, Math.min(span.to, count))),
    [onVisibleRange, span, count],
  );

  const { topOf } = view.heights;
  const to = Math.min(span.to, loaded);
  const from = Math.min(span.from, to);
  const focused = span.focused !== null && span.focused < loaded ? span.focused : null;
  const slots: Slot[] = [];
  const gap = (key: string, above: number, below: number) => {
    if (below > above) slots.push({ gap: topOf(below) - topOf(above), key });
  };
  if (focused !== null && focused < from) {
    gap('far above', 0, focused);
    slots.push({ row: focused });
  }
  gap('above', focused !== null && focused < from ? focused + 1 : 0, from);
  for (let row = from; row < to; row += 1) slots.push({ row });
  if (focused !== null && focused >= to) {
    gap('below', to, focused);
    slots.push({ row: focused });
    gap('far below', focused + 1, Math.max(count, loaded));
  } else gap('far below', to, Math.max(count, loaded));
  return { slots, attachList: view.attachList, attachRow: view.attachRow };
}
