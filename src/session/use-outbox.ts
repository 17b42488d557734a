import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { startOutbox, wakeAndSend } from '@/outbox/outbox';
import { onNewToken, outboxToken } from './outbox-token';

/** Sends what this user saved on this device, while they are signed in here. */
export function useOutbox(userId: string) {
  const client = useQueryClient();
  useEffect(() => {
    const stop = startOutbox({
      userId,
      token: outboxToken,
      invalidate: (keys) => {
        for (const key of new Set(keys)) void client.invalidateQueries({ queryKey: [key] });
      },
    });
    const deaf = onNewToken(() => void wakeAndSend());
    return () => {
      deaf();
      stop();
    };
  }, [client, userId]);
}
