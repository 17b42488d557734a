// Titles of notes, assignees, follow-ups, and accident notes, which can't be changed.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
});

const ACCIDENT = 'Accident / near miss';
async function addNote(person: Person, more: object = {}): Promise<string> {
  const row = {
    id: crypto.randomUUID(),
    user_id: owner.id,
    title: 'Repair needed',
    body: 'Trough leaks',
    note_date: '2026-11-02',
    ...more,
  };
  const { error } = await person.from('notes').insert(row);
  if (error) throw error;
  return row.id;
}
const readNote = async (id: string) => (await owner.from('notes').select('*').eq('id', id).single()).data;
const titles = async (person: Person) =>
  ((await person.from('note_titles').select('title').eq('active', true).order('sort').order('title')).data ?? []).map(
    ({ title }) => title,
  );

describe('the titles', () => {
  test('exist from the start; employees read them, the account holder changes them', async () => {
    const start = [
      'General',
      'Livestock',
      'Crop observation',
      'Repair needed',
      'Delivery',
      'Rainfall',
      ACCIDENT,
      'Fuel',
    ];
    expect(await titles(owner)).toEqual(start);
    expect(await titles(driver)).toEqual(start);
    expect((await owner.from('note_titles').insert({ user_id: owner.id, title: ' Fencing ' })).error).toBeNull();
    await owner.from('note_titles').update({ active: false }).eq('title', 'Fuel');
    expect(await titles(driver)).toEqual([...start.slice(0, 7), 'Fencing']);
    expect((await driver.from('note_titles').insert({ user_id: owner.id, title: 'Mine' })).error?.code).toBe('42501');
    expect((await driver.from('note_titles').update({ title: 'X' }).eq('title', 'General').select('id')).data).toEqual(
      [],
    );
    expect((await owner.from('note_titles').delete().eq('title', 'Fuel')).error?.code).toBe('42501');
  });

  test('are unique, ignoring case, and not empty', async () => {
    const insert = (title: string) => owner.from('note_titles').insert({ user_id: owner.id, title });
    expect((await insert('GENERAL')).error).toMatchObject({
      code: '23514',
      message: 'This title is in the list already.',
    });
    expect((await insert('  ')).error?.message).toBe('Type a title.');
    expect((await insert('x'.repeat(61))).error?.message).toBe('The title is too long (60 characters at most).');
  });

  test('can be renamed without changing existing notes', async () => {
    const id = await addNote(driver);
    await owner.from('note_titles').update({ title: 'To mend' }).eq('title', 'Repair needed');
    expect((await readNote(id))?.title).toBe('Repair needed');
  });
});

describe('an accident note', () => {
  const unchangeable = {
    code: '23514',
    message: 'A note of an accident stays as it was written. Add a follow-up instead.',
  };

  test('can’t be edited, not even right after it was written or by the account holder, nor deleted', async () => {
    const id = await addNote(driver, { title: ACCIDENT, body: 'Fell from the ladder' });
    expect(await readNote(id)).toMatchObject({ accident: true, needs_action: true });
    for (const person of [driver, owner])
      for (const change of [{ body: 'Nothing' }, { title: 'General' }, { note_date: '2026-11-01' }, { customer: 'X' }])
        expect((await person.from('notes').update(change).eq('id', id)).error).toMatchObject(unchangeable);
    expect((await owner.from('notes').delete().eq('id', id)).error?.message).toBe(
      'A note of an accident stays. Add a follow-up instead.',
    );
    expect((await driver.from('notes').update({ shared: true }).eq('id', id)).error).toBeNull();
    expect((await driver.from('notes').update({ action_done: true }).eq('id', id)).error?.message).toBe(
      'The account holder closes a note of an accident.',
    );
    expect(
      (await owner.from('notes').update({ action_done: true, needs_action: false }).eq('id', id)).error,
    ).toBeNull();
    expect(await readNote(id)).toMatchObject({
      body: 'Fell from the ladder',
      needs_action: true,
      action_done: true,
      action_done_by_name: 'Ann Holder',
    });
  });

  test('is recognised under a renamed title, and stays an accident note', async () => {
    await owner.from('note_titles').update({ title: 'Injury' }).eq('title', ACCIDENT);
    expect(await readNote(await addNote(driver, { title: 'INJURY' }))).toMatchObject({ accident: true });
    const plain = await addNote(driver);
    expect((await driver.from('notes').update({ title: 'injury' }).eq('id', plain)).error).toBeNull();
    expect((await driver.from('notes').update({ title: 'General' }).eq('id', plain)).error).toMatchObject(unchangeable);
    expect((await owner.from('note_titles').update({ accident: true }).eq('title', 'Fuel')).error?.code).toBe('42501');
  });

  test('keeps its photos: neither row nor file can be removed or overwritten', async () => {
    const note = await addNote(driver, { title: ACCIDENT });
    const id = crypto.randomUUID();
    const storage_path = `${owner.id}/notes/${note}/${id}.jpg`;
    const bytes = () => new Blob(['photo'], { type: 'image/jpeg' });
    const photos = driver.storage.from('photos');
    expect((await photos.upload(storage_path, bytes())).error).toBeNull();
    // A lost response: the file is uploaded again before its row.
    expect((await photos.upload(storage_path, bytes(), { upsert: true })).error).toBeNull();
    const row = {
      id,
      user_id: owner.id,
      parent_table: 'notes',
      parent_id: note,
      storage_path,
      mime: 'image/jpeg',
      bytes: 5,
    };
    expect((await driver.from('attachments').insert(row)).error).toBeNull();
    expect((await photos.upload(storage_path, bytes(), { upsert: true })).error).not.toBeNull();
    for (const person of [driver, owner]) {
      expect((await person.from('attachments').delete().eq('id', id)).error?.message).toBe(
        'A photo of an accident stays with its note.',
      );
      expect((await person.storage.from('photos').remove([storage_path])).data).toEqual([]);
    }
    expect((await owner.storage.from('photos').download(storage_path)).error).toBeNull();
  });

  test('is deleted with its account', async () => {
    await addNote(driver, { title: ACCIDENT });
    await backend.sql('delete from auth.users where id = $1', [owner.id]);
    expect(await backend.sql('select id from public.notes where user_id = $1', [owner.id])).toEqual([]);
  });
});

test('a note stores six photos, and a retry of one does not count as a seventh', async () => {
  const note = await addNote(driver);
  const photo = (id: string, parent_id: string) => ({
    id,
    user_id: owner.id,
    parent_table: 'notes',
    parent_id,
    storage_path: `${owner.id}/notes/${parent_id}/${id}.jpg`,
    mime: 'image/jpeg',
    bytes: 5,
  });
  const ids = Array.from({ length: 7 }, () => crypto.randomUUID());
  const added = [];
  for (const id of ids) added.push((await driver.from('attachments').insert(photo(id, note))).error?.message);
  expect(added).toEqual([...Array.from({ length: 6 }, () => undefined), 'A note has six photos at most.']);
  const [first = ''] = ids;
  // A lost response: the row exists, and the phone is told so.
  expect((await driver.from('attachments').insert(photo(first, note))).error?.code).toBe('23505');
  const second = await addNote(driver);
  expect((await driver.from('attachments').insert(photo(crypto.randomUUID(), second))).error).toBeNull();
});

describe('a note with an assignee', () => {
  test('can be read by that person, who marks it done and changes nothing else', async () => {
    const id = await addNote(owner, { assigned_to: driver.id });
    expect(await readNote(id)).toMatchObject({
      needs_action: true,
      assigned_to_name: 'Dan Driver',
      action_done: false,
    });
    expect((await driver.from('notes').select('id')).data).toEqual([{ id }]);
    expect((await other.from('notes').select('id')).data).toEqual([]);
    for (const change of [{ body: 'Mine' }, { shared: true }, { assigned_to: null }])
      expect((await driver.from('notes').update(change).eq('id', id)).error).toMatchObject({
        code: '42501',
        message: 'Only its author or the account holder can change this note.',
      });
    expect((await driver.from('notes').update({ action_done: true }).eq('id', id)).error).toBeNull();
    const done = await readNote(id);
    expect(done).toMatchObject({ action_done_by_name: 'Dan Driver' });
    expect(Math.abs(Date.now() - Date.parse(done?.action_done_at ?? ''))).toBeLessThan(60_000);
    await driver.from('notes').update({ action_done: false }).eq('id', id);
    expect(await readNote(id)).toMatchObject({ action_done_at: null, action_done_by_name: null });
    // The database sets time and person.
    const { error } = await owner.from('notes').update({ action_done_at: '2020-01-01' }).eq('id', id);
    expect(error?.code).toBe('42501');
  });

  test('is assigned by the account holder; employees assign it to the holder or to themselves', async () => {
    const id = await addNote(driver, { assigned_to: owner.id });
    expect((await driver.from('notes').update({ assigned_to: driver.id }).eq('id', id)).error).toBeNull();
    expect((await driver.from('notes').update({ assigned_to: other.id }).eq('id', id)).error?.message).toBe(
      'Only the account holder gives a note to somebody else.',
    );
    const stranger = await backend.user();
    expect((await owner.from('notes').update({ assigned_to: stranger.id }).eq('id', id)).error?.message).toBe(
      'This person is not on the farm any more.',
    );
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    expect(await readNote(id)).toMatchObject({ assigned_to: null, assigned_to_name: 'Dan Driver' });
  });

  test('may be assigned after 24 hours, because that does not change its text', async () => {
    const id = await addNote(driver);
    await backend.sql(`update public.notes set created_at = now() - interval '3 days' where id = $1`, [id]);
    expect((await owner.from('notes').update({ assigned_to: other.id }).eq('id', id)).error).toBeNull();
  });
});

describe('a follow-up', () => {
  test('is a separate note that refers to an earlier one which its author can read', async () => {
    const first = await addNote(driver, { title: ACCIDENT });
    const second = await addNote(owner, { body: 'Ladder thrown away', follows: first });
    expect((await readNote(second))?.follows).toBe(first);
    const notFound = { code: '23514', message: 'The note that this one follows is not there any more.' };
    await expect(addNote(other, { follows: first })).rejects.toMatchObject(notFound);
    await expect(addNote(owner, { follows: crypto.randomUUID() })).rejects.toMatchObject(notFound);
    expect((await owner.from('notes').update({ follows: null }).eq('id', second)).error?.code).toBe('42501');
  });

  test('stays when the earlier one is deleted', async () => {
    const first = await addNote(driver);
    const second = await addNote(driver, { follows: first });
    expect((await owner.from('notes').delete().eq('id', first)).error).toBeNull();
    expect((await readNote(second))?.follows).toBeNull();
  });
});

test('a measure, a place and a customer are stored, and an incomplete one is refused', async () => {
  const id = await addNote(driver, {
    title: 'Rainfall',
    body: '',
    note_time: '06:30',
    customer: ' Hill Farm ',
    value_num: 12.5,
    value_unit: 'mm',
    lat: 51.123456,
    lng: -3.654321,
  });
  expect(await readNote(id)).toMatchObject({
    body: '',
    note_time: '06:30:00',
    customer: 'Hill Farm',
    value_num: 12.5,
    value_unit: 'mm',
    lat: 51.123456,
    lng: -3.654321,
  });
  await expect(addNote(driver, { value_unit: 'mm' })).rejects.toMatchObject({ message: 'Enter a number like 12.5.' });
  await expect(addNote(driver, { lat: 51 })).rejects.toMatchObject({ code: '23514' });
});
