import { expect, test } from 'vitest';
import { clockWords, stateWords } from '@/widgets/unsent/send-words';

test('a waiting entry says whether it waits for its turn, for its customer, or as a photo for its entry', () => {
  expect(stateWords({ state: 'queued' }, false)).toBe('Waiting to be sent');
  expect(stateWords({ state: 'queued' }, true)).toBe('Waits for its customer');
  expect(stateWords({ state: 'queued', file: true }, true)).toBe('Waits for its entry');
  expect(stateWords({ state: 'sending', file: true }, true)).toBe('Sending');
  expect(stateWords({ state: 'attention' }, true)).toBe('Needs attention');
});

test('the time of a sending has its day if that is another one', () => {
  const now = new Date(2026, 10, 4, 17, 30);
  expect(clockWords(new Date(2026, 10, 4, 7, 2).getTime(), now)).toBe('07:02');
  expect(clockWords(new Date(2026, 10, 3, 17, 2).getTime(), now)).toBe('3 Nov, 17:02');
});
