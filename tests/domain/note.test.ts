import { expect, test } from 'vitest';
import { canEditNote, newestNoteFirst } from '@/domain/note';

const written = { createdAt: '2026-11-20T10:00:00Z', createdBy: 'sam' };
const sam = { userId: 'sam', role: 'employee', canWrite: true } as const;
const at = (time: string) => new Date(time);

test('a note may be mended for a day, to the millisecond, by its author and the account holder', () => {
  expect(canEditNote(written, sam, at('2026-11-21T09:59:59.999Z'))).toBe(true);
  expect(canEditNote(written, sam, at('2026-11-21T10:00:00Z'))).toBe(false);
  expect(canEditNote(written, { ...sam, userId: 'kasia' }, at('2026-11-20T10:01:00Z'))).toBe(false);
  const holder = { userId: 'ann', role: 'admin', canWrite: true } as const;
  expect(canEditNote(written, holder, at('2026-11-20T10:01:00Z'))).toBe(true);
  expect(canEditNote(written, holder, at('2026-11-21T10:00:00Z'))).toBe(false);
  expect(canEditNote(written, { ...holder, canWrite: false }, at('2026-11-20T10:01:00Z'))).toBe(false);
});

test('notes stand by their day, of a day by when they were written, however that is written down', () => {
  const note = (id: string, noteDate: string, createdAt: string) => ({ id, noteDate, createdAt });
  const list = [
    note('a', '2026-11-19', '2026-11-20T12:00:00Z'),
    note('b', '2026-11-20', '2026-11-20T10:00:00Z'),
    note('c', '2026-11-20', '2026-11-20T10:30:00.000Z'),
    note('d', '2026-11-20', '2026-11-20T10:00:00+00:00'),
  ];
  expect(list.toSorted(newestNoteFirst).map(({ id }) => id)).toEqual(['c', 'd', 'b', 'a']);
});
