// Tells the account holder when an employee was last here.
import { useEffect } from 'react';
import { unasked } from '@/lib/unasked';

/** What the person came for goes first. */
const FIRST_MS = 20_000;
const EVERY_MS = 15 * 60_000;

async function tell() {
  if (!navigator.onLine || document.visibilityState !== 'visible') return;
  try {
    const { noteSeen } = await unasked(() => import('@/data/membership'));
    await noteSeen();
  } catch {
    // The next one says it too.
  }
}

export function useSeen(employee: boolean) {
  useEffect(() => {
    if (!employee) return;
    const first = setTimeout(() => void tell(), FIRST_MS);
    const again = setInterval(() => void tell(), EVERY_MS);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [employee]);
}
