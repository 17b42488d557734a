import { startTransition, useEffect, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

// No row of a list is much lower, in CSS pixels.
const ROW = 56;

/**
 * False while a screen that somebody pressed for is first drawn, true once that is painted: what lies below the first
 * screenful must not keep them waiting. `ready` says when there is what they wait for, if not at once. Always true on the
 * way back, where the browser looks for the place that the screen was scrolled to.
 */
export function useAfterPaint(ready = true): boolean {
  const pressed = useNavigationType() === NavigationType.Push;
  const [painted, setPainted] = useState(!pressed);
  useEffect(() => {
    if (painted || !ready) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // The next frame paints; what is put off in it runs when it has.
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

/** The rows that fill the window, and all of them once those are painted. Sums and ticks count all: ask this last. */
export function useFirstRows<T>(rows: readonly T[]): readonly T[] {
  const painted = useAfterPaint();
  return painted ? rows : rows.slice(0, Math.ceil(window.innerHeight / ROW));
}
