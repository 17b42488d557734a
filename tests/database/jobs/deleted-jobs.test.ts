// Deleted jobs: the lines and parts that were deleted together are restored together, and erased together.
import { beforeEach, describe, expect, test } from 'vitest';
import { jobContent, partId } from '@/records/jobs';
import { deletedWorksHelpers, NOT_RESTORABLE, line, type Row } from '@tests/database/works/deleted-works-helpers';
import { countJobRows, NO_JOB_ROWS } from '@tests/support/database/job-rows';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';

const { people, remove, restore, erase, listDeleted, stored, logOf } = deletedWorksHelpers();
let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeEach(() => {
  ({ backend, owner, driver } = people());
});

describe('a whole job', () => {
  let job: string;
  const parts = {
    works: 'job_id',
    job_people: 'job_id',
    job_machines: 'job_id',
    job_fields: 'job_id',
    job_materials: 'job_id',
    job_signoffs: 'job_id',
    job_costs: 'job_id',
    machine_readings: 'source_id',
  };
  const all = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(parts).map(async ([table, column]) => [table, await stored(table, column, job)] as const),
      ),
    );
  const counts = async () =>
    Object.fromEntries(Object.entries(await all()).map(([table, rows]) => [table, rows.length]));
  const WHOLE = {
    ...{ works: 3, job_people: 2, job_machines: 1, job_fields: 1, job_materials: 2, job_signoffs: 2 },
    ...{ job_costs: 2, machine_readings: 1 },
  };
  let invoices: InvoicingAccount;
  let machine: string;
  let field: string;
  beforeEach(async () => {
    invoices = await setUpInvoicing(backend, owner);
    job = crypto.randomUUID();
    machine = crypto.randomUUID();
    field = crypto.randomUUID();
    const added = [
      await owner
        .from('machines')
        .insert({ id: machine, user_id: owner.id, name: 'Fendt 724', machine_type: 'tractor' }),
      await owner.from('fields').insert({ id: field, user_id: owner.id, name: 'Long Meadow', area_ha: 4.05 }),
      await owner.from('people_costs').insert({
        id: crypto.randomUUID(),
        user_id: owner.id,
        name: 'Casual Carl',
        hourly_cost: 11,
        valid_from: '2026-01-01',
      }),
    ];
    expect(added.map(({ error }) => error)).toEqual([null, null, null]);
    const lists = {
      lines: [line(), line({ task_name: 'Carting', chargeable_unit: 'hour', rate: 38, quantity: 6 })],
      people: [
        { person_id: driver.id, minutes: 400 },
        { name: 'Casual Carl', start_time: '08:00', finish_time: '16:30', breaks: 30 },
      ],
      machines: [{ machine_id: machine, hours: 6.5, meter_end: 2812 }],
      fields: [{ field_id: field, area_ha: 4.05, part: 'north' }],
      materials: [
        { product: 'Wrap', quantity: 6, unit: 'roll', unit_price: 84.5, unit_cost: 70 },
        { product: 'Additive', quantity: 12.5, unit: 'litre', batch: 'B7' },
      ],
    };
    const { error } = await owner.rpc('log_job', { p_job: jobContent(job, lists as never, '2026-11-02T17:00:00Z') });
    expect(error).toBeNull();
    for (const signed_name of ['J Hill', 'P Hill']) {
      const { error: refused } = await owner.from('job_signoffs').insert({
        id: crypto.randomUUID(),
        user_id: owner.id,
        job_id: job,
        signed_name,
        signature: 'M1 1L2 2',
        signed_at: '2026-11-02T17:10:00Z',
        content_hash: 'a'.repeat(64),
      });
      expect(refused).toBeNull();
    }
  });

  test('is one entry of the list, and is restored with its lines, parts, costs, signatures and readings', async () => {
    const before = await all();
    expect(await counts()).toEqual(WHOLE);
    expect((await owner.rpc('delete_job', { p_job_id: job })).error).toBeNull();
    expect(await counts()).toEqual(Object.fromEntries(Object.keys(WHOLE).map((table) => [table, 0])));
    const entries = await listDeleted();
    expect(entries).toMatchObject([{ id: job, customer: 'Hill Farm' }]);
    expect((entries[0]?.lines as Row[] | undefined)?.map(({ task_name }) => task_name)).toEqual([
      'Foraging',
      'Carting',
      'Wrap',
    ]);
    // The restored job keeps its cost of labour, although the hourly cost has changed.
    await owner.from('people_costs').update({ hourly_cost: 15 }).eq('name', 'Casual Carl');
    expect(await restore(partId(job, 'lines', 1))).toBe(3);
    expect(await all()).toEqual(before);
    const [reading] = await backend.sql(
      'select current_reading::float8 as reading from public.machines where id = $1',
      [machine],
    );
    expect(reading).toEqual({ reading: 2812 });
    expect(await listDeleted()).toEqual([]);
  });

  test('is restored with only the names of a machine, a field and a person that were deleted meanwhile', async () => {
    await owner.rpc('delete_job', { p_job_id: job });
    await owner.from('machines').delete().eq('id', machine);
    await owner.from('fields').delete().eq('id', field);
    await backend.sql('delete from auth.users where id = $1', [driver.id]);
    expect(await restore(job)).toBe(3);
    expect(await counts()).toEqual({ ...WHOLE, machine_readings: 0 });
    expect(await stored('job_machines', 'job_id', job)).toMatchObject([
      { machine_id: null, machine_name: 'Fendt 724', meter_end: 2812 },
    ]);
    expect(await stored('job_fields', 'job_id', job)).toMatchObject([{ field_id: null, field_name: 'Long Meadow' }]);
    expect((await stored('job_people', 'job_id', job)).find(({ minutes }) => minutes === 400)).toMatchObject({
      person_id: null,
      name: expect.stringContaining('Dan') as string,
    });
  });

  test('a line that was deleted alone is restored to its job, and the job’s other lines and parts stay', async () => {
    const before = await all();
    const carting = partId(job, 'lines', 1);
    await remove(owner, carting);
    expect(await listDeleted()).toMatchObject([{ id: carting, lines: [{ task_name: 'Carting' }] }]);
    expect(await restore(carting)).toBe(1);
    expect(await all()).toEqual(before);
    // The line on which a material is charged.
    const wrap = partId(job, 'materials', 0);
    await remove(owner, wrap);
    expect(await restore(wrap)).toBe(1);
    expect(await all()).toEqual(before);
  });

  test('lines that were deleted one by one can be restored one by one, in any order', async () => {
    const before = await all();
    const [carting, wrap] = [partId(job, 'lines', 1), partId(job, 'materials', 0)];
    for (const id of [job, carting, wrap]) await remove(owner, id);
    expect(await listDeleted()).toHaveLength(3);
    for (const id of [wrap, carting, job]) expect(await restore(id)).toBe(1);
    expect(await all()).toEqual(before);
  });

  test('with a line on an invoice only the other lines are deleted and restored: what was on it stays', async () => {
    const { error } = await invoices.issue([job]);
    expect(error).toBeNull();
    expect((await owner.from('works').delete().eq('id', job)).error?.message).toMatch(/Take it off the invoice first/);
    const before = await all();
    expect((await owner.rpc('delete_job', { p_job_id: job })).data?.[0]?.kept).toMatch(
      /^One line of this job is on invoice .*, so it stays, with the people, machines, fields and materials of the job\. The other lines are deleted\.$/,
    );
    expect(await all()).toEqual({
      ...before,
      works: before['works']?.filter(({ id }) => id === job),
      // The line on which it is charged is gone; what was used is not.
      job_materials: before['job_materials']?.map((row) => ({ ...row, work_id: null })),
    });
    // A repetition deletes nothing more.
    expect((await owner.rpc('delete_job', { p_job_id: job })).data?.[0]?.kept).toMatch(/so it stays, .* of the job\.$/);
    expect(await listDeleted()).toMatchObject([{ lines: [{ task_name: 'Carting' }, { task_name: 'Wrap' }] }]);
    expect(await restore(partId(job, 'lines', 1))).toBe(2);
    expect(await all()).toEqual(before);
  });

  test('with a line on an invoice is not deleted by an employee, neither as a whole nor line by line', async () => {
    const own = crypto.randomUUID();
    const lists = {
      lines: [line(), line({ task_name: 'Carting', chargeable_unit: 'hour', rate: 38, quantity: 6 })],
      people: [{ person_id: driver.id, minutes: 400 }],
      machines: [{ machine_id: machine, hours: 6.5, meter_end: 2820 }],
    };
    expect((await driver.rpc('log_job', { p_job: jobContent(own, lists as never, '') })).error).toBeNull();
    expect((await invoices.issue([own])).error).toBeNull();
    const rows = () => Promise.all(Object.entries(parts).map(([table, column]) => stored(table, column, own)));
    const before = await rows();
    const refused = 'A line of this job is on an invoice, so only the account holder can delete from it.';
    expect((await driver.rpc('delete_job', { p_job_id: own })).error).toMatchObject({
      code: '23514',
      message: refused,
    });
    const carting = partId(own, 'lines', 1);
    expect((await driver.from('works').delete().eq('id', carting)).error?.message).toBe(refused);
    expect(await rows()).toEqual(before);
    // The account holder can, and may take the line off the invoice first.
    await remove(owner, carting);
    expect((await stored('job_machines', 'job_id', own)).length).toBe(1);
  });

  test('of which a line of another person stays keeps what was on it', async () => {
    const own = crypto.randomUUID();
    const lists = {
      lines: [line()],
      people: [{ name: 'Casual Carl', minutes: 60 }],
      machines: [{ machine_id: machine }],
    };
    expect((await driver.rpc('log_job', { p_job: jobContent(own, lists as never, '') })).error).toBeNull();
    const added = await owner
      .from('works')
      .insert({ id: crypto.randomUUID(), job_id: own, line: 2, ...line({ task_name: 'Carting' }) });
    expect(added.error).toBeNull();
    expect((await driver.rpc('delete_job', { p_job_id: own })).data?.[0]?.kept).toBe(
      'Lines of other people stay, and so does what was on the job. Yours are deleted.',
    );
    expect(await countJobRows((text) => backend.sql(text), own)).toEqual({
      ...NO_JOB_ROWS,
      ...{ works: 1, job_people: 1, job_machines: 1 },
    });
  });

  test('a deleted line can’t be restored if its job has moved to another day', async () => {
    const carting = partId(job, 'lines', 1);
    await remove(owner, carting);
    await owner.from('works').update({ work_date: '2026-11-03' }).eq('id', job);
    expect(await restore(carting)).toBe('All lines of a job have the same customer and the same date.');
    expect(await listDeleted()).toHaveLength(1);
  });

  test('that is erased leaves no content in the log, and can’t be restored or inserted again', async () => {
    const photo = crypto.randomUUID();
    const storage_path = `${owner.id}/works/${job}/${photo}.jpg`;
    await owner.from('works').update({ notes: 'Secret' }).eq('id', job);
    const { error } = await owner
      .from('attachments')
      .insert({ id: photo, user_id: owner.id, parent_id: job, storage_path, mime: 'image/jpeg', bytes: 1 });
    expect(error).toBeNull();
    await owner.rpc('delete_job', { p_job_id: job });
    expect(await erase(job)).toEqual([storage_path]);
    const [left] = await backend.sql<{ withContent: number; erasures: number }>(
      `select count(*) filter (where changed <> '{}')::int as "withContent",
       count(*) filter (where action = 'erase')::int as erasures
       from public.audit_log where user_id = $1 and table_name not in ('people_costs', 'machines')`,
      [owner.id],
    );
    expect(left).toEqual({ withContent: 0, erasures: 3 });
    expect(await logOf(job)).toMatchObject([
      { action: 'update' },
      { action: 'delete', actor_name: 'Ann Holder' },
      { action: 'erase' },
    ]);
    expect(await listDeleted()).toEqual([]);
    expect(await restore(job)).toBe(NOT_RESTORABLE);
    expect(await erase(job)).toMatch(/erased already/);
    const again = await owner.from('works').insert({ id: job, ...line() });
    expect(again.error?.message).toMatch(/^Deleted by Ann Holder on/);
  });
});
