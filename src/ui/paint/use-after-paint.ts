import { startTransition, useEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

// Approximate minimum height of a list row, in CSS pixels.
const MIN_ROW_HEIGHT = 56;

/**
 * False while a screen opened by a link is first rendered, true once that is painted: content below the first screenful
 * must not delay it. `ready`: whether the main content is there, if it is not at once. Always true on back navigation,
 * where the browser restores the scroll position.
 */
export function useAfterPaint(ready = true): boolean {
  const isPush = useNavigationType() === NavigationType.Push;
  const [painted, setPainted] = useState(!isPush);
  useEffect(() => {
    if (painted || !ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next frame paints; the timer set in it runs afterwards.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted, ready]);
  return painted;
}

/**
 * The rows that fill the window, then all once those are painted. Apply it last: totals and selection count all rows.
 */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const painted = useAfterPaint();
  return painted ? rows : rows.slice(0, Math.ceil(window.innerHeight / MIN_ROW_HEIGHT));
}
