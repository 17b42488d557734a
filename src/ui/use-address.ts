import { useCallback, useState } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';

/** Changes the search params of the address; `change` is given them as they are at that moment. */
export type ChangeAddress = (change: (now: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The search params of the address that is drawn, and how to change them. The router draws an address when there is
 * time, and its own setter starts from the one drawn last: of two filters set before that, it would lose the first.
 * What comes after its page was left changes nothing.
 */
export function useAddress(): readonly [params: URLSearchParams, change: ChangeAddress] {
  // eslint-disable-next-line no-restricted-syntax -- the one place for it
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback<ChangeAddress>(
    (of, options) => {
      if (window.location.pathname === pathname) setParams(of(new URLSearchParams(window.location.search)), options);
    },
    [pathname, setParams],
  );
  return [params, change];
}

/**
 * What a field shows whose value is kept in the address: what was put into it at once, until the address with it is
 * drawn. Without this the field would take back each letter of a text, or the year of a date, as it is typed.
 */
export function useHeld(value: string): readonly [shown: string, hold: (value: string) => void] {
  const drawn = useLocation().search === window.location.search;
  const [held, setHeld] = useState<string | null>(null);
  if (held !== null && drawn) setHeld(null);
  return [drawn ? value : (held ?? value), setHeld];
}
