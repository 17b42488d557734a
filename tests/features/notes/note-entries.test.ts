// Conversion of notes between the form, the outbox and the list.
import { describe, expect, test } from 'vitest';
import type { Account } from '@/domain/account/account';
import { decimal } from '@/domain/core/money';
import type { Entry, NewEntry } from '@/offline/outbox/entry';
import { setNoteDone, insertNote, noteMapper, updateNote } from '@/features/notes/note-entries';
import { NOTE, NOTE_CSV, type Note } from '@/records/notes';
import { csvRowsOf } from '@/records/record';
import { emptyNote, noteSchema, textOf } from '@/features/notes/note-schema';
import { NO_FILTER } from '@/domain/notes/note';
import { readFilter, withFilter } from '@/features/notes/notes-address';
import * as v from 'valibot';

// The tests need only these fields of an account.
const account = { userId: 'sam', ownerId: 'ann', firstName: 'Sam', lastName: null } as Account;
const today = '2026-11-20';
const parse = (text: object, hasPhoto = false) =>
  v.safeParse(noteSchema(today, hasPhoto), { ...emptyNote(today), ...text });
const fieldsOf = (text: object) => {
  const { output, success } = parse({ title: 'Rainfall', body: 'x', ...text });
  if (!success) throw new Error('the values are invalid');
  return output;
};
const queued = (entry: NewEntry): Entry => ({
  ...entry,
  seq: 1,
  recordedAt: '2026-11-20T07:00:00Z',
  state: 'queued',
  leaseUntil: null,
  tried: 0,
  problem: null,
  acknowledgedAt: null,
});
const notes = noteMapper(account);
const newNote = (text: object): Note => notes.fromEntry(queued(insertNote(account, 'n', fieldsOf(text), null)));

describe('typed values', () => {
  const message = (text: object, hasPhoto = false) =>
    parse({ title: 'Fuel', body: 'x', ...text }, hasPhoto).issues?.[0].message;
  test('a note needs a title, and text or a photo; its time, measure and date are checked', () => {
    expect(message({})).toBeUndefined();
    expect(message({ title: ' ' })).toBe('Choose a title or type one.');
    expect(message({ body: ' ' })).toBe('Write something or add a photo.');
    expect(message({ body: ' ' }, true)).toBeUndefined();
    expect(message({ body: 'x'.repeat(4000) })).toBeUndefined();
    expect(message({ body: 'x'.repeat(4001) })).toBe('Too long: 4,000 characters at most.');
    expect(message({ noteTime: '25:00' })).toBe('Enter a time like 06:30.');
    expect(message({ value: 'much' })).toBe('Enter a number like 12.5.');
    // As many decimals as the column stores: a value rounded by the database would not match when read back.
    expect(message({ value: '12.345' })).toBeUndefined();
    expect(message({ value: '12.3456' })).toBe('3 decimals at most.');
    expect(message({ value: '999999999' })).toBeUndefined();
    expect(message({ value: '-1000000000' })).toBe('This number is too large.');
    expect(message({ valueUnit: 'mm' })).toBe('Enter a number like 12.5.');
    expect(message({ noteDate: '2026-11-22' })).toBe('This date is in the future.');
    expect(message({ noteDate: '2026-11-21' })).toBeUndefined();
    expect(message({ noteDate: '2000-01-01' })).toBeUndefined();
    expect(message({ noteDate: '1999-12-31' })).toBe('Choose a date from the year 2000 on.');
  });

  test('a note is assigned to a person only if action is needed', () => {
    expect(fieldsOf({ assignedTo: 'kasia', needsAction: true }).assignedTo).toBe('kasia');
    expect(fieldsOf({ assignedTo: 'kasia' }).assignedTo).toBeNull();
  });
});

test('a note keeps its typed values in the list and in the form', () => {
  const text = {
    noteTime: '06:30',
    customer: 'Hill Farm',
    value: '12,5',
    valueUnit: 'mm',
    place: { lat: 51.5, lng: -3.2 },
  };
  const note = newNote({ ...text, shared: true });
  expect(note).toMatchObject({
    noteTime: '06:30',
    value: decimal(125_000),
    lat: 51.5,
    lng: -3.2,
    shared: true,
    createdByName: 'Sam',
  });
  expect(textOf(note)).toMatchObject({ ...text, value: '12.5', title: 'Rainfall', shared: true });
  expect(newNote({ title: 'accident / near miss' }).accident).toBe(true);
});

test('a note is written to a file with its measure as a number', () => {
  const [cells = []] = csvRowsOf(NOTE, NOTE_CSV, [
    newNote({ value: '12.5', valueUnit: 'mm', place: { lat: 51.5, lng: -3.25 }, needsAction: true }),
  ]);
  expect(Object.fromEntries(Object.keys(NOTE_CSV).map((name, at) => [name, cells[at]]))).toMatchObject({
    note: 'x',
    time: null,
    value: 12.5,
    unit: 'mm',
    lng: -3.25,
    written_by: 'Sam',
    needs_action: true,
  });
});

test('a follow-up waits for the note it follows', () => {
  const entry = insertNote(account, 'n', fieldsOf({}), 'before');
  expect(entry.parents).toEqual(['before']);
  expect(entry.fields.follows).toBe('before');
  expect(notes.fromEntry(queued(entry)).follows).toBe('before');
});

test('an edit sends only changed fields, with the values seen before; a cleared field is a change', () => {
  const note = { ...newNote({ customer: 'Hill Farm', value: '3' }), updatedAt: '2026-11-20T08:00:00Z' };
  const { success, output } = v.safeParse(noteSchema(today, false), { ...textOf(note), customer: '', value: '' });
  if (!success) throw new Error('the values are invalid');
  const edit = updateNote(account, note, output);
  expect(edit?.fields).toEqual({ customer: null, value_num: null });
  expect(edit?.seen).toMatchObject({ customer: 'Hill Farm', value_num: 3, updated_at: '2026-11-20T08:00:00Z' });
  expect(updateNote(account, note, { ...output, customer: 'Hill Farm', value: note.value })).toBeNull();
  if (!edit) throw new Error('nothing was changed');
  expect(notes.applyEntry(note, queued(edit))).toMatchObject({ customer: null, value: null });
});

test('a waiting entry that marks a note done shows it as done, one that reopens it as open', () => {
  const note = newNote({ needsAction: true });
  const doneNote = notes.applyEntry(note, queued(setNoteDone(account, note, true)));
  expect(doneNote).toMatchObject({ actionDone: true, actionDoneAt: '2026-11-20T07:00:00Z' });
  expect(notes.applyEntry(doneNote, queued(setNoteDone(account, doneNote, false)))).toMatchObject({
    actionDone: false,
    actionDoneAt: null,
  });
});

test('the URL contains the filter; invalid values are ignored', () => {
  const person = '00000000-0000-4000-8000-000000000001';
  const params = withFilter(new URLSearchParams('edit=x&q=old'), {
    search: '',
    action: 'open',
    person,
    from: '2026-11-01',
  });
  expect(params.toString()).toBe(`edit=x&person=${person}&action=open&from=2026-11-01`);
  expect(readFilter(params)).toEqual({ ...NO_FILTER, action: 'open', person, from: '2026-11-01' });
  expect(readFilter(new URLSearchParams('action=all&person=me&from=2026-02-30&to=x'))).toEqual(NO_FILTER);
});
