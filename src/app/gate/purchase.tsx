// After a purchase the URL carries session_id. It proves nothing and unlocks nothing: it only causes a refetch.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as keys from '@/lib/query-keys';

const ASK_FOR_MS = 60_000;

export type Purchase = {
  /** Show the green banner. */
  thanked: boolean;
  dismiss: () => void;
  /** The confirmation may still be pending. */
  waiting: boolean;
};

/** Detects a purchase in the URL and resets the URL to '/'. */
export function usePurchase(): Purchase {
  const { search } = useLocation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const arrived = new URLSearchParams(search).has('session_id');
  const [thanked, setThanked] = useState(arrived);
  const [waiting, setWaiting] = useState(arrived);
  if (arrived && !waiting) {
    setThanked(true);
    setWaiting(true);
  }
  useEffect(() => {
    if (!arrived) return;
    void client.invalidateQueries({ queryKey: [keys.profile] });
    void navigate('/', { replace: true });
  }, [arrived, client, navigate]);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), ASK_FOR_MS);
    return () => clearTimeout(timer);
  }, [waiting]);
  return { thanked, dismiss: () => setThanked(false), waiting };
}
