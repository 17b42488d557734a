// A list while offline and just after: each record once, including what this device has and the list does not have yet.
import { expect, it } from 'vitest';
import type { Entry } from '@/offline/outbox/entry';
import { shownRows } from '@/offline/outbox/shown-rows';

type Row = { id: string; words: string };
const READ_AT = 1000;

let seq = 0;
const entry = (id: string, action: Entry['action'], words: string, more: Partial<Entry> = {}): Entry => ({
  seq: (seq += 1),
  userId: 'u',
  accountId: 'a',
  kind: 'note',
  id,
  action,
  version: 1,
  fields: action === 'delete' ? {} : { words },
  seen: null,
  parents: [],
  title: '',
  recordedAt: '',
  state: 'queued',
  leaseUntil: null,
  tried: 0,
  problem: null,
  acknowledgedAt: null,
  ...more,
});
const sent = (acknowledgedAt: number) => ({ state: 'acknowledged', acknowledgedAt }) as const;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const shown = (rows: readonly Row[], entries: Entry[], acknowledged: Entry[] = []) =>
  shownRows(rows, { entries, sent: acknowledged }, READ_AT, {
    kind: 'note',
    fromEntry: ({ id, fields }) => ({ id, words: text(fields['words']) }),
    applyEntry: (row, { fields }) => ({ ...row, words: text(fields['words']) }),
  }).map(({ row, entry: waiting }) => [row.id, row.words, waiting?.action ?? null]);

const row = { id: '1', words: 'read' };

it('shows waiting entries with the rows, once each, and nothing of another kind', () => {
  expect(shown([row], [entry('2', 'insert', 'new'), entry('3', 'insert', 'else', { kind: 'work' })])).toEqual([
    ['1', 'read', null],
    ['2', 'new', 'insert'],
  ]);
  // The response to its sending was lost, and the list already has it.
  expect(shown([row], [entry('1', 'insert', 'read')])).toEqual([['1', 'read', null]]);
});

it('shows an edit on its row, and a row that waits for its deletion until the database has deleted it', () => {
  expect(shown([row], [entry('1', 'update', 'mended')])).toEqual([['1', 'mended', 'update']]);
  expect(shown([row], [entry('1', 'update', 'mended'), entry('1', 'delete', '')])).toEqual([['1', 'mended', 'delete']]);
  // A row that is not loaded yet: as the user saw it, with the edit.
  expect(shown([], [entry('9', 'update', 'mended', { seen: { words: 'before' } })])).toEqual([
    ['9', 'mended', 'update'],
  ]);
  expect(shown([], [entry('9', 'delete', '', { seen: { words: 'before' } })])).toEqual([['9', 'before', 'delete']]);
});

it('shows what was sent until a later read contains it, and no longer', () => {
  const late = sent(READ_AT + 1);
  expect(shown([row], [], [entry('2', 'insert', 'new', late)])).toEqual([
    ['1', 'read', null],
    ['2', 'new', null],
  ]);
  expect(shown([row], [], [entry('1', 'update', 'mended', late)])).toEqual([['1', 'mended', null]]);
  expect(shown([row], [], [entry('1', 'delete', '', late)])).toEqual([]);
  const early = sent(READ_AT - 1);
  expect(shown([row], [], [entry('2', 'insert', 'gone since', early), entry('1', 'update', 'old', early)])).toEqual([
    ['1', 'read', null],
  ]);
});

it('marks the one of several that needs attention', () => {
  const problem = { kind: 'refused', sentence: 'No.' } as const;
  const stuck = entry('1', 'update', 'mended', { state: 'attention', problem });
  const [, words, action] = shown([row], [stuck, entry('1', 'delete', '')])[0] ?? [];
  expect([words, action]).toEqual(['mended', 'update']);
});
