// Leads the open app to another of its addresses, as a link would, without starting it again.
import { act } from '@testing-library/react';

/** Goes to a path with its query ('/works-list?status=ready'). */
export const navigate = (path: string) =>
  act(() => {
    // A key of its own, as the router gives each place in the history.
    const state = { usr: null, key: crypto.randomUUID(), idx: 0 };
    window.history.pushState(state, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state }));
  });
