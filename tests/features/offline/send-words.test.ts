import { expect, test } from 'vitest';
import { stateWords } from '@/widgets/unsent/send-words';

test('a waiting entry says whether it waits for its turn, for its customer, or as a photo for its entry', () => {
  expect(stateWords({ state: 'queued' }, false)).toBe('Waiting to be sent');
  expect(stateWords({ state: 'queued' }, true)).toBe('Waits for its customer');
  expect(stateWords({ state: 'queued', file: true }, true)).toBe('Waits for its entry');
  expect(stateWords({ state: 'sending', file: true }, true)).toBe('Sending');
  expect(stateWords({ state: 'attention' }, true)).toBe('Needs attention');
});
