// Races of whole jobs, on Postgres with a session per request: a job that arrives several times at once is stored once,
// with all its parts, and nothing deadlocks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Columns } from '@/records/record';
import { jobContent, partId } from '@/records/jobs';
import { countJobRows, NO_JOB_ROWS } from '@tests/support/database/job-rows';
import { postgresAvailable } from '@tests/support/database/postgres';
import { failures, openRaces, SESSIONS, oneTo, type RaceAccount, type Races } from '@tests/support/database/races';

const ROWS = { works: 3, job_people: 2, job_machines: 2, job_fields: 2, job_materials: 2 };

describe.runIf(postgresAvailable())('races of whole jobs', () => {
  let races: Races;
  let account: RaceAccount;
  let machines: string[];
  let fields: string[];
  beforeAll(async () => {
    races = await openRaces();
  });
  beforeEach(async () => {
    account = await races.newAccount();
    const { holder } = account;
    const addTwo = (table: 'machines' | 'fields', more: object) =>
      account.asPerson(holder, async (sql) => {
        const named = ['First', 'Second'].map((name) => ({ user_id: holder, name, ...more }));
        const rows = await sql<{ id: string }[]>`insert into ${sql(`public.${table}`)} ${sql(named)} returning id`;
        return rows.map(({ id }) => id);
      });
    machines = await addTwo('machines', { machine_type: 'tractor' });
    fields = await addTwo('fields', { area_ha: 4.05 });
  });
  afterAll(() => races.close());

  const line = (more: Columns = {}): Columns => ({
    ...{ customer: 'Hill Farm', task_name: 'Foraging', chargeable_unit: 'acre', rate: 62, quantity: 10 },
    ...{ work_date: '2026-11-02', ...more },
  });
  const lists = (customer = 'Hill Farm', inOrder = <T>(all: readonly T[]) => all.slice()): Columns => ({
    lines: [line({ customer }), line({ customer, task_name: 'Carting', chargeable_unit: 'hour', rate: 38 })],
    people: inOrder([
      { person_id: account.driver, minutes: 400 },
      { name: 'Casual Carl', minutes: 390 },
    ]),
    machines: inOrder(machines).map((id) => ({ machine_id: id, hours: 6.5, meter_end: 2812 })),
    fields: inOrder(fields).map((id) => ({ field_id: id, area_ha: 2 })),
    materials: [
      { product: 'Wrap', quantity: 6, unit: 'roll', unit_price: 84.5 },
      { product: 'Additive', quantity: 12.5, unit: 'litre' },
    ],
  });
  /** Each attempt has its own recording time, as from a phone whose clock was corrected: it is still the same job. */
  const log = (id: string, content: Columns, at = 1, person = account.driver) =>
    account.asPerson(person, async (sql) => {
      const job = jobContent(id, content, `2026-11-02T17:00:${String(at).padStart(2, '0')}Z`);
      const rows = await sql<{ id: string }[]>`select id from public.log_job(${sql.json(job)})`;
      return rows.map((row) => row.id);
    });
  const undo = (id: string, person = account.driver) =>
    account.asPerson(person, (sql) => sql<{ kept: string | null }[]>`select kept from public.delete_job(${id})`);
  const rowsOf = (id: string) => countJobRows((text) => account.owner.unsafe(text), id);
  const linesOf = (id: string) => [id, partId(id, 'lines', 1), partId(id, 'materials', 0)];

  test('one job that arrives sixteen times at once is stored once, and each answer names its lines (F7)', async () => {
    for (const round of oneTo(5)) {
      const id = crypto.randomUUID();
      const settled = await Promise.allSettled(oneTo(SESSIONS).map((at) => log(id, lists(), at)));
      expect(failures(settled), `round ${round}`).toEqual([]);
      for (const one of settled) expect(one).toMatchObject({ value: linesOf(id) });
      expect(await rowsOf(id)).toEqual(ROWS);
    }
  });

  test('of two jobs with one key and different content, sent at once from two devices, one is refused (F7, F8)', async () => {
    for (const round of oneTo(10)) {
      const id = crypto.randomUUID();
      const settled = await Promise.allSettled([log(id, lists()), log(id, { ...lists(), people: [] })]);
      expect(failures(settled), `round ${round}`).toEqual([expect.stringContaining('"works_pkey"')]);
      const { job_people: people, ...others } = await rowsOf(id);
      expect(others).toEqual({ ...ROWS, job_people: undefined });
      expect([0, ROWS.job_people]).toContain(people);
    }
  });

  test('sixteen jobs at once for one new customer, with the same machines in different orders, are all stored (F8)', async () => {
    const ids = oneTo(SESSIONS).map(() => crypto.randomUUID());
    const settled = await Promise.allSettled(
      ids.map((id, at) =>
        log(
          id,
          lists('Moor End', (all) => (at % 2 === 0 ? all.slice() : all.toReversed())),
          at,
          at % 3 === 0 ? account.holder : account.driver,
        ),
      ),
    );
    expect(failures(settled)).toEqual([]);
    for (const id of ids) expect(await rowsOf(id)).toEqual(ROWS);
    expect(
      await account.owner`select name from public.customers where user_id = ${account.holder} and name = 'Moor End'`,
    ).toHaveLength(1);
  });

  test('a line that is changed while its job is sent again keeps the change (F4)', async () => {
    for (const round of oneTo(5)) {
      const id = crypto.randomUUID();
      await log(id, lists());
      const settled = await Promise.allSettled([
        ...oneTo(6).map((at) => log(id, lists(), at)),
        account.asPerson(account.holder, (sql) => sql`update public.works set quantity = 11 where id = ${id}`),
        account.asPerson(
          account.driver,
          (sql) => sql`update public.works set notes = 'wet' where id = ${partId(id, 'lines', 1)}`,
        ),
      ]);
      expect(failures(settled), `round ${round}`).toEqual([]);
      const rows = await account.owner`
        select quantity::int, notes from public.works where user_id = ${account.holder} and job_id = ${id} order by line`;
      expect(rows).toEqual([
        { quantity: 11, notes: null },
        { quantity: 10, notes: 'wet' },
        { quantity: 6, notes: null },
      ]);
      expect(await rowsOf(id)).toEqual(ROWS);
    }
  });

  test('people who are named on one job at once, while a line is added to it, are on all its lines', async () => {
    for (const round of oneTo(5)) {
      const id = crypto.randomUUID();
      await log(id, { ...lists(), people: [] }, 1, account.holder);
      const settled = await Promise.allSettled([
        ...oneTo(8).map((at) =>
          account.asPerson(
            account.holder,
            (sql) =>
              sql`insert into public.job_people (user_id, job_id, name) values (${account.holder}, ${id}, ${`P${at}`})`,
          ),
        ),
        ...oneTo(4).map((at) =>
          account.asPerson(
            account.holder,
            (sql) =>
              sql`insert into public.works ${sql({ ...line(), user_id: account.holder, job_id: id, line: 10 + at, created_by_name: '' })}`,
          ),
        ),
      ]);
      expect(failures(settled), `round ${round}`).toEqual([]);
      const rows = await account.owner`select distinct done_by_names from public.works where job_id = ${id}`;
      expect(rows).toEqual([{ done_by_names: oneTo(8).map((at) => `P${at}`) }]);
    }
  });

  test('a job that is undone while it is sent again is deleted with all its parts, and not inserted again (F4, F36)', async () => {
    for (const round of oneTo(10)) {
      const id = crypto.randomUUID();
      await log(id, lists());
      const again = Promise.allSettled(oneTo(6).map((at) => log(id, lists(), at)));
      const undone = await Promise.allSettled([undo(id), undo(id)]);
      expect(failures(undone), `round ${round}`).toEqual([]);
      // A repetition that arrives before the deletion adds nothing; a later one is told that the job was deleted.
      for (const message of failures(await again)) expect(message).toMatch(/^PostgresError: Deleted by /);
      expect(await rowsOf(id)).toEqual(NO_JOB_ROWS);
      expect(failures(await Promise.allSettled([log(id, lists())]))).toEqual([
        expect.stringMatching(/^PostgresError: Deleted by /),
      ]);
    }
  });

  test('a job that is undone while one of its lines is invoiced keeps that line, or the invoice is refused (F35)', async () => {
    for (const round of oneTo(10)) {
      const id = crypto.randomUUID();
      await log(id, lists());
      const [issued, undone] = await Promise.allSettled([
        account.asPerson(account.holder, (sql) => account.issue(sql, [id])),
        undo(id, account.holder),
      ]);
      expect(undone.status, `round ${round}`).toBe('fulfilled');
      const isBilled = issued.status === 'fulfilled';
      expect(await rowsOf(id)).toEqual(isBilled ? { ...ROWS, works: 1 } : NO_JOB_ROWS);
      expect(undone).toMatchObject({
        value: [{ kept: isBilled ? (expect.stringContaining('is on invoice') as string) : null }],
      });
    }
    expect(await account.numbers()).toEqual(oneTo((await account.numbers()).length));
  });
});
