// After a purchase the URL carries session_id. The parameter proves nothing and unlocks nothing: it only causes a
// refetch.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as keys from '@/lib/query-keys';

const MAX_WAIT_MS = 60_000;

export type Purchase = {
  /** Show the green banner. */
  showThanks: boolean;
  dismiss: () => void;
  /** The confirmation may still be pending. */
  waiting: boolean;
};

/** Detects a purchase in the URL and resets the URL to '/'. */
export function usePurchase(): Purchase {
  const { search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const hasSessionId = new URLSearchParams(search).has('session_id');
  const [showThanks, setShowThanks] = useState(hasSessionId);
  const [waiting, setWaiting] = useState(hasSessionId);
  if (hasSessionId && !waiting) {
    setShowThanks(true);
    setWaiting(true);
  }
  useEffect(() => {
    if (!hasSessionId) return;
    void client.invalidateQueries({ queryKey: [keys.profile] });
    void navigate('/', { replace: true });
  }, [hasSessionId, client, navigate]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), MAX_WAIT_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return { showThanks, dismiss: () => setShowThanks(false), waiting };
}
