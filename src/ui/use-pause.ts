import { useEffect, useRef } from 'react';

const PAUSE = 300;

/** Calls `run` with the last text once nothing new has come for 300 ms, and not at all when the screen is left before. */
export function usePause(run: (text: string) => void): (text: string) => void {
  const latest = useRef(run);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (text) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(text), PAUSE);
  };
}
