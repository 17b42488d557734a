import { expect, test } from 'vitest';
import type { Entry } from '@/offline/outbox/entry';
import type { Waiting } from '@/offline/outbox/outbox';
import { clockWords, lastArrivalWords, stateWords, waitingCountWords, waitingWords } from '@/widgets/unsent/send-words';

test('a waiting entry says whether it waits for its turn, for its customer, or as a photo for its entry', () => {
  expect(stateWords({ state: 'queued' }, false)).toBe('Waiting on this phone');
  expect(stateWords({ state: 'queued' }, true)).toBe('Waits for its customer');
  expect(stateWords({ state: 'queued', file: true }, true)).toBe('Waits for its entry');
  expect(stateWords({ state: 'sending', file: true }, true)).toBe('On its way to the office');
  expect(stateWords({ state: 'attention' }, true)).toBe('Needs attention');
});

test('the time of a sending has its day if that is another one', () => {
  const now = new Date(2026, 10, 4, 17, 30);
  expect(clockWords(new Date(2026, 10, 4, 7, 2).getTime(), now)).toBe('07:02');
  expect(clockWords(new Date(2026, 10, 3, 17, 2).getTime(), now)).toBe('3 Nov, 17:02');
});

test('says what is on this phone and in the office, and never "sent", which is the state of an invoice or a job', () => {
  const now = new Date(2026, 10, 4, 17, 30);
  const at = new Date(2026, 10, 4, 17, 2).getTime();
  const entry = (state: Entry['state']) => ({ state }) as Entry;
  const waiting = (...entries: Entry[]): Waiting => ({
    ...{ isLoaded: true, entries, sent: [], lastSentAt: at, needsSignIn: false, broken: false },
  });
  const words = [
    waitingWords(waiting()),
    waitingWords(waiting(entry('queued'))),
    waitingWords(waiting(entry('queued'), entry('attention'))),
    waitingCountWords(2),
    lastArrivalWords(at, now),
  ];
  expect(words).toEqual([
    'Nothing waits on this phone.',
    '1 entry waits on this phone.',
    '2 entries wait on this phone, 1 needs attention.',
    '2 waiting',
    'The last entry reached the office 17:02.',
  ]);
});
