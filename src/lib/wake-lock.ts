// Keeping the screen on, where the device can: a phone in its holder shows the running clock without a touch.

export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on until the answer is called. The device lets go whenever the page is hidden, so it is asked again
 * when the page is back. Never throws: an empty battery may say no.
 */
export function stayAwake(): () => void {
  let held: WakeLockSentinel | null = null;
  const watch = new AbortController();
  const over = () => watch.signal.aborted;
  const ask = async () => {
    if (over() || document.visibilityState !== 'visible' || !canStayAwake()) return;
    try {
      const lock = await navigator.wakeLock.request('screen');
      if (over()) await lock.release();
      else held = lock;
    } catch {
      held = null;
    }
  };
  const seen = () => void ask();
  document.addEventListener('visibilitychange', seen, { signal: watch.signal });
  void ask();
  return () => {
    watch.abort();
    void held?.release().catch(() => undefined);
  };
}
