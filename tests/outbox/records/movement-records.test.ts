// Movements of manure in the outbox: what counts as sent, and what as a conflict.
import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import type { Columns } from '@/offline/outbox/entry';
import { insertOf, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import { tableType } from '@/offline/outbox/record-type';
import { differing } from '@/offline/outbox/send/compare';
import { emptyOf } from '@/records/record';
import { MOVEMENT } from '@/records/slurry';
import { fakeDatabase, startPhone } from '../phone';

const account = { userId: 'u', ownerId: 'a' };
const movement = {
  ...emptyOf(MOVEMENT),
  ...{ id: 'm', movedOn: '2026-11-26', regime: 'ie' as const, manure: 'cattle_slurry', manureName: 'Cattle slurry' },
  ...{ quantity: fromNumeric(80.5), workId: 'w', notifyBy: '2026-11-30', ruleVersion: '2026-11-26' },
};

it('a movement is a record that the outbox can send, and matches the one sent when it is read back', () => {
  expect(tableType('manure_movements')?.kind).toBe('manure-movement');
  const { fields, title } = insertOf(MOVEMENT, account, 'm', movement);
  expect(title).toBe('80.5 m³ Cattle slurry');
  expect(fields).toMatchObject({ quantity: 80.5, work_id: 'w', notify_by: '2026-11-30' });
  // The job was deleted before the movement arrived.
  expect(differing(MOVEMENT, 'insert', fields, { ...fields, work_id: null, created_by_name: 'Beth' })).toEqual([]);
  expect(differing(MOVEMENT, 'insert', fields, { ...fields, quantity: 90 })).toEqual(['quantity']);
  // The database set a deadline by newer rules. One that was entered by hand counts as sent only if it is there.
  const ruled = { ...fields, notify_by: '2026-12-03', rule_version: '2027-01-01' };
  expect(differing(MOVEMENT, 'insert', fields, ruled)).toEqual([]);
  const byHand = { ...fields, rule_version: null };
  expect(differing(MOVEMENT, 'insert', byHand, { ...byHand, notify_by: '2026-12-03' })).toEqual(['notify_by']);
});

it('an edit sends what was changed, never its job or the rules that it was recorded under', () => {
  const edit = updateOf(
    MOVEMENT,
    account,
    { ...movement, updatedAt: '2026-11-26T08:00:00Z' },
    { quantity: fromNumeric(90), workId: 'x', regime: 'ni' },
  );
  expect(edit?.fields).toEqual({ quantity: 90 });
});

it('a movement that is struck out before it was sent is added and then struck out', async () => {
  const phone = await startPhone();
  const { fields } = insertOf(MOVEMENT, account, 'm', movement);
  await phone.save('m', fields, { kind: MOVEMENT.kind });
  const { action, seen, fields: strike } = strikeOf(MOVEMENT, account, { ...movement, updatedAt: '' }, true);
  expect([action, strike]).toEqual(['update', { struck: true }]);
  await phone.save('m', strike, { kind: MOVEMENT.kind, action, seen });
  const db = fakeDatabase();
  const added: unknown[] = [];
  await phone.send(async (call) => {
    const answer = await db.request(call);
    if (call.method === 'POST') {
      added.push(call.body);
      db.changeAsSomeoneElse('m', { struck: false });
    }
    return answer;
  }, NOW);
  expect(await phone.waiting()).toEqual([]);
  expect(db.rows.get('m')).toMatchObject({ quantity: 80.5, struck: true });
  // The database accepts this column in an update only.
  expect(JSON.stringify(added)).not.toContain('struck');
});

const NOW = Date.UTC(2026, 10, 26, 12);
const row = {
  quantity: 80,
  unit: 'm3',
  moved_on: '2026-11-26',
  notify_by: '2026-11-30',
  notified_on: null,
  note: null,
};

/** A phone whose copy of a movement matches the row in the database. */
async function phoneWithCopy() {
  const db = fakeDatabase();
  const phone = await startPhone();
  const seen = { ...row, updated_at: '2026-11-26T09:00:00.000Z' };
  db.rows.set('m', { ...seen, id: 'm' });
  const change = (action: 'update' | 'delete', fields: Columns = {}) =>
    phone.save('m', fields, { kind: MOVEMENT.kind, action, seen });
  return { db, phone, change, stored: () => db.rows.get('m') };
}

it('a quantity changed on the phone is not mixed with the unit that the account holder changed', async () => {
  const { db, phone, change, stored } = await phoneWithCopy();
  await change('update', { quantity: 90 });
  db.changeAsSomeoneElse('m', { unit: 't' });
  await phone.send(db.request, NOW);
  expect(stored()).toMatchObject({ quantity: 80, unit: 't' });
  expect(await phone.waiting()).toMatchObject([
    { state: 'attention', problem: { kind: 'conflict', theirs: { quantity: 80, unit: 't' } } },
  ]);
});

it('a deletion after a refused edit asks first, if the movement was notified before that edit was refused', async () => {
  const { db, phone, change, stored } = await phoneWithCopy();
  await change('update', { note: 'Two loads' });
  db.changeAsSomeoneElse('m', { notified_on: '2026-11-26', notified_ref: 'M-4711' });
  // The account may read but not write.
  const readOnly: typeof db.request = (call) =>
    call.method === 'GET' ? db.request(call) : Promise.resolve({ status: 200, body: [], retryAfterMs: null });
  await phone.send(readOnly, NOW);
  expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'denied' } }]);
  await change('delete');
  await phone.send(db.request, NOW);
  expect(stored()).toMatchObject({ notified_on: '2026-11-26', note: null });
  expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'conflict' } }]);
});

it('a movement that is saved is restored from the backup and sent, if the browser loses the database', async () => {
  const before = await startPhone();
  const { fields } = insertOf(MOVEMENT, account, 'm', movement);
  await before.save('m', fields, { kind: MOVEMENT.kind });
  const db = fakeDatabase();
  const after = await startPhone(new IDBFactory(), undefined, before.caches);
  await after.send(db.request, NOW);
  expect(await after.waiting()).toEqual([]);
  expect(db.rows.get('m')).toMatchObject({ quantity: 80.5, work_id: 'w', notify_by: '2026-11-30' });
});
