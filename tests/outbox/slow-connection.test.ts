// A slow connection that still works: requests under way get the time they need, and no entry waits for a photo.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { request } from '@/offline/outbox/send/request';
import { installUploadRequest, UploadRequest } from '@tests/support/uploads';
import { ACCOUNT, ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const real = globalThis.fetch;
beforeEach(installUploadRequest);
afterEach(() => {
  globalThis.fetch = real;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The database over a connection of this many bytes per second: requests that exceed their timeout are aborted. */
function limitBandwidth(db: ReturnType<typeof fakeDatabase>, bytesPerSecond: number) {
  const sizes: number[] = [];
  let limit = 0;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limit = ms;
    return new AbortController().signal;
  });
  globalThis.fetch = async (input, init) => {
    const text = typeof init?.body === 'string' ? init.body : '';
    const address = input instanceof Request ? input.url : input.toString();
    if (text !== '') sizes.push(text.length);
    if ((text.length / bytesPerSecond) * 1000 > limit) throw new DOMException('took too long', 'TimeoutError');
    const method = init?.method === 'POST' ? 'POST' : 'GET';
    const path = address.split('/rest/v1/')[1] ?? '';
    const { status, body } = await db.request({
      method,
      path,
      token: '',
      ...(text === '' ? {} : { body: JSON.parse(text) as [] }),
    });
    return Response.json(body, { status });
  };
  return sizes;
}

describe('jobs on a slow connection', () => {
  it.each([
    ['fifty jobs (113 kB) at 4 kB a second', 50, 2200, 4000],
    ['fifty jobs (113 kB) at half a kB a second', 50, 2200, 500],
    ['one job of 113 kB at 4 kB a second', 1, 113_000, 4000],
    ['one job of 113 kB at 1 kB a second', 1, 113_000, 1000],
  ])('%s: all are delivered', async (_, count, length, bytesPerSecond) => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 0; n < count; n += 1) await phone.save(randomUUID(), { notes: 'n'.repeat(length), quantity: n });
    limitBandwidth(db, bytesPerSecond);
    for (let n = 0; n < 10; n += 1) await phone.send(request, NOW + n * 37_000);
    expect(db.commits).toHaveLength(count);
    expect(await phone.waiting()).toEqual([]);
  });

  it('are sent in smaller batches after each timeout, and in larger ones on a good connection', async () => {
    const db = fakeDatabase();
    const phone = await startPhone();
    for (let n = 0; n < 40; n += 1) await phone.save(randomUUID(), { notes: 'n'.repeat(2200), quantity: n });
    const slow = limitBandwidth(db, 500);
    await phone.send(request, NOW);
    await phone.send(request, NOW + 37_000);
    expect(slow[0]).toBeLessThan(40_000);
    // The next pass begins with a batch of half that size.
    expect(slow[1]).toBeLessThan(20_000);
    expect(Math.min(...slow)).toBeLessThan(8000);
    const good = limitBandwidth(db, 1_000_000);
    for (let n = 0; n < 40; n += 1) await phone.save(randomUUID(), { notes: 'n'.repeat(2200), quantity: n });
    await phone.send(request, NOW + 3 * 37_000);
    expect(Math.max(...good)).toBeGreaterThan(25_000);
    expect(await phone.waiting()).toEqual([]);
  });
});

const WORK = '00000000-0000-4000-8000-000000000001';
const PHOTO = '00000000-0000-4000-8000-000000000002';
const storagePath = `${ACCOUNT}/works/${WORK}/${PHOTO}.jpg`;

async function phoneWithPhoto(size = 1_000_000) {
  const phone = await startPhone();
  const [files, records] = await Promise.all([import('@/offline/outbox/store/files'), import('@/records/photos')]);
  const entry = {
    ...{ userId: ANN, accountId: ACCOUNT, kind: records.PHOTO.kind, id: PHOTO, action: 'insert' as const, version: 1 },
    fields: { parent_table: 'works', parent_id: WORK, storage_path: storagePath, mime: 'image/jpeg', bytes: size },
    ...{ seen: null, parents: [WORK], title: 'Photo', file: true as const },
  };
  const bytes = new ArrayBuffer(size);
  await files.storeFile({ userId: ANN, id: PHOTO, parent: WORK, bytes, mime: 'image/jpeg', at: NOW, entry });
  await phone.save(WORK, { notes: 'x' });
  return phone;
}

describe('a photo on a slow connection', () => {
  it('blocks no job that waits with it, nor one saved while it is being uploaded', async () => {
    const db = fakeDatabase();
    const phone = await phoneWithPhoto(10);
    let finishUpload: (answer: Response) => void = () => undefined;
    let markStarted: () => void = () => undefined;
    const uploadStarted = new Promise<void>((done) => (markStarted = done));
    globalThis.fetch = () => {
      markStarted();
      return new Promise((done) => (finishUpload = done));
    };
    const later = randomUUID();
    await phone.save(later, { notes: 'y' });
    const pass = phone.send(db.request, NOW);
    await uploadStarted;
    expect(db.commits).toEqual([WORK, later]);
    const last = randomUUID();
    await phone.save(last, { notes: 'z' });
    const { sendDuringUpload } = await import('@/offline/outbox/send/sender');
    sendDuringUpload();
    await expect.poll(() => db.commits, { timeout: 30_000 }).toEqual([WORK, later, last]);
    finishUpload(Response.json({ Key: `photos/${storagePath}` }));
    await pass;
    expect(db.commits).toEqual([WORK, later, last, PHOTO]);
    expect(await phone.waiting()).toEqual([]);
  });

  it('is sent after a job that was saved later, although its own job was sent already', async () => {
    const db = fakeDatabase();
    const phone = await phoneWithPhoto(10);
    globalThis.fetch = () => Promise.reject(new TypeError('cut'));
    await phone.send(db.request, NOW);
    expect(db.commits).toEqual([WORK]);
    const later = randomUUID();
    await phone.save(later, { notes: 'y' });
    const sentBefore: string[] = [];
    globalThis.fetch = () => {
      sentBefore.push(...db.commits);
      return Promise.resolve(Response.json({ Key: `photos/${storagePath}` }));
    };
    await phone.send(db.request, NOW + 37_000);
    expect(sentBefore).toEqual([WORK, later]);
    expect(db.commits).toEqual([WORK, later, PHOTO]);
  });

  it('is not taken over by another tab, however long it takes', async () => {
    const db = fakeDatabase();
    const phone = await phoneWithPhoto(10);
    let finishUpload: (answer: Response) => void = () => undefined;
    let uploads = 0;
    globalThis.fetch = () => {
      uploads += 1;
      return new Promise((done) => (finishUpload = done));
    };
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    let now = NOW;
    const { sendWaiting } = await import('@/offline/outbox/send/sender');
    const deps = {
      request: db.request,
      token: () => Promise.resolve({ kind: 'token' as const, token: 't' }),
      now: () => now,
      random: () => 0.5,
      onChange: () => undefined,
      invalidate: () => undefined,
    };
    const pass = sendWaiting(ANN, deps);
    await expect.poll(() => uploads, { timeout: 30_000 }).toBe(1);
    for (let n = 0; n < 12; n += 1) {
      now += 15_000;
      vi.advanceTimersByTime(15_000);
      await expect
        .poll(async () => (await phone.store.sendStateOf(ANN)).senderUntil, { timeout: 30_000 })
        .toBe(now + 60_000);
      await sendWaiting(ANN, deps);
    }
    expect(uploads).toBe(1);
    finishUpload(Response.json({ Key: `photos/${storagePath}` }));
    await pass;
    expect(await phone.waiting()).toEqual([]);
  });

  /** Uploads a megabyte; `sentAfter`: how many bytes the browser reports as sent after so many seconds. */
  async function uploading(sentAfter: (seconds: number) => number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const [{ postBytes }] = await Promise.all([import('@/offline/outbox/send/upload-bytes')]);
    const total = 1_000_000;
    const uploads: UploadRequest[] = [];
    const aborted = vi.fn();
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends UploadRequest {
        constructor() {
          super();
          uploads.push(this);
        }
        override send() {}
        override abort() {
          aborted();
        }
      },
    );
    const answer = postBytes('http://localhost:3000/x', {}, new ArrayBuffer(total));
    let seconds = 0;
    for (; seconds < 1200 && aborted.mock.calls.length === 0; seconds += 1) {
      vi.advanceTimersByTime(1000);
      const loaded = Math.min(total, sentAfter(seconds));
      uploads[0]?.upload.onprogress?.({ loaded, total });
      if (loaded === total) {
        Object.assign(uploads[0] ?? {}, { status: 200, responseText: '{}' });
        uploads[0]?.onload?.();
        break;
      }
    }
    return { answer: await answer, seconds };
  }

  it('an upload of a megabyte at 6 kB a second is delivered', async () => {
    const { answer, seconds } = await uploading((at) => at * 6000);
    expect(answer).toMatchObject({ status: 200 });
    expect(seconds).toBeGreaterThan(160);
  });

  it('an upload is aborted half a minute after the connection has died', async () => {
    const { answer, seconds } = await uploading((at) => Math.min(at, 20) * 6000);
    expect(answer).toMatchObject({ status: 0, late: true });
    expect(seconds).toBeGreaterThan(45);
    expect(seconds).toBeLessThan(60);
  });
});
