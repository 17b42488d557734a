import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readAgain } from '@/lib/query-client';
import { startOutbox, wakeAndSend } from '@/offline/outbox/outbox';
import { onNewToken, outboxToken } from './outbox-token';

/** Sends what this user saved on this device, while they are signed in here. */
export function useOutbox(userId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const stop = startOutbox({
      userId,
      token: outboxToken,
      invalidate: (names) => void readAgain(client, names),
    });
    const unsubscribe = onNewToken(() => void wakeAndSend());
    return () => {
      unsubscribe();
      stop();
    };
  }, [client, userId]);
}
