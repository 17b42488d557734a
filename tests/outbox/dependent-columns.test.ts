// Columns that depend on each other: someone else's change in one of them is never mixed with a local change of
// another.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Fields } from '@/offline/outbox/entry';
import { ANN, phone, server } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const HOLDER_CHANGED = 'Somebody changed this entry meanwhile.';
const baling: Fields = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 2,
  quantity: 12,
  total_value: null,
  value_overridden: false,
  employee_id: ANN,
  notes: null,
};
const shift: Fields = {
  clock_in_at: '2026-11-20T07:00:00.000Z',
  clock_out_at: null,
  breaks: [],
  manual_break_min: null,
  note: null,
  activity: 'General',
};

/** A phone whose cached copy of a record matches the database's current row. */
async function copied(kind: 'work' | 'time', row: Fields) {
  const db = server();
  const p = await phone();
  const { recordType } = await import('@/offline/outbox/record-type');
  const { WORK } = await import('@/records/works');
  recordType(WORK);
  const id = randomUUID();
  db.rows.set(id, { ...row, id, updated_at: '2026-11-20T09:00:00.000Z' });
  const seen: Fields = { ...row, updated_at: '2026-11-20T09:00:00.000Z' };
  const edit = (fields: Fields) => p.save(id, fields, { kind, action: 'update', seen });
  const send = () => p.send(db.request, NOW);
  return { db, p, id, edit, send, row: () => db.rows.get(id) };
}

it('asks before combining a new quantity with a unit and a rate that the holder has changed', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 1708 });
  db.touch(id, { chargeable_unit: 'acre', rate: 55, total_value: 660 });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 12 });
  expect(await p.waiting()).toMatchObject([
    {
      state: 'attention',
      problem: {
        kind: 'conflict',
        sentence: HOLDER_CHANGED,
        theirs: { chargeable_unit: 'acre', rate: 55, quantity: 12, total_value: null },
      },
    },
  ]);
});

it('writes the whole group as this device has it when the user keeps their version', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 1708, notes: 'Wet' });
  db.touch(id, { chargeable_unit: 'acre', rate: 55 });
  await send();
  const [stuck] = await p.waiting();
  if (stuck) await p.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'bale', rate: 2, quantity: 1708, notes: 'Wet' });
  expect(await p.waiting()).toEqual([]);
});

it('takes off the value that the holder has typed when the person keeps the new job as they saved it', async () => {
  // The job is in the database, and its answer was lost.
  const { db, p, id, send, row } = await copied('work', baling);
  const { customer = null, task_name = null, chargeable_unit = null, rate = null, quantity = null } = baling;
  await p.save(id, { customer, task_name, chargeable_unit, rate, quantity }, { kind: 'work' });
  db.touch(id, { quantity: 19, total_value: 1021, value_overridden: true });
  await send();
  const [stuck] = await p.waiting();
  expect(stuck?.problem?.theirs).toEqual({ chargeable_unit: 'bale', rate: 2, quantity: 19, total_value: 1021 });
  if (stuck) await p.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'bale', rate: 2, quantity: 12, total_value: null });
  expect(await p.waiting()).toEqual([]);
});

it('leaves the value alone when the person keeps a new job of which nobody has typed one', async () => {
  const { db, p, id, send } = await copied('work', baling);
  await p.save(id, { customer: 'Hill Farm', task_name: 'Baling', quantity: 12 }, { kind: 'work' });
  db.touch(id, { quantity: 19 });
  await send();
  const [stuck] = await p.waiting();
  if (stuck) await p.store.resolveAttention(ANN, stuck, 'keep-mine');
  expect(await p.waiting()).toMatchObject([{ action: 'update' }]);
  expect((await p.waiting())[0]?.fields).toEqual({ quantity: 12 });
});

it('asks again when the group changes again after the user has answered', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 1708 });
  db.touch(id, { rate: 55 });
  await send();
  const [stuck] = await p.waiting();
  if (stuck) await p.store.resolveAttention(ANN, stuck, 'keep-mine');
  db.touch(id, { chargeable_unit: 'acre' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 12 });
  expect(await p.waiting()).toMatchObject([{ problem: { theirs: { chargeable_unit: 'acre', rate: 55 } } }]);
});

it('asks if the holder has typed a value over the calculated one', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 13 });
  db.touch(id, { total_value: 500, value_overridden: true });
  await send();
  expect(row()).toMatchObject({ quantity: 12, total_value: 500 });
  expect(await p.waiting()).toMatchObject([{ problem: { kind: 'conflict', theirs: { total_value: 500 } } }]);
});

it('does not ask if only columns outside the group were changed', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 13 });
  db.touch(id, { notes: 'Lane side', task_name: 'Round baling' });
  await send();
  expect(row()).toMatchObject({ quantity: 13, notes: 'Lane side', task_name: 'Round baling' });
  expect(await p.waiting()).toEqual([]);
});

it('does not ask if both made the same change to the group', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ chargeable_unit: 'acre', quantity: 13 });
  db.touch(id, { chargeable_unit: 'acre' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', quantity: 13 });
  expect(await p.waiting()).toEqual([]);
});

it('tells a person who sees no prices that the entry has a price, but not which', async () => {
  const { db, p, id, edit, send, row } = await copied('work', { ...baling, rate: null, progress: 'needs_rate' });
  await edit({ quantity: 1708 });
  // As it is shown to them: the unit changed, the rate left out.
  db.touch(id, { chargeable_unit: 'acre', progress: 'ready' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', quantity: 12 });
  const [stuck] = await p.waiting();
  expect(stuck?.problem).toEqual({
    kind: 'denied',
    sentence: 'This entry has been priced meanwhile. Ask the account holder to change it.',
  });
});

it('does not count a quantity as written if the holder changed the entry to a fixed price', async () => {
  const { db, p, id, edit, send, row } = await copied('work', baling);
  await edit({ quantity: 1708 });
  db.touch(id, { chargeable_unit: 'fixed', rate: 300, quantity: 1 });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'fixed', quantity: 1 });
  expect(await p.waiting()).toMatchObject([{ problem: { kind: 'conflict', theirs: { chargeable_unit: 'fixed' } } }]);
});

it("does not count the holder's rate as written if the employee's entry has none", async () => {
  const { db, p, id, send, row } = await copied('work', { ...baling, employee_id: 'driver', rate: null });
  await p.save(
    id,
    { rate: 55 },
    {
      kind: 'work',
      action: 'update',
      accountId: ANN,
      seen: { ...baling, rate: null, updated_at: '2026-11-20T09:00:00.000Z' },
    },
  );
  db.touch(id, { notes: 'Lane side' });
  await send();
  expect(row()).toMatchObject({ rate: 55, notes: 'Lane side' });
  expect(await p.waiting()).toEqual([]);
});

it('asks before combining a finish time with a start time that someone else corrected', async () => {
  const { db, p, id, edit, send, row } = await copied('time', shift);
  await edit({ clock_out_at: '2026-11-20T17:00:00.000Z' });
  db.touch(id, { clock_in_at: '2026-11-20T10:00:00+00:00' });
  await send();
  expect(row()).toMatchObject({ clock_in_at: '2026-11-20T10:00:00+00:00', clock_out_at: null });
  const [stuck] = await p.waiting();
  expect(stuck?.problem?.theirs).toEqual({
    clock_in_at: '2026-11-20T10:00:00+00:00',
    clock_out_at: null,
    breaks: [],
    manual_break_min: null,
  });
  if (stuck) await p.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ clock_in_at: shift['clock_in_at'], clock_out_at: '2026-11-20T17:00:00.000Z' });
});

it('asks before combining breaks with times someone else corrected, but not for a changed note', async () => {
  const pause = [{ start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:30:00.000Z', paid: false }];
  const done = { ...shift, clock_out_at: '2026-11-20T17:00:00.000Z' };
  const crossed = await copied('time', done);
  await crossed.edit({ breaks: pause });
  crossed.db.touch(crossed.id, { clock_out_at: '2026-11-20T15:00:00+00:00' });
  await crossed.send();
  expect(crossed.row()).toMatchObject({ breaks: [] });
  expect(await crossed.p.waiting()).toMatchObject([{ problem: { kind: 'conflict' } }]);
  const calm = await copied('time', done);
  await calm.edit({ breaks: pause });
  calm.db.touch(calm.id, { note: 'Wet', clock_out_at: '2026-11-20T17:00:00+00:00' });
  await calm.send();
  expect(calm.row()).toMatchObject({ breaks: pause, note: 'Wet' });
});

it('does not delete an entry if its group was changed, and shows all of the group', async () => {
  const { db, p, id, send, row } = await copied('work', baling);
  const seen: Fields = { ...baling, updated_at: '2026-11-20T09:00:00.000Z' };
  await p.save(id, {}, { kind: 'work', action: 'delete', seen });
  db.touch(id, { rate: 55 });
  await send();
  expect(row()).toBeDefined();
  expect(await p.waiting()).toMatchObject([
    { problem: { theirs: { chargeable_unit: 'bale', rate: 55, quantity: 12 } } },
  ]);
});
