import { useEffect, useRef } from 'react';

const FIRST_REPEAT_MS = 420;
const NEXT_REPEAT_MS = 90;

/**
 * A button that repeats while it is held. The first step is the ordinary click, so keyboard and screen readers work as
 * on any button; the click that ends a repeat is ignored.
 */
export function useHold(step: () => void) {
  const latest = useRef(step);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const repeated = useRef(false);
  useEffect(() => {
    latest.current = step;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  const repeat = () => {
    repeated.current = true;
    latest.current();
    timer.current = setTimeout(repeat, NEXT_REPEAT_MS);
  };
  const release = () => clearTimeout(timer.current);
  return {
    onPointerDown: () => {
      repeated.current = false;
      clearTimeout(timer.current);
      timer.current = setTimeout(repeat, FIRST_REPEAT_MS);
    },
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    // A long press on a phone must not open the context menu.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
    onClick: () => {
      release();
      if (repeated.current) repeated.current = false;
      else latest.current();
    },
  };
}
