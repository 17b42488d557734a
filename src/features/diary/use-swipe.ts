import { useRef, type TouchEvent } from 'react';

/** How far a finger goes sideways before it means the next day, in pixels. */
const FAR = 60;

/** A swipe to the left is the next day, to the right the one before. What goes up or down scrolls. */
export function useSwipe(step: (by: 1 | -1) => void) {
  const begun = useRef<{ x: number; y: number } | null>(null);
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const touch = touches[0];
      begun.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY } : null;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = begun.current;
      const touch = changedTouches[0];
      begun.current = null;
      if (!from || !touch) return;
      const x = touch.clientX - from.x;
      if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(touch.clientY - from.y)) step(x < 0 ? 1 : -1);
    },
  };
}
