// Sending that is asked for while an attempt is running.
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { save, startOutbox, wakeAndSend } from '@/offline/outbox/outbox';
import type { Token } from '@/offline/outbox/send/sender';
import { loadStore } from '@/offline/outbox/store/load-store';

const PERSON = crypto.randomUUID();

test('a sign-in during an attempt that still finds nobody signed in sends again when that attempt has ended', async () => {
  const attempts: ((token: Token) => void)[] = [];
  const stop = startOutbox({
    userId: PERSON,
    token: () => new Promise((resolve) => attempts.push(resolve)),
    invalidate: () => undefined,
  });
  const { endBackOff } = await loadStore();
  await save({
    ...{ userId: PERSON, accountId: PERSON, kind: 'note', id: crypto.randomUUID(), action: 'insert', version: 1 },
    ...{ fields: { title: 'Gate' }, seen: null, parents: [], title: 'Gate' },
  });
  await waitFor(() => expect(attempts).toHaveLength(1));
  void wakeAndSend();
  // What it changes in the store is changed before this.
  await endBackOff(PERSON);
  attempts[0]?.({ kind: 'signedOut' });
  await waitFor(() => expect(attempts).toHaveLength(2));
  attempts[1]?.({ kind: 'signedOut' });
  stop();
});
