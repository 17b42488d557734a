import { useLocation } from 'react-router-dom';

/**
 * Whether the URL is still that of this screen, with the same `param`. A late response must not take the user back
 * after they moved on; and since the router renders a new URL with a delay, a screen may still be mounted after it was
 * left.
 */
export function useIsCurrentScreen(param?: string): () => boolean {
  const { pathname, search } = useLocation();
  const valueIn = (query: string) => (param === undefined ? null : new URLSearchParams(query).get(param));
  return () => window.location.pathname === pathname && valueIn(window.location.search) === valueIn(search);
}
