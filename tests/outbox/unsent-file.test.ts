// The export files of waiting entries: everything in one (JSON), a table in the other (CSV).
import { expect, it } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { unsentTexts } from '@/offline/outbox/restore/unsent-file';

const entry = (id: string, fields: Record<string, string | number | null>) => ({
  userId: 'u',
  accountId: 'a',
  kind: 'work',
  id,
  action: 'insert' as const,
  version: 1,
  fields,
  seen: null,
  parents: [],
  title: 'Baling, Hill Farm',
});

it('both files contain every entry with every typed column (rule 10)', () => {
  const entries = [entry('one', { customer: 'Hill Farm', quantity: 86 }), entry('two', { notes: 'wet, "very"' })];
  const { json, csv } = unsentTexts(entries);
  expect(JSON.parse(json)).toEqual(entries);
  const [head, one, two] = parseCsv(csv.replace('\uFEFF', ''));
  expect(head).toEqual([
    ...['title', 'kind', 'action', 'id', 'recorded_at', 'state', 'reason'],
    ...['customer', 'quantity', 'notes'],
  ]);
  expect(one?.slice(3)).toEqual(['one', '', '', '', 'Hill Farm', '86', '']);
  expect(two?.at(-1)).toBe('wet, "very"');
});
