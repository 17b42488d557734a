// Attacks on the crew's daily records: what an employee or the account holder could falsify in hours, notices
// and notes.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '@/lib/database.types';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
});

const errorMessage = async (query: PromiseLike<{ error: { message: string } | null }>) => (await query).error?.message;

describe('hours', () => {
  const MONDAY = '2026-11-02';
  type Change = Database['public']['Tables']['time_entries']['Update'];
  async function addShift(from: string, to: string, person = driver, more: object = {}): Promise<string> {
    const row = {
      id: crypto.randomUUID(),
      user_id: owner.id,
      clock_in_at: `${MONDAY}T${from}:00Z`,
      clock_out_at: `${MONDAY}T${to}:00Z`,
      ...more,
    };
    const { error } = await person.from('time_entries').insert(row);
    if (error) throw error;
    return row.id;
  }
  const change = (person: Person, id: string, fields: Change) =>
    person.from('time_entries').update(fields).eq('id', id).select('id');
  const stepWeek = (person: Person, p_step: string, p_words = 'x') =>
    person.rpc('step_week', { p_employee: driver.id, p_monday: MONDAY, p_step, p_words });
  const stored = async (id: string) => (await owner.from('time_entries').select('*').eq('id', id).single()).data;

  test('that are submitted can’t be reopened by clocking an overlapping shift', async () => {
    const id = await addShift('08:00', '16:00');
    await stepWeek(driver, 'submit');
    const second = await addShift('15:00', '17:00');
    expect((await stored(second))?.status).toBe('needs_review');
    expect((await stored(id))?.status).toBe('submitted');
    expect(await errorMessage(change(driver, id, { clock_in_at: `${MONDAY}T06:00:00Z` }))).toBe(
      'This week is handed in. Take it back first.',
    );
    // Neither can be approved, and deleting the second leaves the week submitted.
    expect(await errorMessage(stepWeek(owner, 'approve'))).toBe(
      'The entry 15:00–17:00 on 2 Nov needs a look first: it overlaps another.',
    );
    await driver.from('time_entries').delete().eq('id', second);
    expect((await stored(id))?.status).toBe('submitted');
  });

  test('that were corrected keep their reason, whatever the employee writes afterwards', async () => {
    const id = await addShift('08:00', '16:00');
    await change(owner, id, { clock_out_at: `${MONDAY}T15:00:00Z`, edit_reason: 'Left at three' });
    for (const fields of [{ edit_reason: null }, { edit_reason: 'Holder’s mistake' }])
      expect(await errorMessage(change(driver, id, fields))).toBe('A reason goes with a change.');
    expect((await change(driver, id, { note: 'Rain', edit_reason: null })).error).toBeNull();
    expect(await stored(id)).toMatchObject({ note: 'Rain', edit_reason: 'Left at three' });
  });

  test('started for another job within the same minute are reported, not treated as the same', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const clockIn = (customer: string) =>
      driver
        .from('time_entries')
        .insert({ id: crypto.randomUUID(), user_id: owner.id, clock_in_at: at, activity: 'Baling', customer });
    expect((await clockIn('Hill Farm')).error).toBeNull();
    expect((await clockIn('Hill Farm')).error).toMatchObject({ code: '23514', details: 'already' });
    expect((await clockIn('Low Farm')).error).toMatchObject({ code: '23514', details: 'running' });
  });

  test('are refused if a break has an extra key of 100,000 characters', async () => {
    const [start, end] = [`${MONDAY}T12:00:00Z`, `${MONDAY}T12:30:00Z`];
    const breaks = [{ start, end, paid: false, more: 'x'.repeat(100_000) }];
    await expect(addShift('08:00', '16:00', driver, { breaks })).rejects.toMatchObject({
      code: '23514',
      message: 'The breaks are too long (8,000 characters at most).',
    });
  });

  test('depend on working-time settings, of which every change is logged', async () => {
    const setWorkingTime = (p_opted_out: boolean, p_turns_18_on: string) =>
      owner.rpc('set_working_time', { p_person: driver.id, p_opted_out, p_turns_18_on });
    await setWorkingTime(false, '2028-02-29');
    await setWorkingTime(true, '2028-02-29');
    const { data } = await owner.from('audit_log').select('changed').eq('row_id', driver.id).order('id');
    expect(data?.slice(-2)).toEqual([
      { changed: { turns_18_on: { old: null, new: '2028-02-29' } } },
      { changed: { opted_out_48h: { old: 'false', new: 'true' } } },
    ]);
  });

  test('of the account holder are linked to their job too', async () => {
    const key = crypto.randomUUID();
    const id = await addShift('08:00', '16:00', owner, { log_key: key });
    const job = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'hour', quantity: 8, work_date: MONDAY };
    expect((await owner.from('works').insert({ ...job, id: key, user_id: owner.id })).error).toBeNull();
    expect((await stored(id))?.work_id).toBe(key);
  });

  test('that were approved stay when their person is deleted', async () => {
    const id = await addShift('08:00', '16:00');
    await stepWeek(driver, 'submit');
    await stepWeek(owner, 'approve');
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    const times = { clock_out_at: `${MONDAY}T12:00:00Z`, edit_reason: 'Nobody will know' };
    expect(await errorMessage(change(owner, id, times))).toBe('These hours are approved.');
    expect(await errorMessage(owner.from('time_entries').delete().eq('id', id))).toBe('These hours are approved.');
    expect(await stored(id)).toMatchObject({ status: 'approved', paid_min: 480 });
  });
});

describe('a notice', () => {
  const postNotice = async (more: object = {}) => {
    const row = { id: crypto.randomUUID(), user_id: owner.id, title: 'Bridge', body: 'Top road.', ...more };
    const { error } = await owner.from('notices').insert(row);
    if (error) throw error;
    return row.id;
  };
  const confirm = (notice_id: string) =>
    driver
      .from('notice_reads')
      .insert({ id: crypto.randomUUID(), user_id: owner.id, notice_id, edition: 1, acknowledged: true });

  test('can’t keep its confirmations for changed text by not requiring confirmation in between', async () => {
    const id = await postNotice({ requires_ack: true });
    await confirm(id);
    const edit = (fields: Database['public']['Tables']['notices']['Update']) =>
      owner.from('notices').update(fields).eq('id', id);
    const edition = async () => (await owner.from('notices').select('edition').eq('id', id).single()).data?.edition;
    await edit({ requires_ack: false });
    expect(await edition()).toBe(1);
    await edit({ body: 'The bridge takes 40 tonnes.' });
    await edit({ requires_ack: true });
    expect(await edition()).toBe(2);
    await edit({ requires_ack: false, body: 'The bridge takes 60 tonnes.' });
    await edit({ requires_ack: true });
    expect(await edition()).toBe(3);
  });

  test('that is deleted leaves its confirmations in the log', async () => {
    const id = await postNotice({ requires_ack: true });
    await confirm(id);
    await owner.from('notices').delete().eq('id', id);
    const { data } = await owner.from('audit_log').select('table_name, action, changed, actor_name').order('id');
    expect(data).toContainEqual({
      table_name: 'notice_reads',
      action: 'delete',
      changed: expect.objectContaining({ notice_id: id, created_by_name: 'Dan Driver', acknowledged: true }) as unknown,
      actor_name: 'Ann Holder',
    });
  });
});

describe('a note', () => {
  const note = (more: object = {}) => ({
    id: crypto.randomUUID(),
    user_id: owner.id,
    title: 'General',
    body: 'Seen',
    note_date: '2026-11-02',
    ...more,
  });
  const stored = async (id: string) => (await owner.from('notes').select('*').eq('id', id).single()).data;

  test('of an accident can’t be marked done by its author, nor by changing its title', async () => {
    const doneAccident = note({ title: 'Accident / near miss', action_done: true });
    await driver.from('notes').insert(doneAccident);
    expect(await stored(doneAccident.id)).toMatchObject({ accident: true, action_done: false, action_done_at: null });
    const plain = note({ needs_action: true, action_done: true });
    await driver.from('notes').insert(plain);
    await driver.from('notes').update({ title: 'Accident / near miss' }).eq('id', plain.id);
    expect(await stored(plain.id)).toMatchObject({ accident: true, action_done: false, action_done_by_name: null });
  });

  test('that was stored is recognised on a retry, whatever happened to the people and notes it names', async () => {
    const earlier = note();
    await owner.from('notes').insert({ ...earlier, shared: true });
    const kay = await backend.employeeOf(owner);
    const row = note({ follows: earlier.id, assigned_to: kay.id });
    const send = (more: object = {}) =>
      owner
        .from('notes')
        .upsert({ ...row, ...more }, { onConflict: 'user_id,id', ignoreDuplicates: true })
        .select('id');
    expect((await send()).data).toEqual([{ id: row.id }]);
    await owner.from('notes').delete().eq('id', earlier.id);
    await owner.rpc('remove_employee', { p_employee: kay.id });
    expect(await send()).toMatchObject({ data: [], error: null });
    // A note that is not stored yet is refused; the app can send it again without the link.
    expect((await send({ id: crypto.randomUUID() })).error).toMatchObject({
      details: 'deleted',
      message: 'The note that this one follows is not there any more.',
    });
  });

  test('can’t have NaN as its measurement, so that the farm’s list can be read', async () => {
    expect((await driver.from('notes').insert(note({ value_num: 'NaN' as never }))).error).toMatchObject({
      code: '23514',
      message: 'Enter a number like 12.5.',
    });
  });
});
