// Parsers of stored JSON: valid values are unchanged, and nothing that a column may hold makes one throw.
import { describe, expect, test } from 'vitest';
import { customerOf, invoiceItemsOf, linesOf, supplierOf } from '@/data/invoices/invoice-json';
import { breaksOf } from '@/domain/hours/breaks';
import { answersOf, itemsOf } from '@/domain/checklists/checklist-json';
import { changesOf } from '@/domain/history/history';
import { randomJson } from '@tests/support/database/random-json';
import { seededRandom as chanceOf } from '../../../supabase/local/demo/random';

test('no stored value makes a parser throw', () => {
  const chance = chanceOf(1);
  for (let n = 0; n < 3000; n += 1) {
    const value = randomJson(chance, 3);
    for (const read of [breaksOf, answersOf, itemsOf, changesOf, linesOf, invoiceItemsOf, supplierOf, customerOf])
      expect(() => read(value)).not.toThrow();
  }
});

describe('a value of another format is shown as far as possible', () => {
  test('an answer with missing keys, or with an object as its comment, is shown', () => {
    expect(answersOf([{ value: 'yes' }, { value: 1.5, comment: { a: 1 }, photos: ['a', 'a', 1] }, null])).toEqual([
      { value: 'yes', comment: '', photos: [] },
      { value: 1.5, comment: '{"a":1}', photos: ['a'] },
      { value: null, comment: '', photos: [] },
    ]);
  });

  test('a question of an unknown type or with invalid limits is shown', () => {
    expect(itemsOf([{ prompt: 'Tyres', type: 'stars', min: '1', max: 2.123456 }])).toEqual([
      {
        ...{ section: '', prompt: 'Tyres', type: 'text', unit: '', min: null, max: 2.1235 },
        ...{ required: false, critical: false, help: '' },
      },
    ]);
  });

  test('breaks with an invalid instant are left out', () => {
    const [start, end] = ['2026-11-03T10:00:00Z', '2026-11-03T10:30:00Z'];
    expect(breaksOf([{ start, end }, { start: 'infinity', end }, { start, end: 'soon' }, 7])).toEqual([
      { start, end, paid: false },
    ]);
  });
});
