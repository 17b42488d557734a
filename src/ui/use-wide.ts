import { useSyncExternalStore } from 'react';

/** From here on the navigation stands above and lists are tables. */
const WIDE = '(min-width: 56.25rem)';

function subscribe(changed: () => void) {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Whether the window is as wide as a table needs: only one of table and cards is drawn. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
