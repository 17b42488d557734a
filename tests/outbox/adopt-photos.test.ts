// Photos that were stored but not queued with their entry: found at the next start and sent.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { installUploadRequest } from '@tests/support/uploads';
import { ACCOUNT, ANN, fakeDatabase, startPhone } from './phone';

const DAY = 86_400_000;
const noResponse = () => Promise.resolve({ status: 0, body: undefined, retryAfterMs: null });
installUploadRequest();
afterEach(() => vi.unstubAllGlobals());

async function start() {
  const phone = await startPhone();
  const [files, { PHOTO }, { NOTE }, { adoptPhotos }] = await Promise.all([
    import('@/offline/outbox/store/files'),
    import('@/records/photos'),
    import('@/records/notes'),
    import('@/offline/outbox/restore/adopt-photos'),
  ]);
  const choosePhoto = async (parent: string, more: { forChange?: true; at?: number } = {}) => {
    const id = randomUUID();
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
        fields: { parent_table: 'notes', parent_id: parent, storage_path: `x/${id}.jpg`, mime: 'image/jpeg', bytes: 3 },
        seen: null,
        parents: [parent],
        title: 'Photo',
        file: true,
      },
      at: Date.now(),
      ...more,
    });
    return id;
  };
  const db = fakeDatabase();
  return {
    ...phone,
    db,
    choosePhoto,
    note: (id: string) => phone.save(id, { title: 'General', body: 'Gate' }, { kind: NOTE.kind }),
    adopt: (request = db.request, now = Date.now()) =>
      adoptPhotos(ANN, { request, now: () => now, token: () => Promise.resolve({ kind: 'token', token: 'token' }) }),
    photos: async () => (await phone.waiting()).filter(({ kind }) => kind === 'photo').map(({ id }) => id),
    storedPhotos: async (parent: string) => (await files.filesOf(ANN, parent)).map(({ id }) => id),
  };
}

describe('a photo without an entry of its own', () => {
  it('is queued if the note it belongs to is still waiting, and is sent after it', async () => {
    const phone = await start();
    const id = randomUUID();
    await phone.note(id);
    const photo = await phone.choosePhoto(id);
    expect(await phone.adopt()).toBe(true);
    expect(await phone.photos()).toEqual([photo]);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ Id: 'x', Key: `photos/x/${photo}.jpg` })));
    await phone.send(phone.db.request);
    expect(phone.db.commits).toEqual([id, photo]);
  });

  it('is queued if the note was sent recently', async () => {
    const phone = await start();
    const id = randomUUID();
    await phone.note(id);
    await phone.send(phone.db.request);
    const photo = await phone.choosePhoto(id);
    await phone.adopt(noResponse);
    expect(await phone.photos()).toEqual([photo]);
  });

  it('is queued if this phone no longer stores the note but the database has it', async () => {
    const phone = await start();
    const id = randomUUID();
    await phone.note(id);
    await phone.send(phone.db.request);
    const photo = await phone.choosePhoto(id, { at: Date.now() - 40 * DAY });
    await phone.store.deleteOldAcknowledged(ANN, Date.now() + 4 * DAY);
    expect(await phone.store.entriesOf(ANN)).toEqual([]);
    await phone.adopt();
    expect(await phone.photos()).toEqual([photo]);
  });

  it('a photo of a form that is still open or kept as a draft is left alone, however old', async () => {
    const phone = await start();
    const id = randomUUID();
    const photo = await phone.choosePhoto(id, { at: Date.now() - 40 * DAY });
    await phone.store.putDraft({ userId: ANN, form: 'add-note/1', id, values: {}, at: 1 });
    expect(await phone.adopt()).toBe(false);
    expect(await phone.photos()).toEqual([]);
    expect(await phone.storedPhotos(id)).toEqual([photo]);
  });

  it('a photo that was chosen for a change that was never saved is not sent', async () => {
    const phone = await start();
    const id = randomUUID();
    await phone.note(id);
    await phone.choosePhoto(id, { forChange: true });
    await phone.adopt();
    expect(await phone.photos()).toEqual([]);
  });

  it('a photo of a note that was deleted is not sent', async () => {
    const phone = await start();
    const id = randomUUID();
    await phone.note(id);
    await phone.send(phone.db.request);
    await phone.save(id, {}, { kind: 'note', action: 'delete' });
    await phone.choosePhoto(id);
    await phone.adopt();
    expect(await phone.photos()).toEqual([]);
  });

  it('a photo that was never saved is deleted after a month, once the database confirms there is no such note', async () => {
    const phone = await start();
    const id = randomUUID();
    const photo = await phone.choosePhoto(id);
    await phone.adopt(phone.db.request, Date.now() + 29 * DAY);
    expect(await phone.storedPhotos(id)).toEqual([photo]);
    await phone.adopt(noResponse, Date.now() + 31 * DAY);
    expect(await phone.storedPhotos(id)).toEqual([photo]);
    await phone.adopt(phone.db.request, Date.now() + 31 * DAY);
    expect(await phone.storedPhotos(id)).toEqual([]);
  });

  it('a photo that is waiting with its note is never deleted', async () => {
    const phone = await start();
    const id = randomUUID();
    const photo = await phone.choosePhoto(id);
    await phone.note(id);
    await phone.adopt(phone.db.request, Date.now() + 400 * DAY);
    expect(await phone.storedPhotos(id)).toEqual([photo]);
  });
});
