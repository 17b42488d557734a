import { expect, test } from 'vitest';
import { likelyDuplicatesFirst, previewSentences } from '@/features/customers/merge-preview';

const NOTHING = { unbilled: 0, billed: 0, invoices: 0, pricesMoved: 0, pricesKept: 0 };
const LAST_LINE = 'Smith is archived. Whoever types that name gets Smith & Son.';

test.each([
  [
    { unbilled: 12, billed: 40, invoices: 6 },
    [
      '12 unbilled entries take the name Smith & Son.',
      '40 billed entries and 6 invoices go to Smith & Son and keep the name they were printed with.',
    ],
  ],
  [{ unbilled: 1 }, ['1 unbilled entry takes the name Smith & Son.']],
  [{ billed: 1 }, ['1 billed entry goes to Smith & Son and keeps the name it was printed with.']],
  [{ invoices: 1 }, ['1 invoice goes to Smith & Son and keeps the name it was printed with.']],
  [{ unbilled: 10_000 }, ['10,000 unbilled entries take the name Smith & Son.']],
  [
    { pricesMoved: 1, pricesKept: 2 },
    [
      'Smith has no work and no invoices.',
      '1 price goes along.',
      '2 prices are not used any more: Smith & Son has its own for those days.',
    ],
  ],
])('a preview has a sentence for each number that is not zero: %j', (part, lines) => {
  expect(previewSentences({ ...NOTHING, ...part }, 'Smith', 'Smith & Son')).toEqual([...lines, LAST_LINE]);
});

test('customers that share a word come first, ignoring accents and punctuation; the others keep their order', () => {
  const names = ['Bryn Dairy', 'Hill Farm', 'Siân Smith', 'The Smith & Son Co', 'A & B'].map((name) => ({ name }));
  expect(likelyDuplicatesFirst(names, 'smith, Sian').map(({ name }) => name)).toEqual([
    'Siân Smith',
    'The Smith & Son Co',
    'Bryn Dairy',
    'Hill Farm',
    'A & B',
  ]);
});
