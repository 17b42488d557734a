import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in prerendered markup, true once the script has started: before that, a click would leave the page. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
