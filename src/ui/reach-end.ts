// The End key goes to where a page ends when it is pressed. The rows that are drawn on the way may be higher than was
// supposed of them, and the window would stop short of the last one.

/** Where the key moves something else than the page. */
const OWN_KEYS = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox], dialog';

/** Takes the window on to where the end came to be, until the person moves it or `isWhole`: the end itself is drawn. */
export function reachEnd(isWhole: () => boolean) {
  /** Where the window was when the key was pressed. */
  let pressedAt: number | null = null;
  const follow = () => {
    if (pressedAt === null || window.scrollY <= pressedAt) return;
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  };
  const heard = (event: Event) => {
    if (event.type === 'scrollend') {
      follow();
      if (!isWhole()) return;
    }
    const { key, target, defaultPrevented } = event as KeyboardEvent;
    const ofPage = key === 'End' && !defaultPrevented && !(target instanceof Element && target.closest(OWN_KEYS));
    pressedAt = ofPage ? window.scrollY : null;
  };
  return {
    /** To be called when rows were drawn. */
    follow,
    listen: () => {
      const over = new AbortController();
      for (const name of ['keydown', 'pointerdown', 'wheel', 'touchmove', 'scrollend'])
        window.addEventListener(name, heard, { passive: true, signal: over.signal });
      return () => over.abort();
    },
  };
}
