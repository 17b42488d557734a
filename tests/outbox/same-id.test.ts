// Two saves under one id, which happens when two tabs have the same draft: neither is dropped.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ACCOUNT, ANN, fakeDatabase, startPhone } from './phone';

const note = (body: string) => ({ title: 'General', body });
const body = (one: { fields: Record<string, unknown> }) => one.fields['body'];

async function withPhoto(parent: string) {
  const [files, { PHOTO }] = await Promise.all([import('@/offline/outbox/store/files'), import('@/records/photos')]);
  const id = randomUUID();
  const path = `${ACCOUNT}/notes/${parent}/${id}.jpg`;
  await files.storeFile({
    userId: ANN,
    id,
    parent,
    bytes: new ArrayBuffer(3),
    mime: 'image/jpeg',
    entry: {
      userId: ANN,
      accountId: ACCOUNT,
      kind: PHOTO.kind,
      version: PHOTO.version,
      id,
      action: 'insert',
      fields: { parent_table: 'notes', parent_id: parent, storage_path: path, mime: 'image/jpeg', bytes: 3 },
      seen: null,
      parents: [parent],
      title: 'Photo',
      file: true,
    },
    at: 1,
  });
  return { id, files };
}

describe('a second save under an id that this device has saved before', () => {
  it('becomes a separate entry while the first is still waiting', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, note('Gate'), { kind: 'note' });
    const second = await phone.save(id, note('Fence'), { kind: 'note' });
    expect((await phone.waiting()).map(body)).toEqual(['Gate', 'Fence']);
    expect(second.id).not.toBe(id);
    const db = fakeDatabase();
    await phone.send(db.request);
    expect([...db.rows.values()].map((row) => row['body'])).toEqual(['Gate', 'Fence']);
  });

  it('becomes a separate entry after the first was sent', async () => {
    const phone = await startPhone();
    const db = fakeDatabase();
    const id = randomUUID();
    await phone.save(id, note('Gate'), { kind: 'note' });
    await phone.send(db.request);
    await phone.save(id, note('Fence'), { kind: 'note' });
    await phone.send(db.request);
    expect([...db.rows.values()].map((row) => row['body'])).toEqual(['Gate', 'Fence']);
    expect(await phone.waiting()).toEqual([]);
  });

  it('becomes a separate entry when the first is about to be deleted', async () => {
    const phone = await startPhone();
    const db = fakeDatabase();
    const id = randomUUID();
    await phone.save(id, note('Gate'), { kind: 'note' });
    await phone.send(db.request);
    await phone.save(id, {}, { kind: 'note', action: 'delete' });
    await phone.save(id, note('Fence'), { kind: 'note' });
    await phone.send(db.request);
    expect([...db.rows.values()].map((row) => row['body'])).toEqual(['Fence']);
  });

  it('adds nothing when its content is the same and the first was sent: a deletion then deletes it', async () => {
    const phone = await startPhone();
    const db = fakeDatabase();
    const id = randomUUID();
    await phone.save(id, note('Gate'), { kind: 'note' });
    await phone.send(db.request);
    const later = await withPhoto(id);
    await phone.save(id, note('Gate'), { kind: 'note' });
    // A photo that was chosen in between belongs to the record.
    expect((await phone.waiting()).map((entry) => entry.id)).toEqual([later.id]);
    await phone.save(id, {}, { kind: 'note', action: 'delete' });
    await phone.send(db.request);
    expect([...db.rows.keys()]).toEqual([]);
    expect(await phone.waiting()).toEqual([]);
  });

  it('gets the photos chosen since the first save; the first entry keeps its own', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    const first = await withPhoto(id);
    await phone.save(id, note('Gate'), { kind: 'note' });
    const later = await withPhoto(id);
    const second = await phone.save(id, note('Fence'), { kind: 'note' });
    const photos = (await phone.waiting()).filter(({ kind }) => kind === 'photo');
    expect(photos.map((photo) => [photo.id, photo.parents, photo.fields['storage_path']])).toEqual([
      [first.id, [id], `${ACCOUNT}/notes/${id}/${first.id}.jpg`],
      [later.id, [second.id], `${ACCOUNT}/notes/${second.id}/${later.id}.jpg`],
    ]);
    expect((await later.files.filesOf(ANN, second.id)).map((file) => file.id)).toEqual([later.id]);
  });

  it('a second save with the same content is the same entry', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    await phone.save(id, note('Gate'), { kind: 'note' });
    const again = await phone.save(id, note('Gate'), { kind: 'note' });
    expect(again.id).toBe(id);
    expect((await phone.waiting()).map(body)).toEqual(['Gate']);
  });

  it('a second save with the same answers and another time of completion adds no second checklist', async () => {
    const phone = await startPhone();
    const id = randomUUID();
    const done = (at: string) => ({ answers: [{ value: 'ok' }], completed_at: at });
    await phone.save(id, done('2026-11-20T10:00:00Z'), { kind: 'completion' });
    await phone.save(id, done('2026-11-20T10:00:07Z'), { kind: 'completion' });
    expect(await phone.waiting()).toHaveLength(1);
  });

  it('a second save of a job saves nothing and returns the existing entry', async () => {
    const phone = await startPhone();
    const { WORK } = await import('@/records/works');
    const { replaceRecordType } = await import('@/offline/outbox/record-type');
    replaceRecordType(WORK);
    const id = randomUUID();
    await phone.save(id, { task_name: 'Baling', quantity: 80 });
    const second = await phone.save(id, { task_name: 'Baling', quantity: 86 });
    expect(second.existingEntry).toMatchObject({ id, fields: { quantity: 80 } });
    expect(await phone.waiting()).toHaveLength(1);
    const separate = await phone.save(id, { task_name: 'Baling', quantity: 86 }, { asSeparateRecord: true });
    expect(separate.existingEntry).toBeNull();
    expect((await phone.waiting()).map(({ fields }) => fields['quantity'])).toEqual([80, 86]);
  });
});
