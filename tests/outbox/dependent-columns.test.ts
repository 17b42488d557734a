// Columns that depend on each other: someone else's change in one of them is never mixed with a local change of
// another.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Columns } from '@/offline/outbox/entry';
import { ANN, fakeDatabase, startPhone } from './phone';

const NOW = Date.UTC(2026, 10, 20);
const HOLDER_CHANGED = 'Somebody changed this entry meanwhile.';
const baling: Columns = {
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
const shift: Columns = {
  clock_in_at: '2026-11-20T07:00:00.000Z',
  clock_out_at: null,
  breaks: [],
  manual_break_min: null,
  note: null,
  activity: 'General',
};

/** A phone whose cached copy of a record matches the database's current row. */
async function phoneWithCopy(kind: 'work' | 'time', row: Columns) {
  const db = fakeDatabase();
  const phone = await startPhone();
  const { replaceRecordType } = await import('@/offline/outbox/record-type');
  const { WORK } = await import('@/records/works');
  replaceRecordType(WORK);
  const id = randomUUID();
  db.rows.set(id, { ...row, id, updated_at: '2026-11-20T09:00:00.000Z' });
  const seen: Columns = { ...row, updated_at: '2026-11-20T09:00:00.000Z' };
  const edit = (fields: Columns) => phone.save(id, fields, { kind, action: 'update', seen });
  const send = () => phone.send(db.request, NOW);
  return { db, phone, id, edit, send, row: () => db.rows.get(id) };
}

it.each([
  ['edits', 'the same column', { action: 'update', fields: { quantity: 7 } }],
  ['deletes', 'the entry', { action: 'delete', fields: {} }],
] as const)(
  'asks if the person %s %s after a refused edit, and somebody changed it before that edit was refused',
  async (_, __, { action, fields }) => {
    const { db, phone, id, edit, row } = await phoneWithCopy('work', baling);
    await edit({ notes: 'Second field' });
    db.changeAsSomeoneElse(id, { quantity: 3 });
    // The account may read but not write.
    const readOnly: typeof db.request = (call) =>
      call.method === 'PATCH' || call.method === 'DELETE'
        ? Promise.resolve({ status: 200, body: [], retryAfterMs: null })
        : db.request(call);
    await phone.send(readOnly, NOW);
    expect(await phone.waiting()).toMatchObject([{ state: 'attention', problem: { kind: 'denied' } }]);
    const seen: Columns = { ...baling, updated_at: '2026-11-20T09:00:00.000Z' };
    await phone.save(id, fields, { kind: 'work', action, seen });
    await phone.send(db.request, NOW);
    expect(row()).toMatchObject({ quantity: 3, notes: null });
    expect(await phone.waiting()).toMatchObject([
      { state: 'attention', problem: { kind: 'conflict', sentence: HOLDER_CHANGED, theirs: { quantity: 3 } } },
    ]);
  },
);

it('asks before combining a new quantity with a unit and a rate that the holder has changed', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 1708 });
  db.changeAsSomeoneElse(id, { chargeable_unit: 'acre', rate: 55, total_value: 660 });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 12 });
  expect(await phone.waiting()).toMatchObject([
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
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 1708, notes: 'Wet' });
  db.changeAsSomeoneElse(id, { chargeable_unit: 'acre', rate: 55 });
  await send();
  const [stuck] = await phone.waiting();
  if (stuck) await phone.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'bale', rate: 2, quantity: 1708, notes: 'Wet' });
  expect(await phone.waiting()).toEqual([]);
});

it('removes the value typed by the account holder when the user keeps their own version of a new job', async () => {
  // The job is in the database, but the response was lost.
  const { db, phone, id, send, row } = await phoneWithCopy('work', baling);
  const { customer = null, task_name = null, chargeable_unit = null, rate = null, quantity = null } = baling;
  await phone.save(id, { customer, task_name, chargeable_unit, rate, quantity }, { kind: 'work' });
  db.changeAsSomeoneElse(id, { quantity: 19, total_value: 1021, value_overridden: true });
  await send();
  const [stuck] = await phone.waiting();
  expect(stuck?.problem?.theirs).toEqual({ chargeable_unit: 'bale', rate: 2, quantity: 19, total_value: 1021 });
  if (stuck) await phone.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'bale', rate: 2, quantity: 12, total_value: null });
  expect(await phone.waiting()).toEqual([]);
});

it('does not write the value when the user keeps their own version of a new job whose value was never typed', async () => {
  const { db, phone, id, send } = await phoneWithCopy('work', baling);
  await phone.save(id, { customer: 'Hill Farm', task_name: 'Baling', quantity: 12 }, { kind: 'work' });
  db.changeAsSomeoneElse(id, { quantity: 19 });
  await send();
  const [stuck] = await phone.waiting();
  if (stuck) await phone.store.resolveAttention(ANN, stuck, 'keep-mine');
  expect(await phone.waiting()).toMatchObject([{ action: 'update' }]);
  expect((await phone.waiting())[0]?.fields).toEqual({ quantity: 12 });
});

it('asks again when the group changes again after the user has answered', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 1708 });
  db.changeAsSomeoneElse(id, { rate: 55 });
  await send();
  const [stuck] = await phone.waiting();
  if (stuck) await phone.store.resolveAttention(ANN, stuck, 'keep-mine');
  db.changeAsSomeoneElse(id, { chargeable_unit: 'acre' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', rate: 55, quantity: 12 });
  expect(await phone.waiting()).toMatchObject([{ problem: { theirs: { chargeable_unit: 'acre', rate: 55 } } }]);
});

it('asks if the holder has typed a value over the calculated one', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 13 });
  db.changeAsSomeoneElse(id, { total_value: 500, value_overridden: true });
  await send();
  expect(row()).toMatchObject({ quantity: 12, total_value: 500 });
  expect(await phone.waiting()).toMatchObject([{ problem: { kind: 'conflict', theirs: { total_value: 500 } } }]);
});

it('does not ask if only columns outside the group were changed', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 13 });
  db.changeAsSomeoneElse(id, { notes: 'Lane side', task_name: 'Round baling' });
  await send();
  expect(row()).toMatchObject({ quantity: 13, notes: 'Lane side', task_name: 'Round baling' });
  expect(await phone.waiting()).toEqual([]);
});

it('does not ask if both made the same change to the group', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ chargeable_unit: 'acre', quantity: 13 });
  db.changeAsSomeoneElse(id, { chargeable_unit: 'acre' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', quantity: 13 });
  expect(await phone.waiting()).toEqual([]);
});

it('tells a user who may not see prices that the entry has been priced, without the price', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', {
    ...baling,
    rate: null,
    progress: 'needs_rate',
  });
  await edit({ quantity: 1708 });
  // What the server returns to this user: the new unit, without the rate.
  db.changeAsSomeoneElse(id, { chargeable_unit: 'acre', progress: 'ready' });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'acre', quantity: 12 });
  const [stuck] = await phone.waiting();
  expect(stuck?.problem).toEqual({
    kind: 'denied',
    sentence: 'This entry has been priced meanwhile. Ask the account holder to change it.',
  });
});

it('reports a conflict for a new quantity if the holder changed the entry to a fixed price', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('work', baling);
  await edit({ quantity: 1708 });
  db.changeAsSomeoneElse(id, { chargeable_unit: 'fixed', rate: 300, quantity: 1 });
  await send();
  expect(row()).toMatchObject({ chargeable_unit: 'fixed', quantity: 1 });
  expect(await phone.waiting()).toMatchObject([
    { problem: { kind: 'conflict', theirs: { chargeable_unit: 'fixed' } } },
  ]);
});

it("writes the holder's rate to an employee's entry that has none", async () => {
  const { db, phone, id, send, row } = await phoneWithCopy('work', { ...baling, employee_id: 'driver', rate: null });
  await phone.save(
    id,
    { rate: 55 },
    {
      kind: 'work',
      action: 'update',
      accountId: ANN,
      seen: { ...baling, rate: null, updated_at: '2026-11-20T09:00:00.000Z' },
    },
  );
  db.changeAsSomeoneElse(id, { notes: 'Lane side' });
  await send();
  expect(row()).toMatchObject({ rate: 55, notes: 'Lane side' });
  expect(await phone.waiting()).toEqual([]);
});

it('asks before combining a finish time with a start time that someone else corrected', async () => {
  const { db, phone, id, edit, send, row } = await phoneWithCopy('time', shift);
  await edit({ clock_out_at: '2026-11-20T17:00:00.000Z' });
  db.changeAsSomeoneElse(id, { clock_in_at: '2026-11-20T10:00:00+00:00' });
  await send();
  expect(row()).toMatchObject({ clock_in_at: '2026-11-20T10:00:00+00:00', clock_out_at: null });
  const [stuck] = await phone.waiting();
  expect(stuck?.problem?.theirs).toEqual({
    clock_in_at: '2026-11-20T10:00:00+00:00',
    clock_out_at: null,
    breaks: [],
    manual_break_min: null,
  });
  if (stuck) await phone.store.resolveAttention(ANN, stuck, 'keep-mine');
  await send();
  expect(row()).toMatchObject({ clock_in_at: shift['clock_in_at'], clock_out_at: '2026-11-20T17:00:00.000Z' });
});

it('asks before combining a job’s finish time or breaks with a start time that someone else corrected', async () => {
  const times = { start_time: '08:00:00', finish_time: '12:00:00', breaks: 0 };
  const timed: Columns = { ...baling, ...times, start_second: false, finish_second: false };
  for (const change of [{ finish_time: '17:00' }, { breaks: 30 }]) {
    const { db, phone, id, edit, send, row } = await phoneWithCopy('work', timed);
    await edit(change);
    db.changeAsSomeoneElse(id, { start_time: '10:00:00' });
    await send();
    expect(row()).toMatchObject({ ...times, start_time: '10:00:00' });
    expect(await phone.waiting()).toMatchObject([
      { problem: { kind: 'conflict', theirs: { ...times, start_time: '10:00:00' } } },
    ]);
  }
});

it('asks before combining breaks with times someone else corrected, but not for a changed note', async () => {
  const pause = [{ start: '2026-11-20T12:00:00.000Z', end: '2026-11-20T12:30:00.000Z', paid: false }];
  const done = { ...shift, clock_out_at: '2026-11-20T17:00:00.000Z' };
  const crossed = await phoneWithCopy('time', done);
  await crossed.edit({ breaks: pause });
  crossed.db.changeAsSomeoneElse(crossed.id, { clock_out_at: '2026-11-20T15:00:00+00:00' });
  await crossed.send();
  expect(crossed.row()).toMatchObject({ breaks: [] });
  expect(await crossed.phone.waiting()).toMatchObject([{ problem: { kind: 'conflict' } }]);
  const unrelated = await phoneWithCopy('time', done);
  await unrelated.edit({ breaks: pause });
  unrelated.db.changeAsSomeoneElse(unrelated.id, { note: 'Wet', clock_out_at: '2026-11-20T17:00:00+00:00' });
  await unrelated.send();
  expect(unrelated.row()).toMatchObject({ breaks: pause, note: 'Wet' });
});

it('does not delete an entry if its group was changed, and shows all of the group', async () => {
  const { db, phone, id, send, row } = await phoneWithCopy('work', baling);
  const seen: Columns = { ...baling, updated_at: '2026-11-20T09:00:00.000Z' };
  await phone.save(id, {}, { kind: 'work', action: 'delete', seen });
  db.changeAsSomeoneElse(id, { rate: 55 });
  await send();
  expect(row()).toBeDefined();
  expect(await phone.waiting()).toMatchObject([
    { problem: { theirs: { chargeable_unit: 'bale', rate: 55, quantity: 12 } } },
  ]);
});
