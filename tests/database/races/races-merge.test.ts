// Merging customers during other work, on Postgres with a session per request: nothing stays with the old customer, no
// invoice is missed, no cycle of names arises, and nothing deadlocks.
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import { copyOnServer } from '@tests/support/database/shared-server';

const ROUNDS = 12;

describe.runIf(postgresAvailable())('merging customers during other work', () => {
  let copy: Awaited<ReturnType<typeof copyOnServer>>;
  let owner: postgres.Sql;
  let sessions: postgres.Sql;
  let accounts = 0;
  let account: string;
  let driver: string;

  beforeAll(async () => {
    copy = await copyOnServer();
    const { url } = copy;
    const options = { onnotice: () => undefined };
    owner = postgres(url, { max: 2, ...options });
    sessions = postgres(url, { max: 12, ...options, connection: { deadlock_timeout: '200ms', lock_timeout: 20_000 } });
  });
  afterAll(async () => {
    await owner.end();
    await sessions.end();
    await copy.drop();
  });

  const signUp = async (email: string) => {
    const id = crypto.randomUUID();
    await owner`insert into auth.users (id, email) values (${id}, ${email})`;
    return id;
  };
  beforeEach(async () => {
    accounts += 1;
    account = await signUp(`owner${accounts}@example.test`);
    driver = await signUp(`driver${accounts}@example.test`);
    await owner`update public.profiles set role = 'employee', admin_id = ${account} where id = ${driver}`;
    await owner`insert into public.invoice_settings (user_id, business_name, address_line1, vat_registered) values (${account}, 'B', '1 Yard', false)`;
  });

  const asPerson = <T>(person: string, work: (sql: postgres.TransactionSql) => Promise<T>) =>
    sessions.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await sql`set local role authenticated`;
      return work(sql);
    }) as Promise<T>;
  const addCustomer = async (name: string) => {
    const [row] = await owner`insert into public.customers (user_id, name) values (${account}, ${name}) returning id`;
    return String(row?.['id']);
  };
  const addWorks = async (name: string, n: number): Promise<string[]> => {
    const rows = await owner<{ id: string }[]>`
      insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
      select ${account}, ${name}, 'Baling', 'bale', 2, 5, '2026-11-02', 'Ann' from generate_series(1, ${n}) returning id`;
    return rows.map(({ id }) => id);
  };
  const merge = (from: string, into: string) =>
    asPerson(account, (sql) => sql`select public.merge_customers(${crypto.randomUUID()}, ${from}, ${into})`);
  const logWork = (person: string, name: string) =>
    asPerson(
      person,
      (sql) =>
        sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values (${name}, 'Topping', 'bale', '2026-11-02')`,
    );
  const failures = (settled: PromiseSettledResult<unknown>[]) =>
    settled.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  /** Rows still under a merged customer: there must be none. */
  const rowsOfMergedCustomers = async () => {
    const rows = await owner`
      select w.customer from public.works w join public.customers c on c.user_id = w.user_id and c.id = w.customer_id
      where w.user_id = ${account} and c.merged_into is not null
      union all
      select i.invoice_number from public.invoices i join public.customers c on c.user_id = i.user_id and c.id = i.customer_id
      where i.user_id = ${account} and c.merged_into is not null`;
    return [...rows];
  };

  test('a concurrent invoice for the old customer is moved, or not issued', async () => {
    let issued = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, into] = [await addCustomer(`Smith ${round}`), await addCustomer(`Son ${round}`)];
      const ids = await addWorks(`Smith ${round}`, 3);
      const calls = [
        () =>
          asPerson(account, (sql) => sql`select public.issue_invoice(${crypto.randomUUID()}, ${from}, ${ids}::uuid[])`),
        () => merge(from, into),
      ];
      const settled = await Promise.allSettled((round % 2 ? calls : calls.toReversed()).map((call) => call()));
      const refused = failures(settled);
      for (const message of refused) expect(message).toContain('was merged into another customer. Choose that one.');
      issued += 1 - refused.length;
      const rows = await owner`
        select distinct w.customer, w.customer_id, w.invoice_number is not null as billed, i.customer_id as invoiced,
          i.customer_snapshot ->> 'name' as printed
        from public.works w left join public.invoices i on i.user_id = w.user_id and i.id = w.invoice_id
        where w.user_id = ${account} and w.id = any (${ids}::uuid[])`;
      expect([...rows]).toEqual([
        refused.length === 0
          ? { customer: `Smith ${round}`, customer_id: into, billed: true, invoiced: into, printed: `Smith ${round}` }
          : { customer: `Son ${round}`, customer_id: into, billed: false, invoiced: null, printed: null },
      ]);
    }
    expect(await rowsOfMergedCustomers()).toEqual([]);
    const [last] =
      await owner`select max(sequence_no) as n, count(*)::int as all from public.invoices where user_id = ${account}`;
    expect(last).toEqual({ n: issued || null, all: issued });
  });

  test('concurrent entries under either name, edits, renames of both and new prices end up with the target', async () => {
    const [task] = await owner`insert into public.tasks (user_id, name) values (${account}, 'Baling') returning id`;
    const taskId = String(task?.['id']);
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, into] = [await addCustomer(`Smith ${round}`), await addCustomer(`Son ${round}`)];
      const old = await addWorks(`Smith ${round}`, 4);
      const other = await addWorks(`Son ${round}`, 2);
      const price = (id: string, from: string) =>
        asPerson(
          account,
          (sql) => sql`select public.set_price(${crypto.randomUUID()}, ${taskId}, 'acre', 5, ${from}, null, ${id})`,
        );
      await price(from, '2026-01-01');
      const edit = (id: string, change: object) =>
        asPerson(account, (sql) => sql`update public.works set ${sql(change)} where id = ${id}`);
      const rename = (id: string, name: string) =>
        asPerson(account, (sql) => sql`update public.customers set name = ${name} where id = ${id}`);
      const settled = await Promise.allSettled([
        logWork(driver, `Smith ${round}`),
        edit(old[0] ?? '', { customer: `Son ${round}` }),
        rename(from, `Smith ${round} of the Hill`),
        merge(from, into),
        logWork(account, `Son ${round}`),
        edit(old[1] ?? '', { quantity: 7 }),
        edit(other[0] ?? '', { customer: `Smith ${round}` }),
        rename(into, `Son ${round} of the Hill`),
        price(into, '2026-02-01'),
        price(from, '2026-03-01'),
        logWork(driver, `Smith ${round}`),
      ]);
      // Requests after the merge are refused with the new name or the existing price; none deadlocks.
      for (const message of failures(settled))
        expect(message).toMatch(/was merged into Son .*\. Change that one\.|there is a price of £5\.00 already/);
      expect(settled[3].status).toBe('fulfilled');
    }
    expect(await rowsOfMergedCustomers()).toEqual([]);
  });

  test('concurrent entries under the old name alone end up with the target', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [from, into] = [await addCustomer(`Smith ${round}`), await addCustomer(`Son ${round}`)];
      const settled = await Promise.allSettled([
        ...[1, 2, 3].map(() => logWork(driver, `Smith ${round}`)),
        merge(from, into),
        ...[1, 2, 3].map(() => logWork(account, ` smith ${round}`)),
      ]);
      expect(failures(settled)).toEqual([]);
      const rows =
        await owner`select customer, count(*)::int as n from public.works where customer_id = ${into} group by 1`;
      expect([...rows]).toEqual([{ customer: `Son ${round}`, n: 6 }]);
    }
    expect(await rowsOfMergedCustomers()).toEqual([]);
  });

  test('concurrent merges: no cycle, and every name resolves directly to an active customer', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [a, b, c] = [
        await addCustomer(`A ${round}`),
        await addCustomer(`B ${round}`),
        await addCustomer(`C ${round}`),
      ];
      const settled = await Promise.allSettled([merge(a, b), merge(b, c), merge(c, a), merge(b, a)]);
      for (const message of failures(settled))
        expect(message).toMatch(/was merged already|was merged into another customer|is archived/);
      const rows = await owner<{ used: boolean }[]>`
        select t.active and t.merged_into is null as used from public.customers m
        join public.customers t on t.user_id = m.user_id and t.id = m.merged_into
        where m.user_id = ${account} and m.id in (${a}, ${b}, ${c})`;
      // Three names need two merges; a third would close the cycle.
      expect(rows.map(({ used }) => used)).toEqual([true, true]);
    }
  });
});
