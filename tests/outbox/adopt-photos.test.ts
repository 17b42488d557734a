// Photos that were stored but not queued with their entry: found at the next start and sent.
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadByFetch } from '@tests/support/uploads';
import { ACCOUNT, ANN, phone, server } from './phone';

const DAY = 86_400_000;
const NOBODY = () => Promise.resolve({ status: 0, body: undefined, retryAfterMs: null });
uploadByFetch();
afterEach(() => vi.unstubAllGlobals());

async function start() {
  const p = await phone();
  const [files, { PHOTO }, { NOTE }, { adoptPhotos }] = await Promise.all([
    import('@/offline/outbox/store/files'),
    import('@/records/photos'),
    import('@/records/notes'),
    import('@/offline/outbox/restore/adopt-photos'),
  ]);
  const choose = async (parent: string, more: { forChange?: true; at?: number } = {}) => {
    const id = randomUUID();
    await files.keepFile({
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
  const db = server();
  return {
    ...p,
    db,
    choose,
    note: (id: string) => p.save(id, { title: 'General', body: 'Gate' }, { kind: NOTE.kind }),
    adopt: (request = db.request, now = Date.now()) =>
      adoptPhotos(ANN, { request, now: () => now, token: () => Promise.resolve({ kind: 'token', token: 'token' }) }),
    photos: async () => (await p.waiting()).filter(({ kind }) => kind === 'photo').map(({ id }) => id),
    kept: async (parent: string) => (await files.filesOf(ANN, parent)).map(({ id }) => id),
  };
}

describe('a photo without an entry of its own', () => {
  it('is queued if the note it belongs to is still waiting, and is sent after it', async () => {
    const p = await start();
    const id = randomUUID();
    await p.note(id);
    const photo = await p.choose(id);
    expect(await p.adopt()).toBe(true);
    expect(await p.photos()).toEqual([photo]);
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ Id: 'x', Key: `photos/x/${photo}.jpg` })));
    await p.send(p.db.request);
    expect(p.db.commits).toEqual([id, photo]);
  });

  it('is queued if the note was sent recently', async () => {
    const p = await start();
    const id = randomUUID();
    await p.note(id);
    await p.send(p.db.request);
    const photo = await p.choose(id);
    await p.adopt(NOBODY);
    expect(await p.photos()).toEqual([photo]);
  });

  it('is queued if this phone has forgotten the note but the database has it', async () => {
    const p = await start();
    const id = randomUUID();
    await p.note(id);
    await p.send(p.db.request);
    const photo = await p.choose(id, { at: Date.now() - 40 * DAY });
    await p.store.deleteOldAcknowledged(ANN, Date.now() + 4 * DAY);
    expect(await p.store.entriesOf(ANN)).toEqual([]);
    await p.adopt();
    expect(await p.photos()).toEqual([photo]);
  });

  it('of a form that is still open or kept as a draft is left alone, however old', async () => {
    const p = await start();
    const id = randomUUID();
    const photo = await p.choose(id, { at: Date.now() - 40 * DAY });
    await p.store.putDraft({ userId: ANN, form: 'add-note/1', id, values: {}, at: 1 });
    expect(await p.adopt()).toBe(false);
    expect(await p.photos()).toEqual([]);
    expect(await p.kept(id)).toEqual([photo]);
  });

  it('that was chosen for a change that was never saved is not sent', async () => {
    const p = await start();
    const id = randomUUID();
    await p.note(id);
    await p.choose(id, { forChange: true });
    await p.adopt();
    expect(await p.photos()).toEqual([]);
  });

  it('of a note that was cancelled is not sent', async () => {
    const p = await start();
    const id = randomUUID();
    await p.note(id);
    await p.send(p.db.request);
    await p.save(id, {}, { kind: 'note', action: 'delete' });
    await p.choose(id);
    await p.adopt();
    expect(await p.photos()).toEqual([]);
  });

  it('that was never saved is deleted after a month, once the database confirms there is no such note', async () => {
    const p = await start();
    const id = randomUUID();
    const photo = await p.choose(id);
    await p.adopt(p.db.request, Date.now() + 29 * DAY);
    expect(await p.kept(id)).toEqual([photo]);
    await p.adopt(NOBODY, Date.now() + 31 * DAY);
    expect(await p.kept(id)).toEqual([photo]);
    await p.adopt(p.db.request, Date.now() + 31 * DAY);
    expect(await p.kept(id)).toEqual([]);
  });

  it('that is waiting with its note is never deleted', async () => {
    const p = await start();
    const id = randomUUID();
    const photo = await p.choose(id);
    await p.note(id);
    await p.adopt(p.db.request, Date.now() + 400 * DAY);
    expect(await p.kept(id)).toEqual([photo]);
  });
});
