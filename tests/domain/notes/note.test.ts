import { expect, test } from 'vitest';
import { decimal } from '@/domain/core/money';
import {
  canSetNoteDone,
  canEditNote,
  isAccident,
  isFiltered,
  matchesNote,
  newestNoteFirst,
  NO_FILTER,
  valueWords,
} from '@/domain/notes/note';

const written = { createdAt: '2026-11-20T10:00:00Z', createdBy: 'sam', accident: false };
const sam = { userId: 'sam', role: 'employee', canWrite: true } as const;
const at = (time: string) => new Date(time);

test('a note can be edited for a day, to the millisecond, by its author and the account holder', () => {
  expect(canEditNote(written, sam, at('2026-11-21T09:59:59.999Z'))).toBe(true);
  expect(canEditNote(written, sam, at('2026-11-21T10:00:00Z'))).toBe(false);
  expect(canEditNote(written, { ...sam, userId: 'kasia' }, at('2026-11-20T10:01:00Z'))).toBe(false);
  const holder = { userId: 'ann', role: 'admin', canWrite: true } as const;
  expect(canEditNote(written, holder, at('2026-11-20T10:01:00Z'))).toBe(true);
  expect(canEditNote(written, holder, at('2026-11-21T10:00:00Z'))).toBe(false);
  expect(canEditNote(written, { ...holder, canWrite: false }, at('2026-11-20T10:01:00Z'))).toBe(false);
});

test('notes are sorted by day, then by time written, in any time format', () => {
  const note = (id: string, noteDate: string, createdAt: string) => ({ id, noteDate, createdAt });
  const list = [
    note('a', '2026-11-19', '2026-11-20T12:00:00Z'),
    note('b', '2026-11-20', '2026-11-20T10:00:00Z'),
    note('c', '2026-11-20', '2026-11-20T10:30:00.000Z'),
    note('d', '2026-11-20', '2026-11-20T10:00:00+00:00'),
  ];
  expect(list.toSorted(newestNoteFirst).map(({ id }) => id)).toEqual(['c', 'd', 'b', 'a']);
});

test('an accident note can’t be edited, however new it is, by anyone', () => {
  const accident = { ...written, accident: true };
  const holder = { userId: 'ann', role: 'admin', canWrite: true } as const;
  expect(canEditNote(accident, sam, at('2026-11-20T10:00:01Z'))).toBe(false);
  expect(canEditNote(accident, holder, at('2026-11-20T10:00:01Z'))).toBe(false);
});

test('an accident is recognised by the default title and by the account’s own', () => {
  const titles = [
    { title: 'Injury', accident: true },
    { title: 'Fuel', accident: false },
  ];
  expect([' ACCIDENT / near miss ', 'injury', 'Fuel', ''].map((title) => isAccident(title, titles))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a note can be marked done by its author, its assignee or the account holder; an accident by the holder only', () => {
  const note = { createdBy: 'sam', accident: false, needsAction: true, assignedTo: 'kasia' };
  const holder = { userId: 'ann', role: 'admin', canWrite: true } as const;
  const kasia = { ...sam, userId: 'kasia' };
  const tom = { ...sam, userId: 'tom' };
  expect([sam, kasia, holder, tom].map((by) => canSetNoteDone(note, by))).toEqual([true, true, true, false]);
  const accident = { ...note, accident: true };
  expect([sam, kasia, holder].map((by) => canSetNoteDone(accident, by))).toEqual([false, false, true]);
  expect(canSetNoteDone({ ...note, needsAction: false }, holder)).toBe(false);
  expect(canSetNoteDone(note, { ...holder, canWrite: false })).toBe(false);
});

const listed = {
  title: 'Repair needed',
  body: 'Trough at Tŷ Mawr leaks',
  customer: 'Hill Farm',
  createdBy: 'sam',
  noteDate: '2026-11-20',
  needsAction: true,
  actionDone: false,
};

test('a filter shows notes that match all of its parts', () => {
  const shows = (filter: object) => matchesNote(listed, { ...NO_FILTER, ...filter });
  expect(isFiltered(NO_FILTER)).toBe(false);
  expect(isFiltered({ ...NO_FILTER, person: 'sam' })).toBe(true);
  expect(shows({})).toBe(true);
  expect(shows({ search: 'ty mawr hill' })).toBe(true);
  expect(shows({ search: 'ty mawr gate' })).toBe(false);
  expect(shows({ title: 'Repair needed', person: 'sam', action: 'open', from: '2026-11-20', to: '2026-11-20' })).toBe(
    true,
  );
  for (const other of [
    { title: 'Repair' },
    { person: 'kasia' },
    { customer: 'Hill Farm Two' },
    { action: 'done' },
    { from: '2026-11-21' },
    { to: '2026-11-19' },
  ])
    expect(shows(other)).toBe(false);
  expect(matchesNote({ ...listed, needsAction: false }, { ...NO_FILTER, action: 'open' })).toBe(false);
});

test('a measure is shown with its unit', () => {
  expect(valueWords({ value: decimal(125_000), valueUnit: 'mm' })).toBe('12.5 mm');
  expect(valueWords({ value: decimal(0), valueUnit: null })).toBe('0');
  expect(valueWords({ value: null, valueUnit: null })).toBeNull();
});
