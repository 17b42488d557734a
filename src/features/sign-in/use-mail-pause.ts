import { useEffect, useState } from 'react';
import { secondsToNextMail } from '@/session/stored-session';

/** Seconds until another mail to this address may be requested. Call `refresh` after one was requested. */
export function useMailPause(email: string): { secondsLeft: number; refresh: () => void } {
  const [secondsLeft, setSecondsLeft] = useState(() => secondsToNextMail(email));
  const waits = secondsLeft > 0;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => setSecondsLeft(secondsToNextMail(email)), 1000);
    return () => clearInterval(timer);
  }, [waits, email]);
  return { secondsLeft, refresh: () => setSecondsLeft(secondsToNextMail(email)) };
}
