import { useSyncExternalStore } from 'react';

// The width from which a window is a desk and no longer a phone: where the navigation moves to the top.
const wide = () => window.matchMedia('(min-width: 56.25rem)');

const subscribe = (listener: () => void) => {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True in a window of 900 px and more, for screens whose parts differ and not only their places. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide().matches);
}
