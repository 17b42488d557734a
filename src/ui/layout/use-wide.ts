import { useSyncExternalStore } from 'react';

// The window width from which the desktop layout applies, with the navigation at the top.
const wideWindowQuery = () => window.matchMedia('(min-width: 56.25rem)');

const subscribe = (listener: () => void) => {
  const query = wideWindowQuery();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

/** True in a window of 900 px and more, for screens whose content differs and not only its layout. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => wideWindowQuery().matches);
}
