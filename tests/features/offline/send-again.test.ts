// Sending that is asked for while an attempt is running.
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { save, startOutbox, wakeAndSend } from '@/offline/outbox/outbox';
import type { Token } from '@/offline/outbox/send/sender';
import { loadStore } from '@/offline/outbox/store/load-store';

const PERSON = crypto.randomUUID();

const saveNote = (userId: string) =>
  save({
    ...{ userId, accountId: userId, kind: 'note', id: crypto.randomUUID(), action: 'insert', version: 1 },
    ...{ fields: { title: 'Gate' }, seen: null, parents: [], title: 'Gate' },
  });

test('a sign-in during an attempt that still finds nobody signed in sends again when that attempt has ended', async () => {
  const attempts: ((token: Token) => void)[] = [];
  const stop = startOutbox({
    userId: PERSON,
    token: () => new Promise((resolve) => attempts.push(resolve)),
    invalidate: () => undefined,
  });
  const { endBackOff } = await loadStore();
  await saveNote(PERSON);
  await waitFor(() => expect(attempts).toHaveLength(1));
  void wakeAndSend();
  // What it changes in the store is changed before this.
  await endBackOff(PERSON);
  attempts[0]?.({ kind: 'signedOut' });
  await waitFor(() => expect(attempts).toHaveLength(2));
  attempts[1]?.({ kind: 'signedOut' });
  stop();
});

test('an attempt that begins as the back-off ends is made at once, not at the timer of 30 seconds', async () => {
  const person = crypto.randomUUID();
  let attempts = 0;
  const start = () =>
    startOutbox({
      userId: person,
      token: () => {
        attempts += 1;
        return Promise.resolve({ kind: 'offline' });
      },
      invalidate: () => undefined,
    });
  const stop = start();
  const { sendStateOf } = await loadStore();
  await saveNote(person);
  await waitFor(async () => expect((await sendStateOf(person)).nextTryAt).toBeGreaterThan(0));
  stop();
  expect(attempts).toBe(1);
  const { nextTryAt } = await sendStateOf(person);
  // The back-off is in force when the sender looks, and over when the next attempt is planned.
  let looked = false;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    const isSender = !looked && new Error('where').stack?.includes('sendWaiting') === true;
    looked ||= isSender;
    return isSender ? nextTryAt - 1 : nextTryAt + 10;
  });
  const stopAgain = start();
  await waitFor(() => expect(attempts).toBe(2));
  expect(looked).toBe(true);
  stopAgain();
});
