// Keeps the screen on if the device supports it, so that a phone in a holder keeps showing the running time clock.

export const canStayAwake = (): boolean => 'wakeLock' in navigator;

/**
 * Keeps the screen on until the returned function is called. The device releases the lock whenever the page is hidden,
 * so it is requested again when the page is visible. Never throws: a device low on battery may refuse.
 */
export function stayAwake(): () => void {
  let activeLock: WakeLockSentinel | null = null;
  const controller = new AbortController();
  const isReleased = () => controller.signal.aborted;
  const requestLock = async () => {
    if (isReleased() || document.visibilityState !== 'visible' || !canStayAwake()) return;
    try {
      const lock = await navigator.wakeLock.request('screen');
      if (isReleased()) await lock.release();
      else activeLock = lock;
    } catch {
      activeLock = null;
    }
  };
  const onVisibilityChange = () => void requestLock();
  document.addEventListener('visibilitychange', onVisibilityChange, { signal: controller.signal });
  void requestLock();
  return () => {
    controller.abort();
    void activeLock?.release().catch(() => undefined);
  };
}
