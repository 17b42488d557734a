import { expect, test } from 'vitest';
import { counted, plural } from '@/domain/core/word-list';

test('a count and its word agree, and a long one is grouped', () => {
  expect([0, 1, 2, 1280].map((count) => counted(count, 'entry', 'entries'))).toEqual([
    '0 entries',
    '1 entry',
    '2 entries',
    '1,280 entries',
  ]);
  expect([0, 1, 2].map((count) => plural(count, 'is', 'are'))).toEqual(['are', 'is', 'are']);
});
