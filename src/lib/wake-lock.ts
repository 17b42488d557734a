// Keeps the screen on, if the device can: a phone in its holder shows the running clock without a touch.

export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on until the returned function is called. The device releases the lock whenever the page is hidden,
 * so it is requested again when the page is visible. Never throws: a device low on battery may refuse.
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
