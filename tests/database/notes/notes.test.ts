// Notes: the database sets the author, the author decides who reads, and after a day the text can't be changed.
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

const note = (more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  title: 'Repair needed',
  body: 'Trough leaks',
  note_date: '2026-11-02',
  ...more,
});
async function addNote(person: Person, more: object = {}): Promise<string> {
  const row = note(more);
  const { error } = await person.from('notes').insert(row);
  if (error) throw error;
  return row.id;
}
const bodies = async (person: Person) =>
  ((await person.from('notes').select('body').order('body')).data ?? []).map(({ body }) => body);
const backdate = (id: string, interval: string) =>
  backend.sql(`update public.notes set created_at = now() - $2::interval where id = $1`, [id, interval]);

test('the database sets a note’s author and time', async () => {
  const id = await addNote(driver, { recorded_at: '1970-01-01T09:00:00Z' });
  const { data } = await owner.from('notes').select('*').eq('id', id).single();
  expect(data).toMatchObject({
    created_by: driver.id,
    created_by_name: 'Dan Driver',
    shared: false,
    recorded_at: '1970-01-01T09:00:00+00:00',
  });
  expect(Math.abs(Date.now() - Date.parse(data?.created_at ?? ''))).toBeLessThan(60_000);
  // The browser can neither set nor change these.
  for (const column of [{ created_by: owner.id }, { created_by_name: 'Ann' }, { created_at: '2020-01-01' }]) {
    expect((await driver.from('notes').insert(note(column))).error?.code).toBe('42501');
    expect((await driver.from('notes').update(column).eq('id', id)).error?.code).toBe('42501');
  }
});

test('a note can be read by its author and the account holder, and by other employees if shared', async () => {
  await addNote(driver, { body: 'mine' });
  const sharedId = await addNote(driver, { body: 'ours', shared: true });
  await addNote(owner, { body: 'holder’s' });
  expect(await bodies(owner)).toEqual(['holder’s', 'mine', 'ours']);
  expect(await bodies(driver)).toEqual(['mine', 'ours']);
  expect(await bodies(other)).toEqual(['ours']);
  expect(await bodies(await backend.user())).toEqual([]);
  // Read access does not give write access.
  expect((await other.from('notes').update({ body: 'theirs' }).eq('id', sharedId).select('id')).data).toEqual([]);
  await driver.from('notes').update({ shared: false }).eq('id', sharedId);
  expect(await bodies(other)).toEqual([]);
});

describe('the text of a note', () => {
  test('may be edited for a day, by the author and the account holder, and not after', async () => {
    const id = await addNote(driver);
    await backdate(id, '23 hours 59 minutes');
    expect((await driver.from('notes').update({ body: 'Trough leaks badly' }).eq('id', id)).error).toBeNull();
    expect((await owner.from('notes').update({ title: 'General' }).eq('id', id)).error).toBeNull();
    await backdate(id, '24 hours 1 minute');
    for (const person of [driver, owner]) {
      for (const change of [{ body: 'Nothing happened' }, { title: 'Fuel' }, { note_date: '2026-10-01' }]) {
        const { error } = await person.from('notes').update(change).eq('id', id);
        expect(error).toMatchObject({
          code: '23514',
          message: 'A note can be changed for 24 hours. Add a follow-up instead.',
        });
      }
    }
    // Sharing is not part of the text.
    expect((await driver.from('notes').update({ shared: true }).eq('id', id)).error).toBeNull();
    const log = await owner.from('audit_log').select('action, actor_name, changed').eq('row_id', id).order('id');
    expect(log.data?.map(({ actor_name, changed }) => [actor_name, Object.keys(changed as object)])).toEqual([
      [null, ['created_at']],
      ['Dan Driver', ['body']],
      ['Ann Holder', ['title']],
      [null, ['created_at']],
      ['Dan Driver', ['shared']],
    ]);
  });

  test.each([
    [{ title: ' ' }, 'Choose a title or type one.'],
    [{ title: 'x'.repeat(61) }, 'The title is too long (60 characters at most).'],
    [{ body: 'x'.repeat(1_000_000) }, 'The note is too long (4,000 characters at most).'],
    [{ note_date: '1999-12-31' }, 'Choose a date from the year 2000 on.'],
    [{ note_date: '2199-01-01' }, 'This date is in the future.'],
  ])('is refused with a message if invalid, on insert and on update: %#', async (wrong, message) => {
    expect((await driver.from('notes').insert(note(wrong))).error).toMatchObject({ code: '23514', message });
    const id = await addNote(driver);
    expect((await driver.from('notes').update(wrong).eq('id', id)).error).toMatchObject({ code: '23514', message });
  });

  test('is stored as written, without outer spaces', async () => {
    const id = await addNote(driver, { title: ' Rainfall ', body: '\n18 mm\n\nin one night \n' });
    const { data } = await driver.from('notes').select('title, body').eq('id', id).single();
    expect(data).toEqual({ title: 'Rainfall', body: '18 mm\n\nin one night' });
  });
});

describe('a note that is sent again (F33, F42)', () => {
  const upsertNote = (id: string, person: Person) =>
    person.from('notes').upsert(note({ id }), { onConflict: 'user_id,id', ignoreDuplicates: true }).select('id');

  test('is refused if it was deleted, and the error names who deleted it', async () => {
    const id = await addNote(driver);
    expect((await driver.from('notes').delete().eq('id', id).select('id')).data).toEqual([]);
    expect((await owner.from('notes').delete().eq('id', id).select('id')).data).toEqual([{ id }]);
    const { error } = await upsertNote(id, driver);
    expect(error).toMatchObject({ code: '23514', details: 'deleted' });
    expect(error?.message).toMatch(/^Deleted by Ann Holder on \d+ \w{3} \d{4} at \d\d:\d\d\.$/);
  });

  test('stays as it was first stored; another account can’t insert it into this one, but can use its id', async () => {
    const id = await addNote(driver, { body: 'first' });
    expect(await upsertNote(id, driver)).toMatchObject({ data: [], error: null });
    expect(await bodies(driver)).toEqual(['first']);
    const stranger = await backend.user();
    const { error } = await stranger.from('notes').insert(note({ id }));
    expect(error).toMatchObject({ code: '42501', message: 'This belongs to another account.' });
    expect((await stranger.from('notes').insert({ ...note({ id }), user_id: stranger.id })).error).toBeNull();
  });
});

test('a note stays with the account, under its author’s name, when the author is deleted', async () => {
  await addNote(driver);
  await backend.sql('delete from auth.users where id = $1', [driver.id]);
  const { data } = await owner.from('notes').select('created_by, created_by_name');
  expect(data).toEqual([{ created_by: null, created_by_name: 'Dan Driver' }]);
});

test('the notes of a lapsed account can be read but not written', async () => {
  await addNote(driver);
  await backend.lapse(owner);
  expect(await bodies(driver)).toHaveLength(1);
  expect((await driver.from('notes').insert(note())).error?.message).toBe(
    'Your account can read but not write at the moment.',
  );
});
