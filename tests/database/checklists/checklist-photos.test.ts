// Photos of completed checklists and of notes: who can add, read and delete them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { CHECKLIST, CHECKLIST_ITEMS } from '@tests/support/database/persona-ids';

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
  await owner
    .from('checklist_templates')
    .insert({ id: CHECKLIST, user_id: owner.id, name: 'Tractor', items: CHECKLIST_ITEMS });
});

/** A checklist completed by the driver with a photo in an answer; returns its id. */
async function completeWithPhoto(photo: string): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await driver.from('checklist_completions').insert({
    id,
    user_id: owner.id,
    template_id: CHECKLIST,
    version: 1,
    items: CHECKLIST_ITEMS,
    answers: [{ value: 'defect', comment: 'Does not hold', photos: [photo] }],
    started_at: new Date().toISOString(),
    completed_at: new Date().toISOString(),
  });
  if (error) throw error;
  return id;
}

describe('a photo', () => {
  const row = (parent: string, id: string) => ({
    ...{
      id,
      user_id: owner.id,
      parent_table: 'checklist_completions',
      parent_id: parent,
      mime: 'image/jpeg',
      bytes: 3,
    },
    storage_path: `${owner.id}/checklist_completions/${parent}/${id}.jpg`,
  });

  test('of an answer is added by the person who completed it, and can’t be deleted', async () => {
    const photo = crypto.randomUUID();
    const id = await completeWithPhoto(photo);
    // Other people can't add photos, and nobody can add a photo that the answers do not name.
    for (const [person, name] of [
      [owner, photo],
      [other, photo],
      [driver, crypto.randomUUID()],
    ] as const)
      expect((await person.from('attachments').insert(row(id, name))).error?.code).toBe('23514');
    expect((await driver.from('attachments').insert(row(id, photo))).error).toBeNull();
    for (const person of [driver, owner])
      expect((await person.from('attachments').delete().eq('id', photo).select('id')).data).toEqual([]);
    const visibleCount = async (person: Person) => (await person.from('attachments').select('id')).data?.length;
    // The driver sees all jobs, but not what another person completed.
    expect([await visibleCount(driver), await visibleCount(owner), await visibleCount(other)]).toEqual([1, 1, 0]);
  });

  test('of an answer can be uploaded again until its row is inserted, and not after that', async () => {
    const photo = crypto.randomUUID();
    const id = await completeWithPhoto(photo);
    const { storage_path } = row(id, photo);
    const jpeg = (text = 'one') => new Blob([text], { type: 'image/jpeg' });
    const photos = (person: Person) => person.storage.from('photos');
    const overwrite = (person: Person) => photos(person).upload(storage_path, jpeg('two'), { upsert: true });
    expect((await photos(driver).upload(storage_path, jpeg())).error).toBeNull();
    expect((await photos(driver).upload(storage_path, jpeg(), { upsert: true })).error).toBeNull();
    expect((await driver.from('attachments').insert(row(id, photo))).error).toBeNull();
    for (const person of [driver, owner, other]) {
      expect((await overwrite(person)).error).not.toBeNull();
      expect((await photos(person).remove([storage_path])).data).toEqual([]);
    }
    const read = async (person: Person) => (await photos(person).download(storage_path)).data?.text();
    expect([await read(driver), await read(owner), await read(other)]).toEqual(['one', 'one', undefined]);
  });

  test('of a note is visible to the note’s readers, and deleted with it', async () => {
    const note = crypto.randomUUID();
    const photo = crypto.randomUUID();
    const fields = { id: note, user_id: owner.id, title: 'General', body: 'Gate', note_date: '2026-11-02' };
    await driver.from('notes').insert(fields);
    const attachment = {
      ...row(note, photo),
      parent_table: 'notes',
      storage_path: `${owner.id}/notes/${note}/${photo}.jpg`,
    };
    expect((await other.from('attachments').insert(attachment)).error?.code).toBe('23514');
    expect((await driver.from('attachments').insert(attachment)).error).toBeNull();
    const visibleCount = async () => (await other.from('attachments').select('id')).data?.length;
    expect(await visibleCount()).toBe(0);
    await driver.from('notes').update({ shared: true }).eq('id', note);
    expect(await visibleCount()).toBe(1);
    await owner.from('notes').delete().eq('id', note);
    expect((await owner.from('attachments').select('id')).data).toEqual([]);
  });
});
