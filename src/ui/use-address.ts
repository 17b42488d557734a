import { useCallback, useState } from 'react';
import { useLocation, useSearchParams, type NavigateOptions } from 'react-router-dom';
import { withParams } from '@/lib/params';

/** Changes the search params of the URL; `change` receives the current ones. */
export type ChangeAddress = (change: (current: URLSearchParams) => URLSearchParams, options?: NavigateOptions) => void;

/**
 * The search params of the rendered URL, and how to change them. The router renders a new URL with a delay, and its own
 * setter starts from the one rendered last: if two filters were set before that, it would lose the first. Changes that
 * arrive after the page was left are ignored.
 */
export function useAddress(): readonly [params: URLSearchParams, change: ChangeAddress] {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- only this hook may use it
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const change = useCallback<ChangeAddress>(
    (update, options) => {
      if (window.location.pathname === pathname)
        setParams(update(new URLSearchParams(window.location.search)), options);
    },
    [pathname, setParams],
  );
  return [params, change];
}

/**
 * The value of a field that is stored in the URL, and how to change it at once. Until the router has rendered the new
 * URL, the pending value is shown; otherwise the field would undo each letter of a text as it is typed.
 */
export function usePendingValue(value: string): readonly [shown: string, setPending: (value: string) => void] {
  const isRendered = useLocation().search === window.location.search;
  const [pending, setPending] = useState<string | null>(null);
  if (pending !== null && isRendered) setPending(null);
  return [isRendered ? value : (pending ?? value), setPending];
}

/** The search params of the address by name, '' if not set, and a function that changes some of them. */
export function useParams() {
  const [params, change] = useAddress();
  return {
    get: (name: string): string => params.get(name) ?? '',
    set: (changes: Readonly<Record<string, string | null>>) =>
      change((current) => withParams(current, changes), { replace: true }),
  };
}
