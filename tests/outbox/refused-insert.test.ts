// A new entry that the server refuses while edits of it wait: the user can correct all of it, or delete it.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Call, Request } from '@/offline/outbox/send/request';
import { fakeDatabase, REFUSED_NOTES, startPhone } from './phone';

const noResponse: Request = () => Promise.resolve({ status: 0, body: undefined, retryAfterMs: null });

/** A job that may have been sent, then was edited, and is now refused. */
async function refusedJob() {
  const phone = await startPhone();
  const db = fakeDatabase();
  const id = randomUUID();
  await phone.save(id, { quantity: 12, notes: REFUSED_NOTES });
  await phone.send(noResponse);
  await phone.save(id, { quantity: 13 }, { action: 'update', seen: { quantity: 12, notes: REFUSED_NOTES } });
  await phone.send(db.request, Date.now() + 31_000);
  const waiting = await phone.waiting();
  expect(waiting.map(({ action, state }) => [action, state])).toEqual([
    ['insert', 'attention'],
    ['update', 'queued'],
  ]);
  return { phone, db, id, at: Date.now() + 120_000 };
}

describe('a new entry that is refused while an edit of it waits behind it', () => {
  it('is corrected by the next edit, and sent with everything typed', async () => {
    const { phone, db, id, at } = await refusedJob();
    await phone.save(id, { notes: 'Wet' }, { action: 'update', seen: { quantity: 13, notes: REFUSED_NOTES } });
    expect(await phone.waiting()).toMatchObject([{ action: 'insert', state: 'queued', problem: null }]);
    await phone.send(db.request, at);
    expect(db.rows.get(id)).toMatchObject({ quantity: 13, notes: 'Wet' });
    expect(await phone.waiting()).toEqual([]);
  });

  it('is removed with its edits when it is deleted', async () => {
    const { phone, db, id, at } = await refusedJob();
    await phone.save(id, {}, { action: 'delete', seen: { quantity: 13, notes: REFUSED_NOTES } });
    await phone.send(db.request, at);
    expect(await phone.waiting()).toEqual([]);
    expect(db.rows.size).toBe(0);
  });
});

describe('a value typed over that of a waiting job', () => {
  async function phoneWithJob() {
    const phone = await startPhone();
    const [{ WORK }, { replaceRecordType }] = await Promise.all([
      import('@/records/works'),
      import('@/offline/outbox/record-type'),
    ]);
    replaceRecordType(WORK);
    const db = fakeDatabase();
    const calls: { method: Call['method']; body: Call['body'] | undefined }[] = [];
    const id = randomUUID();
    const row = { quantity: 12, rate: 2, chargeable_unit: 'bale', total_value: null };
    await phone.save(id, row);
    const edit = (fields: typeof row | object, seen: object) =>
      phone.save(id, fields as typeof row, { action: 'update', seen: { ...row, ...seen } });
    const send = () =>
      phone.send((call) => {
        if (call.method !== 'GET') calls.push({ method: call.method, body: call.body });
        return db.request(call);
      });
    return { phone, db, id, edit, send, calls };
  }

  it('is sent as an update after the insert, which does not accept it', async () => {
    const { phone, db, id, edit, send, calls } = await phoneWithJob();
    await edit({ total_value: 500 }, {});
    await edit({ quantity: 13 }, { total_value: 500 });
    await edit({ total_value: 600, notes: 'Wet' }, { total_value: 500, quantity: 13 });
    await send();
    expect(calls).toMatchObject([
      { method: 'POST', body: [{ quantity: 13, total_value: null, notes: 'Wet' }] },
      { method: 'PATCH', body: { total_value: 600 } },
    ]);
    expect(db.rows.get(id)).toMatchObject({ quantity: 13, total_value: 600 });
    expect(await phone.waiting()).toEqual([]);
  });

  it('causes no update if it is cleared again before it was sent', async () => {
    const { phone, edit, send, calls } = await phoneWithJob();
    await edit({ total_value: 500 }, {});
    await edit({ total_value: null }, { total_value: 500 });
    expect(await phone.waiting()).toHaveLength(1);
    await send();
    expect(calls).toMatchObject([{ method: 'POST', body: [{ quantity: 12, total_value: null }] }]);
  });
});
