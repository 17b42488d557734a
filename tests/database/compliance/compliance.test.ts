// Compliance items, evidence and certificates: what the database refuses and keeps.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  stranger = await backend.user({ firstName: 'Bob' });
});
afterAll(() => backend.close());

const refusal = async (request: PromiseLike<{ error: { message: string } | null }>) =>
  (await request).error?.message ?? null;
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const item = (more: object = {}) => ({ id: crypto.randomUUID(), user_id: owner.id, title: ' Farm map ', ...more });
const addItem = async (more: object = {}) => {
  const row = item(more);
  expect(await refusal(owner.from('compliance_items').insert(row))).toBeNull();
  return row.id;
};
const evidenceRow = (item_id: string, more: object = {}) => ({
  ...{ id: crypto.randomUUID(), user_id: owner.id, item_id, done_on: day(-1), note: ' Drawn again ' },
  ...more,
});

/** Backdates evidence, by default beyond the week in which it may be deleted. */
const backdate = (id: string, days = 8) =>
  backend.sql(
    `update public.compliance_completions set created_at = now() - make_interval(days => $2::int) where id = $1`,
    [id, days],
  );
const addEvidence = async (item_id: string, more: object = {}) => {
  const row = evidenceRow(item_id, more);
  expect(await refusal(owner.from('compliance_completions').insert(row))).toBeNull();
  return row.id;
};
const changeItem = (id: string, change: object) =>
  refusal(owner.from('compliance_items').update(change).eq('id', id).select('id').single());
const changeEvidence = (id: string, change: object) =>
  refusal(owner.from('compliance_completions').update(change).eq('id', id).select('id').single());
const deleteEvidence = (id: string) =>
  refusal(owner.from('compliance_completions').delete().eq('id', id).select('id').single());
const deleteItem = (id: string) => refusal(owner.from('compliance_items').delete().eq('id', id).select('id').single());
const keepUntil = async (id: string) =>
  (await owner.from('compliance_completions').select('keep_until').eq('id', id).single()).data?.keep_until;
const EVIDENCE_KEPT = /^This evidence has to be kept until \d\d\/\d\d\/\d{4}\.$/;
const ITEM_KEPT = 'This has evidence that has to be kept. Say that it does not apply instead.';

test('an item has its author, and refuses an empty name, a duty twice and guidance that is no https address', async () => {
  const id = await addItem({ duty: 'farm_map' });
  const { data } = await owner
    .from('compliance_items')
    .select('title, created_by_name, category')
    .eq('id', id)
    .single();
  expect(data).toEqual({ title: 'Farm map', created_by_name: 'Alex Owner', category: 'other' });
  const refused = (more: object) => refusal(owner.from('compliance_items').insert(item(more)));
  expect(await refused({ title: '  ' })).toBe('Give the item a name.');
  expect(await refused({ duty: 'farm_map' })).toMatch(/compliance_items_duty_key/);
  expect(await refused({ guidance_url: 'javascript:alert(1)' })).toBe('The address must begin with https://.');
  expect(await refused({ recurrence: 'custom_months' })).toBe('Say after how many months it is due again.');
  expect(await refused({ recurrence: 'annual', custom_months: 7 })).toMatch(/compliance_items_months_check/);
  expect(await refused({ auto_source: 'the_moon' })).toMatch(/auto_source/);
  expect(await refused({ auto_source: `checklist:${crypto.randomUUID()}` })).toBeNull();
  expect(await refused({ category: 'fun' })).toMatch(/category/);
});

test('an item that does not apply needs a reason', async () => {
  const id = await addItem();
  const change = (not_applicable_reason: string | null) =>
    refusal(owner.from('compliance_items').update({ not_applicable_reason }).eq('id', id));
  expect(await change('  ')).toBe('Say why this does not apply.');
  expect(await change('No pigs')).toBeNull();
  expect(await change(null)).toBeNull();
});

test('only a person of the farm can be responsible', async () => {
  expect(await refusal(owner.from('compliance_items').insert(item({ responsible_id: driver.id })))).toBeNull();
  expect(await refusal(owner.from('compliance_items').insert(item({ responsible_id: stranger.id })))).toBe(
    'This person is not on your farm.',
  );
});

test('refuses evidence with a future date, for a missing item, or that expires before it was done', async () => {
  const id = await addItem();
  const add = (more: object, item_id = id) =>
    refusal(owner.from('compliance_completions').insert(evidenceRow(item_id, more)));
  expect(await add({})).toBeNull();
  expect(await add({ done_on: day(3) })).toBe('Done date is in the future.');
  expect(await add({ expires_on: day(-30) })).toBe('It runs out before it was done.');
  expect(await add({ done_on: '1999-12-31' })).toBe('Choose a date from the year 2000 on.');
  expect(await add({}, crypto.randomUUID())).toBe('This item is not there any more.');
});

test('evidence can’t be deleted during its retention, except in its first week; without a retention it can', async () => {
  const id = await addItem({ keep_months: 60 });
  const old = evidenceRow(id, { done_on: day(-30) });
  const fresh = evidenceRow(id);
  for (const row of [old, fresh]) expect(await refusal(owner.from('compliance_completions').insert(row))).toBeNull();
  await backend.sql(`update public.compliance_completions set created_at = now() - interval '8 days' where id = $1`, [
    old.id,
  ]);
  expect(await refusal(owner.from('compliance_completions').delete().eq('id', old.id))).toMatch(
    /^This evidence has to be kept until \d\d\/\d\d\/\d{4}\.$/,
  );
  expect(await refusal(owner.from('compliance_completions').delete().eq('id', fresh.id))).toBeNull();
  expect(await refusal(owner.from('compliance_items').delete().eq('id', id))).toBe(
    'This has evidence that has to be kept. Say that it does not apply instead.',
  );
  const unretained = await addItem();
  const evidence = evidenceRow(unretained);
  expect(await refusal(owner.from('compliance_completions').insert(evidence))).toBeNull();
  await backend.sql(`update public.compliance_completions set created_at = now() - interval '8 days' where id = $1`, [
    evidence.id,
  ]);
  expect(await refusal(owner.from('compliance_items').delete().eq('id', unretained))).toBeNull();
  const { data } = await owner.from('compliance_completions').select('id').eq('item_id', unretained);
  expect(data).toEqual([]);
});

test('evidence whose retention is over may be deleted', async () => {
  const id = await addItem({ keep_months: 12 });
  const row = evidenceRow(id, { done_on: day(-370) });
  expect(await refusal(owner.from('compliance_completions').insert(row))).toBeNull();
  await backend.sql(`update public.compliance_completions set created_at = now() - interval '360 days' where id = $1`, [
    row.id,
  ]);
  expect(await refusal(owner.from('compliance_completions').delete().eq('id', row.id))).toBeNull();
});

test('a shorter retention of the item does not apply to older evidence; a longer one does', async () => {
  const id = await addItem({ keep_months: 60 });
  const row = await addEvidence(id, { done_on: '2026-01-31' });
  expect(await keepUntil(row)).toBe('2031-01-31');
  await backdate(row);
  for (const keep_months of [1, null]) {
    expect(await changeItem(id, { keep_months })).toBeNull();
    expect(await keepUntil(row)).toBe('2031-01-31');
    expect(await deleteEvidence(row)).toBe('This evidence has to be kept until 31/01/2031.');
    expect(await deleteItem(id)).toBe(ITEM_KEPT);
  }
  expect(await changeItem(id, { keep_months: 72 })).toBeNull();
  expect(await keepUntil(row)).toBe('2032-01-31');
});

test('an earlier date does not shorten the retention of older evidence; a later date extends it', async () => {
  const id = await addItem({ keep_months: 12 });
  const row = await addEvidence(id, { done_on: day(-30) });
  await backdate(row);
  const before = await keepUntil(row);
  expect(await changeEvidence(row, { done_on: '2001-01-01' })).toBeNull();
  expect(await keepUntil(row)).toBe(before);
  expect(await deleteEvidence(row)).toMatch(EVIDENCE_KEPT);
  expect(await deleteItem(id)).toBe(ITEM_KEPT);
  expect(await changeEvidence(row, { done_on: day(-2) })).toBeNull();
  expect((await keepUntil(row)) ?? '').toSatisfy((date: string) => date > (before ?? ''));
});

test('in its first week, the retention of evidence follows every change of its date and of its item', async () => {
  const id = await addItem({ keep_months: 60 });
  const row = await addEvidence(id, { done_on: '2026-01-31' });
  expect(await changeEvidence(row, { done_on: '2025-01-31' })).toBeNull();
  expect(await keepUntil(row)).toBe('2030-01-31');
  expect(await changeItem(id, { keep_months: 13 })).toBeNull();
  expect(await keepUntil(row)).toBe('2026-02-28');
  expect(await changeItem(id, { keep_months: null })).toBeNull();
  expect(await keepUntil(row)).toBeNull();
  expect(await changeItem(id, { keep_months: 60 })).toBeNull();
  expect(await deleteEvidence(row)).toBeNull();
});

test('evidence without a retention has to be kept once its item gets one', async () => {
  const id = await addItem();
  const row = await addEvidence(id, { done_on: day(-30) });
  await backdate(row);
  expect(await keepUntil(row)).toBeNull();
  expect(await changeItem(id, { keep_months: 24 })).toBeNull();
  expect(await deleteEvidence(row)).toMatch(EVIDENCE_KEPT);
});

test('the end of the retention cannot be written', async () => {
  const id = await addItem({ keep_months: 60 });
  const row = evidenceRow(id, { keep_until: '2026-01-01' });
  expect(await refusal(owner.from('compliance_completions').insert(row))).toMatch(/permission denied/);
  const stored = await addEvidence(id);
  expect(await changeEvidence(stored, { keep_until: null })).toMatch(/permission denied/);
});

test('photos of evidence can’t be deleted during its retention, except in the evidence’s first week', async () => {
  const id = await addItem({ keep_months: 60 });
  const photoOf = async (parent: string) => {
    const photo = crypto.randomUUID();
    const storage_path = `${owner.id}/compliance_completions/${parent}/${photo}.jpg`;
    const row = { id: photo, user_id: owner.id, parent_table: 'compliance_completions', parent_id: parent };
    expect(
      await refusal(owner.from('attachments').insert({ ...row, storage_path, mime: 'image/jpeg', bytes: 100 })),
    ).toBeNull();
    return photo;
  };
  const deletePhoto = (photo: string) =>
    refusal(owner.from('attachments').delete().eq('id', photo).select('id').single());
  const old = await addEvidence(id, { done_on: day(-30) });
  const kept = await photoOf(old);
  const fresh = await addEvidence(id);
  const [one, two] = [await photoOf(fresh), await photoOf(fresh)];
  await backdate(old);
  const refused = 'A photo of evidence stays as long as the evidence has to be kept.';
  expect(await deletePhoto(kept)).toBe(refused);
  expect(await changeItem(id, { keep_months: 1 })).toBeNull();
  expect(await changeEvidence(old, { done_on: '2001-01-01' })).toBeNull();
  expect(await deletePhoto(kept)).toBe(refused);
  expect(await deletePhoto(one)).toBeNull();
  expect(await deleteEvidence(fresh)).toBeNull();
  expect(await backend.sql('select id from public.attachments where id = any ($1)', [[kept, one, two]])).toEqual([
    { id: kept },
  ]);
});

test('deleting an account deletes its evidence, although it has to be kept', async () => {
  const leaver = await backend.user({ firstName: 'Gone' });
  const row = { id: crypto.randomUUID(), user_id: leaver.id, title: 'Farm map', keep_months: 60 };
  expect(await refusal(leaver.from('compliance_items').insert(row))).toBeNull();
  const evidence = { id: crypto.randomUUID(), user_id: leaver.id, item_id: row.id, done_on: day(-20) };
  expect(await refusal(leaver.from('compliance_completions').insert(evidence))).toBeNull();
  await backend.sql(`update public.compliance_completions set created_at = now() - interval '8 days' where id = $1`, [
    evidence.id,
  ]);
  await backend.sql('delete from auth.users where id = $1', [leaver.id]);
  expect(await backend.sql('select 1 from public.compliance_completions where id = $1', [evidence.id])).toEqual([]);
});

test('an employee reads only their own certificates, and writes nothing', async () => {
  const mine = { id: crypto.randomUUID(), user_id: owner.id, name: 'Telehandler', person_id: driver.id };
  const others = { id: crypto.randomUUID(), user_id: owner.id, name: 'Insurance' };
  for (const row of [mine, others]) expect(await refusal(owner.from('certificates').insert(row))).toBeNull();
  const { data } = await driver.from('certificates').select('name, holder');
  expect(data).toEqual([{ name: 'Telehandler', holder: 'Sam Driver' }]);
  expect((await driver.from('compliance_items').select('id')).data).toEqual([]);
  expect((await driver.from('compliance_completions').select('id')).data).toEqual([]);
  expect(await refusal(driver.from('certificates').insert({ ...others, id: crypto.randomUUID() }))).not.toBeNull();
  expect((await driver.from('certificates').update({ number: '1' }).eq('id', mine.id).select('id')).data).toEqual([]);
});

test('the holder of a certificate is its person’s name; a typed holder is stored only without a person', async () => {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, name: 'Telehandler', person_id: driver.id };
  expect(await refusal(owner.from('certificates').insert(row))).toBeNull();
  const change = async (change: object) => {
    const { data, error } = await owner.from('certificates').update(change).eq('id', id).select('holder').single();
    return error?.message ?? data?.holder;
  };
  expect(await change({ person_id: driver.id, holder: null, number: '7' })).toBe('Sam Driver');
  expect(await change({ holder: 'Somebody else' })).toBe('Sam Driver');
  expect(await change({ person_id: owner.id, holder: null })).toBe('Alex Owner');
  expect(await change({ person_id: null, holder: 'Contract sprayer' })).toBe('Contract sprayer');
  expect(await change({ person_id: null, holder: null })).toBeNull();
});

test('a certificate of a person who has left can still be edited', async () => {
  const leaver = await backend.employeeOf(owner, { firstName: 'Jo', lastName: 'Gone' });
  const row = { id: crypto.randomUUID(), user_id: owner.id, name: 'PA1', person_id: leaver.id };
  expect(await refusal(owner.from('certificates').insert(row))).toBeNull();
  expect(await refusal(owner.rpc('remove_employee', { p_employee: leaver.id }))).toBeNull();
  const change = { person_id: leaver.id, holder: null, number: '8' };
  const { data } = await owner.from('certificates').update(change).eq('id', row.id).select('holder, number').single();
  expect(data).toEqual({ holder: 'Jo Gone', number: '8' });
});

test('a certificate refuses an end before its start and a person of another farm', async () => {
  const add = (more: object) =>
    refusal(owner.from('certificates').insert({ id: crypto.randomUUID(), user_id: owner.id, name: 'PA1', ...more }));
  expect(await add({ issued_on: '2026-05-01', expires_on: '2026-04-30' })).toBe('It runs out before it was issued.');
  expect(await add({ person_id: stranger.id })).toBe('This person is not on your farm.');
  expect(await add({ name: ' ' })).toBe('Give the certificate a name.');
  expect(await add({ holder: 'Contract sprayer' })).toBeNull();
});
