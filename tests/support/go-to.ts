import { act } from '@testing-library/react';

/** Goes to an address inside the open app, as a link of it does: much cheaper than starting the app there. */
export const goTo = (path: string) =>
  act(() => {
    window.history.pushState({}, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
