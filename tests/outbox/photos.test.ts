// Photos in the outbox: stored with their entry; the file is sent first, then the row; safe to retry at any point.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installUploadRequest } from '@tests/support/uploads';
import { ACCOUNT, ANN, fakeDatabase, startPhone } from './phone';

const WORK = '00000000-0000-4000-8000-000000000001';
const PHOTO = '00000000-0000-4000-8000-000000000002';
const OTHER_PHOTO = '00000000-0000-4000-8000-000000000003';
const pathOf = (id: string) => `${ACCOUNT}/works/${WORK}/${id}.jpg`;
const path = pathOf(PHOTO);
const reply = (status: number, body: unknown) => Promise.resolve(new Response(JSON.stringify(body), { status }));
const uploadStored = () => reply(200, { Id: 'x', Key: `photos/${path}` });

async function phoneWithPhotos(disk?: IDBFactory) {
  const one = await startPhone(disk);
  const [files, records] = await Promise.all([import('@/offline/outbox/store/files'), import('@/records/photos')]);
  const entry = {
    userId: ANN,
    accountId: ACCOUNT,
    kind: records.PHOTO.kind,
    action: 'insert' as const,
    version: 1,
    seen: null,
    parents: [WORK],
    title: 'Photo',
    file: true as const,
  };
  const choose = (id = PHOTO) =>
    files.storeFile({
      userId: ANN,
      id,
      parent: WORK,
      bytes: new Uint8Array([1, 2, 3]).buffer,
      mime: 'image/jpeg',
      entry: {
        ...entry,
        id,
        fields: { parent_table: 'works', parent_id: WORK, storage_path: pathOf(id), mime: 'image/jpeg', bytes: 3 },
      },
      at: Date.now(),
    });
  return { ...one, files, choose, kinds: async () => (await one.waiting()).map(({ kind }) => kind) };
}

/** Stubs `fetch` with these answers; returns the uploads in order. */
function network(answer: (n: number) => Promise<Response> = uploadStored) {
  const uploads: { url: string; headers: Record<string, string>; bytes: number[] }[] = [];
  vi.stubGlobal('fetch', (url: string, init: { headers: Record<string, string>; body: ArrayBuffer }) => {
    uploads.push({ url, headers: init.headers, bytes: [...new Uint8Array(init.body)] });
    return answer(uploads.length);
  });
  return uploads;
}
beforeEach(installUploadRequest);
afterEach(() => vi.unstubAllGlobals());

describe('a photo', () => {
  test('is queued in the same transaction as the entry it belongs to, and is sent after it', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    expect(await a.kinds()).toEqual([]);
    await a.save(WORK, { notes: 'x' });
    expect(await a.kinds()).toEqual(['work', 'photo']);
    const uploads = network();
    const db = fakeDatabase();
    await a.send(db.request);
    expect(db.commits).toEqual([WORK, PHOTO]);
    expect(uploads).toMatchObject([
      {
        url: `http://localhost:3000/storage/v1/object/photos/${path}`,
        headers: { 'x-upsert': 'true', 'content-type': 'image/jpeg', authorization: 'Bearer token' },
        bytes: [1, 2, 3],
      },
    ]);
    expect(await a.kinds()).toEqual([]);
  });

  test('is still there, with its entry, after the app was killed', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    const b = await phoneWithPhotos(a.disk);
    expect((await b.files.filesOf(ANN, WORK)).map(({ id }) => id)).toEqual([PHOTO]);
    await b.save(WORK, {});
    const c = await phoneWithPhotos(a.disk);
    network();
    const db = fakeDatabase();
    await c.send(db.request);
    expect(db.commits).toEqual([WORK, PHOTO]);
  });

  test('a photo whose upload response was lost is sent again, and is stored once', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    const uploads = network((n) => (n === 1 ? Promise.reject(new TypeError('cut')) : uploadStored()));
    const db = fakeDatabase();
    await a.send(db.request);
    expect(db.commits).toEqual([WORK]);
    await a.store.endBackOff(ANN);
    await a.send(db.request);
    expect(uploads.length).toBe(2);
    expect(db.commits).toEqual([WORK, PHOTO]);
  });

  test('a photo whose file was stored, but whose row’s response was lost, is stored once', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    network();
    const db = fakeDatabase();
    let cutNext = true;
    await a.send(async (call) => {
      const answer = await db.request(call);
      if (call.path.startsWith('attachments') && cutNext) {
        cutNext = false;
        return { status: 0, body: undefined, retryAfterMs: null };
      }
      return answer;
    });
    expect(await a.kinds()).toEqual(['photo']);
    await a.store.endBackOff(ANN);
    await a.send(db.request);
    expect(db.commits).toEqual([WORK, PHOTO]);
    expect(await a.kinds()).toEqual([]);
  });

  test('a photo that is evidence is not overwritten: a retry after a lost response finds it stored', async () => {
    const denied = () =>
      reply(400, { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' });
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    network((n) => (n === 1 ? uploadStored() : denied()));
    const db = fakeDatabase();
    let cutNext = true;
    await a.send(async (call) => {
      const answer = await db.request(call);
      if (call.path.startsWith('attachments') && cutNext) {
        cutNext = false;
        return { status: 0, body: undefined, retryAfterMs: null };
      }
      return answer;
    });
    await a.store.endBackOff(ANN);
    await a.send(db.request);
    expect(await a.kinds()).toEqual([]);
    // If the file is missing on the server, the photo needs the user's attention.
    const b = await phoneWithPhotos();
    await b.choose();
    await b.save(WORK, {});
    network(denied);
    await b.send(fakeDatabase().request);
    expect((await b.waiting()).map(({ kind, state }) => [kind, state])).toEqual([['photo', 'attention']]);
  });

  test('a photo that exceeds the storage limit is tried once, needs attention with the reason, and stays on the device', async () => {
    const sentence = 'This farm has stored 1,024 MB of photos, and that is all there is room for.';
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    const uploads = network(() =>
      reply(400, { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' }),
    );
    const db = fakeDatabase();
    const reasonRequests: string[] = [];
    const send = () =>
      a.send((call) => {
        if (!call.path.startsWith('rpc/')) return db.request(call);
        reasonRequests.push(call.path);
        return Promise.resolve({ status: 200, body: [{ sentence }], retryAfterMs: null });
      });
    await send();
    await a.store.endBackOff(ANN);
    await send();
    expect(db.commits).toEqual([WORK]);
    expect(uploads).toHaveLength(1);
    expect(reasonRequests).toEqual([`rpc/photo_refusal?p_path=${encodeURIComponent(path)}`]);
    expect(await a.waiting()).toMatchObject([
      { kind: 'photo', state: 'attention', problem: { kind: 'refused', sentence } },
    ]);
    expect(await a.files.fileOf(ANN, PHOTO)).toMatchObject({ mime: 'image/jpeg' });
    // Retried once there is room.
    network();
    const [photo] = await a.waiting();
    if (photo) await a.store.resolveAttention(ANN, photo, 'retry');
    await send();
    expect(db.commits).toEqual([WORK, PHOTO]);
  });

  test('a photo that the server refuses needs attention, and blocks no others', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    const other = '00000000-0000-4000-8000-000000000009';
    await a.save(other, {});
    network(() => reply(400, { statusCode: '413', error: 'Payload too large', message: 'too large' }));
    const db = fakeDatabase();
    await a.send(db.request);
    expect(db.commits.toSorted()).toEqual([WORK, other]);
    const [photo] = await a.waiting();
    expect(photo).toMatchObject({
      state: 'attention',
      problem: { sentence: 'This photo is too large for the server.' },
    });
    if (photo) await a.store.resolveAttention(ANN, photo, 'drop');
    await a.store.syncBackup(ANN);
    expect(await a.files.fileOf(ANN, PHOTO)).toBeUndefined();
  });

  test.each([
    [403, /^Something on the way to the server refuses this photo \(answer 403\)\./],
    [413, /^This photo is too large for something on the way to the server\.$/],
    [500, /^The server failed on this photo \(error 500\) and takes others\./],
  ])(
    'a photo that only gets a page with status %i blocks no other photo, and gets the reason',
    async (status, reason) => {
      const a = await phoneWithPhotos();
      await a.choose();
      await a.choose(OTHER_PHOTO);
      await a.save(WORK, {});
      vi.stubGlobal('fetch', (url: string) =>
        url.includes(PHOTO)
          ? Promise.resolve(new Response('<!doctype html>Blocked', { status }))
          : reply(200, { Key: `photos/${pathOf(OTHER_PHOTO)}` }),
      );
      const db = fakeDatabase();
      for (let n = 0; n < 6; n += 1) await a.send(db.request, Date.UTC(2026, 10, 20) + n * 61_000);
      expect(db.commits).toEqual([WORK, OTHER_PHOTO]);
      const left = await a.waiting();
      expect(left).toMatchObject([{ id: PHOTO, state: 'attention', problem: { kind: 'failed' } }]);
      expect(left[0]?.problem?.sentence).toMatch(reason);
    },
  );

  test('is removed with an entry that is deleted before it was sent', async () => {
    const a = await phoneWithPhotos();
    await a.choose();
    await a.save(WORK, {});
    await a.save(WORK, {}, { action: 'delete' });
    expect(await a.kinds()).toEqual([]);
    expect(await a.files.filesOf(ANN, WORK)).toEqual([]);
  });
});

test('upgrading the store of a device from version 1 adds a place for photos and keeps the entries', async () => {
  const { IDBFactory } = await import('fake-indexeddb');
  const disk = new IDBFactory();
  await new Promise((done, fail) => {
    const opening = disk.open('farm-diary-outbox', 1);
    opening.onupgradeneeded = () => {
      const { result: db } = opening;
      const entries = db.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true });
      entries.createIndex('user', 'userId');
      entries.put({
        seq: 1,
        userId: ANN,
        accountId: ACCOUNT,
        kind: 'work',
        id: WORK,
        action: 'insert',
        state: 'queued',
      });
      db.createObjectStore('drafts', { keyPath: ['userId', 'form'] });
      db.createObjectStore('marks', { keyPath: 'userId' });
    };
    opening.onsuccess = () => {
      opening.result.close();
      done(null);
    };
    opening.onerror = fail;
  });
  const a = await phoneWithPhotos(disk);
  await a.choose();
  expect((await a.waiting()).map(({ id }) => id)).toEqual([WORK]);
  expect(await a.files.filesOf(ANN, WORK)).toHaveLength(1);
});

describe('responses of the storage service', () => {
  const classify = async (status: number, body: unknown) => {
    const { classifyUpload } = await import('@/offline/outbox/send/upload');
    return classifyUpload(status, body as never, 'photos/a.jpg')?.kind ?? 'there';
  };
  test.each([
    [200, { Key: 'photos/a.jpg' }, 'there'],
    [200, undefined, 'later'],
    [200, { hotel: 'welcome' }, 'later'],
    [200, { Key: 'photos/b.jpg' }, 'later'],
    [403, { blocked: 'by a filter' }, 'later'],
    [302, {}, 'later'],
    [502, undefined, 'later'],
    [429, { message: 'slow down' }, 'later'],
    [400, { statusCode: '503', message: 'Please try again later.' }, 'later'],
    [544, { statusCode: '544', message: 'The connection to the database timed out' }, 'later'],
    [400, { statusCode: '403', error: 'Unauthorized', message: '"exp" claim timestamp check failed' }, 'signIn'],
    [400, { statusCode: '400', error: 'InvalidJWT', message: 'jwt expired' }, 'signIn'],
    [401, { message: 'Unauthorized' }, 'signIn'],
    [
      400,
      { statusCode: '403', error: 'Unauthorized', message: 'new row violates row-level security policy' },
      'attention',
    ],
    [400, { statusCode: '415', message: 'mime type x is not supported' }, 'attention'],
    [400, { statusCode: '404', message: 'Bucket not found' }, 'attention'],
  ])('%i %j is %s', async (status, body, kind) => expect(await classify(status, body)).toBe(kind));
});
