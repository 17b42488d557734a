import { useEffect, useState } from 'react';
import { secondsToNextMail } from '@/session/kept-session';

/** Seconds until another mail to this address may be requested. Call `look` after one was requested. */
export function useMailPause(email: string): { left: number; look: () => void } {
  const [left, setLeft] = useState(() => secondsToNextMail(email));
  const waits = left > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setLeft(secondsToNextMail(email)), 1000);
    return () => clearInterval(timer);
  }, [waits, email]);
  return { left, look: () => setLeft(secondsToNextMail(email)) };
}
