// The End key scrolls to the end of the page as it was when pressed. Rows rendered on the way may be higher than
// estimated, so the window would stop before the last one.

/** Elements in which the End key does not scroll the page. */
const HANDLES_END_KEY = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], dialog';

/**
 * Keeps scrolling to the actual end until the user scrolls, clicks or types, or until `isEndRendered`.
 */
export function reachEnd(isEndRendered: () => boolean) {
  /** The scroll position when the key was pressed; null when there is nothing to follow. */
  let pressedAt: number | null = null;
  const follow = () => {
    if (pressedAt === null || window.scrollY <= pressedAt) return;
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  };
  const onEvent = (event: Event) => {
    if (event.type === 'scrollend') {
      follow();
      if (!isEndRendered()) return;
    }
    const { key, target, defaultPrevented } = event as KeyboardEvent;
    const scrollsPage =
      key === 'End' && !defaultPrevented && !(target instanceof Element && target.closest(HANDLES_END_KEY));
    pressedAt = scrollsPage ? window.scrollY : null;
  };
  return {
    /** Call this after rows were rendered. */
    follow,
    listen: () => {
      const listeners = new AbortController();
      for (const name of ['keydown', 'pointerdown', 'wheel', 'touchmove', 'scrollend'])
        window.addEventListener(name, onEvent, { passive: true, signal: listeners.signal });
      return () => listeners.abort();
    },
  };
}
