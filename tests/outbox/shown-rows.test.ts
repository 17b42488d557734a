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
const shownWords = (rows: readonly Row[], entries: Entry[], acknowledged: Entry[] = []) =>
  shownRows(rows, { entries, sent: acknowledged }, READ_AT, {
    kind: 'note',
    fromEntry: ({ id, fields }) => ({ id, words: text(fields['words']) }),
    applyEntry: (row, { fields }) => ({ ...row, words: text(fields['words']) }),
  }).map(({ row, entry: waiting }) => [row.id, row.words, waiting?.action ?? null]);

const row = { id: '1', words: 'read' };

it('shows waiting entries with the rows, once each, and nothing of another kind', () => {
  expect(shownWords([row], [entry('2', 'insert', 'new'), entry('3', 'insert', 'else', { kind: 'work' })])).toEqual([
    ['1', 'read', null],
    ['2', 'new', 'insert'],
  ]);
  // Its response was lost, and the list already contains it.
  expect(shownWords([row], [entry('1', 'insert', 'read')])).toEqual([['1', 'read', null]]);
});

it('shows an edit on its row, and a row that waits for its deletion until the database has deleted it', () => {
  expect(shownWords([row], [entry('1', 'update', 'edited')])).toEqual([['1', 'edited', 'update']]);
  expect(shownWords([row], [entry('1', 'update', 'edited'), entry('1', 'delete', '')])).toEqual([
    ['1', 'edited', 'delete'],
  ]);
  // A row that is not loaded yet: as the user saw it, with the edit.
  expect(shownWords([], [entry('9', 'update', 'edited', { seen: { words: 'before' } })])).toEqual([
    ['9', 'edited', 'update'],
  ]);
  expect(shownWords([], [entry('9', 'delete', '', { seen: { words: 'before' } })])).toEqual([
    ['9', 'before', 'delete'],
  ]);
});

it('shows what was sent until a later read contains it, and no longer', () => {
  const late = sent(READ_AT + 1);
  expect(shownWords([row], [], [entry('2', 'insert', 'new', late)])).toEqual([
    ['1', 'read', null],
    ['2', 'new', null],
  ]);
  expect(shownWords([row], [], [entry('1', 'update', 'edited', late)])).toEqual([['1', 'edited', null]]);
  expect(shownWords([row], [], [entry('1', 'delete', '', late)])).toEqual([]);
  const early = sent(READ_AT - 1);
  expect(
    shownWords([row], [], [entry('2', 'insert', 'gone since', early), entry('1', 'update', 'old', early)]),
  ).toEqual([['1', 'read', null]]);
});

it('shows the entry that needs attention if a record has several entries', () => {
  const problem = { kind: 'refused', sentence: 'No.' } as const;
  const stuck = entry('1', 'update', 'edited', { state: 'attention', problem });
  const [, words, action] = shownWords([row], [stuck, entry('1', 'delete', '')])[0] ?? [];
  expect([words, action]).toEqual(['edited', 'update']);
});
