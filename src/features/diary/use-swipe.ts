import { useRef, type TouchEvent } from 'react';

/** Minimum horizontal distance of a swipe, in pixels. */
const MIN_DISTANCE = 60;

/** Swiping left shows the next day, right the previous one. Vertical movements scroll. */
export function useSwipe(step: (by: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      start.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current;
      const touch = changedTouches[0];
      start.current = null;
      if (!from || !touch) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) > MIN_DISTANCE && Math.abs(x) > 2 * Math.abs(touch.clientY - from.y)) step(x < 0 ? 1 : -1);
    },
  };
}
