import { useLocation } from 'react-router-dom';

/**
 * Tells whether the address is still that of this screen, with the same `param`. What is answered late must not take
 * somebody back who has gone on; and the router draws a new address when there is time, so that a screen can still
 * stand after it was left.
 */
export function useStillHere(param?: string): () => boolean {
  const { pathname, search } = useLocation();
  const valueIn = (query: string) => (param === undefined ? null : new URLSearchParams(query).get(param));
  return () => window.location.pathname === pathname && valueIn(window.location.search) === valueIn(search);
}
