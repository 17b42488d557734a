import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False in prerendered markup, true once the script has taken it over: until then a press would leave the page. */
export const useTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
