// Reports when an employee was last active, for the account holder.
import { useEffect } from 'react';
import { prefetch } from '@/lib/prefetch';

/** The first screen's requests go first. */
const FIRST_DELAY_MS = 20_000;
const INTERVAL_MS = 15 * 60_000;

async function reportActivity() {
  if (!navigator.onLine || document.visibilityState !== 'visible') return;
  try {
    const { recordLastSeen } = await prefetch(() => import('@/data/account/membership'));
    await recordLastSeen();
  } catch {
    // The next report covers this one.
  }
}

export function useReportActivity(employee: boolean) {
  useEffect(() => {
    if (!employee) return;
    const first = setTimeout(() => void reportActivity(), FIRST_DELAY_MS);
    const interval = setInterval(() => void reportActivity(), INTERVAL_MS);
    return () => {
      clearTimeout(first);
      clearInterval(interval);
    };
  }, [employee]);
}
