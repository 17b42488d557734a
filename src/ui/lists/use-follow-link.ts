import { useCallback, type MouseEvent } from 'react';
import { useNavigate } from 'react-router-dom';

/**
 * Follows a plain `a` within the app, adding a history entry as the router's Link does: for lists of many rows, where a
 * component with hooks in every row would be expensive.
 */
export function useFollowLink(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      // With a modifier key, leave it to the browser: new tab, new window or download.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      void navigate(event.currentTarget.getAttribute('href') ?? '');
    },
    [navigate],
  );
}
