// Races, on Postgres with a session for each request: numbers are given once and without a gap, work is billed once,
// and nothing waits for itself.
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { snapshotTemplate } from '@tests/support/database-snapshot';
import { postgresAvailable, startPostgres } from '@tests/support/postgres';
import { copyOf } from '@tests/support/template-database';

const SESSIONS = 12;
type Invoice = { id: string; invoice_number: string; sequence_no: number };
class TakeBack extends Error {}

describe.runIf(postgresAvailable())('races', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let owner: postgres.Sql;
  let sessions: postgres.Sql;
  let accounts = 0;
  let account: string;
  let driver: string;
  let customer: string;

  beforeAll(async () => {
    server = await startPostgres();
    const { url } = await copyOf(server.url, await snapshotTemplate(server.url));
    const quiet = { onnotice: () => undefined };
    owner = postgres(url, { max: 2, ...quiet });
    sessions = postgres(url, {
      max: SESSIONS,
      ...quiet,
      connection: { deadlock_timeout: '200ms', lock_timeout: 20_000 },
    });
  });
  afterAll(async () => {
    await owner.end();
    await sessions.end();
    await server.stop();
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
    const [row] =
      await owner`insert into public.customers (user_id, name) values (${account}, 'Hill Farm') returning id`;
    customer = String(row?.['id']);
  });

  /** A request of one person in a session and a transaction of its own. */
  const as = <T>(person: string, work: (sql: postgres.TransactionSql) => Promise<T>) =>
    sessions.begin(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: person, role: 'authenticated' })}, true)`;
      await sql`set local role authenticated`;
      return work(sql);
    }) as Promise<T>;

  const works = async (n: number): Promise<string[]> => {
    const rows = await owner<{ id: string }[]>`
      insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
      select ${account}, 'Hill Farm', 'Baling', 'bale', 2, 5, '2026-11-02', 'Ann' from generate_series(1, ${n}) returning id`;
    return rows.map(({ id }) => id);
  };
  const issue = async (sql: postgres.TransactionSql, workIds: string[], request: string = crypto.randomUUID()) => {
    const [invoice] = await sql<Invoice[]>`
      select id, invoice_number, sequence_no from public.issue_invoice(${request}, ${customer}, ${workIds}::uuid[])`;
    if (!invoice) throw new Error('no invoice came back');
    return invoice;
  };
  const numbers = async () => {
    const rows = await owner<
      { n: number }[]
    >`select sequence_no as n from public.invoices where user_id = ${account} order by 1`;
    return rows.map(({ n }) => n);
  };
  const next = async () => {
    const [row] = await owner`
      select c.next, s.next_number as shown from private.counters c join public.invoice_settings s using (user_id) where user_id = ${account}`;
    return row;
  };
  /** Everything that went wrong, by its message. */
  const failures = (settled: PromiseSettledResult<unknown>[]) =>
    settled.flatMap((one) =>
      one.status === 'rejected' && !(one.reason instanceof TakeBack) ? [String(one.reason)] : [],
    );
  const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1);

  test('M9: twelve at once for one account: no number twice, and none left out', async () => {
    const ids = await works(120);
    const settled = await Promise.allSettled(ids.map((id) => as(account, (sql) => issue(sql, [id]))));
    expect(failures(settled)).toEqual([]);
    expect(await numbers()).toEqual(upTo(120));
    expect(await next()).toEqual({ next: 121, shown: 121 });
  });

  test('M9: also when every twentieth is taken back', async () => {
    const ids = await works(120);
    const settled = await Promise.allSettled(
      ids.map((id, at) =>
        as(account, async (sql) => {
          const invoice = await issue(sql, [id]);
          if (at % 20 === 7) throw new TakeBack();
          return invoice;
        }),
      ),
    );
    expect(failures(settled)).toEqual([]);
    expect(await numbers()).toEqual(upTo(114));
    expect(await next()).toEqual({ next: 115, shown: 115 });
    const [free] =
      await owner`select count(*)::int as n from public.works where user_id = ${account} and invoice_id is null`;
    expect(free).toEqual({ n: 6 });
  });

  test('case 40: two ask for the same work, one gets it, the other takes no number', async () => {
    for (const round of upTo(15)) {
      const ids = await works(3);
      const settled = await Promise.allSettled([
        as(account, (sql) => issue(sql, ids)),
        as(account, (sql) => issue(sql, ids.slice(1).reverse())),
      ]);
      const number = `INV-${String(round).padStart(4, '0')}`;
      expect(failures(settled)).toEqual([`PostgresError: Some of this work is already on invoice ${number}.`]);
      expect(await next()).toEqual({ next: round + 1, shown: round + 1 });
    }
    expect(await numbers()).toEqual(upTo(15));
  });

  test('case 41: one request that arrives many times makes one invoice', async () => {
    for (const round of upTo(10)) {
      const ids = await works(2);
      const request = crypto.randomUUID();
      const invoices = await Promise.all(upTo(SESSIONS).map(() => as(account, (sql) => issue(sql, ids, request))));
      expect(new Set(invoices.map(({ id }) => id)).size).toBe(1);
      expect(invoices[0]?.sequence_no).toBe(round);
    }
    expect(await numbers()).toEqual(upTo(10));
  });

  test('settings that are saved meanwhile wait for nobody who waits for them', async () => {
    const ids = await works(60);
    const upsert = (text: string) =>
      as(
        account,
        (sql) => sql`
        insert into public.invoice_settings (user_id, footer_text) values (${account}, ${text})
        on conflict (user_id) do update set user_id = excluded.user_id, footer_text = excluded.footer_text`,
      );
    const update = (text: string) =>
      as(
        account,
        (sql) =>
          sql`update public.invoice_settings set footer_text = ${text}, currency = 'GBP' where user_id = ${account}`,
      );
    const settled = await Promise.allSettled(
      ids.flatMap((id, at) => [as(account, (sql) => issue(sql, [id])), upsert(`a${at}`), update(`b${at}`)]),
    );
    expect(failures(settled)).toEqual([]);
    expect(await numbers()).toEqual(upTo(60));
    expect(await next()).toEqual({ next: 61, shown: 61 });
  });

  test('a number that is raised meanwhile is never given twice, and never goes back', async () => {
    const ids = await works(40);
    const settled = await Promise.allSettled(
      ids.flatMap((id, at) => [
        as(account, (sql) => issue(sql, [id])),
        ...(at % 10 === 5
          ? [
              as(
                account,
                (sql) => sql`update public.invoice_settings set next_number = ${at * 10} where user_id = ${account}`,
              ),
            ]
          : []),
      ]),
    );
    expect(
      failures(settled).filter((message) => !message.includes('is already used. The next number must be')),
    ).toEqual([]);
    const given = await numbers();
    expect(new Set(given).size).toBe(40);
    expect(await next()).toEqual({ next: Number(given.at(-1)) + 1, shown: Number(given.at(-1)) + 1 });
  });

  test('an entry that is changed while it is billed is billed as it stands', async () => {
    for (let round = 0; round < 15; round += 1) {
      const [id = ''] = await works(1);
      const settled = await Promise.allSettled([
        as(account, (sql) => issue(sql, [id])),
        as(account, (sql) => sql`update public.works set rate = 9 where id = ${id}`),
        as(driver, (sql) => sql`update public.works set rate = 9 where id = ${id}`),
      ]);
      for (const message of failures(settled)) expect(message).toContain('Take it off the invoice first.');
      const [row] = await owner`
        select w.total_value = (i.lines -> 0 ->> 'net')::numeric as same, i.total = w.total_value as total
        from public.works w join public.invoices i on i.user_id = w.user_id and i.id = w.invoice_id where w.id = ${id}`;
      expect(row).toEqual({ same: true, total: true });
    }
  });

  test('marking, withdrawing and issuing at once leave works and invoices agreed', async () => {
    const ids = await works(48);
    const invoices = await Promise.all(ids.slice(0, 36).map((id) => as(account, (sql) => issue(sql, [id]))));
    const all = invoices.map(({ id }) => id);
    const settled = await Promise.allSettled([
      ...all.map((id) => as(account, (sql) => sql`select public.withdraw_invoice(${crypto.randomUUID()}, ${id})`)),
      ...[all, all.toReversed(), all.slice(5), all.slice(0, 20).toReversed()].map((some) =>
        as(account, (sql) => sql`select public.mark_invoices(${crypto.randomUUID()}, ${some}::uuid[], 'sent')`),
      ),
      ...ids.slice(36).map((id) => as(account, (sql) => issue(sql, [id]))),
    ]);
    for (const message of failures(settled)) expect(message).toMatch(/is cancelled\.|has been sent\./);
    const apart = await owner`
      select i.invoice_number from public.invoices i left join public.works w on w.user_id = i.user_id and w.invoice_id = i.id
      where i.user_id = ${account} and ((i.voided_at is null) = (w.id is null) or w.invoice_sent_at is distinct from i.sent_at)`;
    expect([...apart]).toEqual([]);
    expect(await numbers()).toEqual(upTo(48));
  });

  test('two people who type the same new customer at once make one customer, and both entries are kept', async () => {
    for (let round = 0; round < 10; round += 1) {
      const name = `New Farm ${round}`;
      const log = (person: string, written: string) =>
        as(
          person,
          (sql) =>
            sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values (${written}, 'Baling', 'bale', '2026-11-02')`,
        );
      const settled = await Promise.allSettled([
        ...upTo(5).map(() => log(account, name)),
        ...upTo(5).map(() => log(driver, ` ${name.toUpperCase()} `)),
      ]);
      expect(failures(settled)).toEqual([]);
      const [row] = await owner`
        select count(distinct c.id)::int as customers, count(w.id)::int as works from public.customers c
        join public.works w on w.user_id = c.user_id and w.customer_id = c.id where c.user_id = ${account} and lower(c.name) = ${name.toLowerCase()}`;
      expect(row).toEqual({ customers: 1, works: 10 });
    }
  });

  test('a customer that is deleted while work is logged for them takes none of it along', async () => {
    for (let round = 0; round < 15; round += 1) {
      await owner`insert into public.customers (user_id, name) values (${account}, ${`Gone ${round}`})`;
      const settled = await Promise.allSettled([
        as(
          driver,
          (sql) =>
            sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values (${`Gone ${round}`}, 'Baling', 'bale', '2026-11-02')`,
        ),
        as(account, (sql) => sql`delete from public.customers where name = ${`Gone ${round}`}`),
      ]);
      const logged = settled[0].status === 'fulfilled';
      const [row] =
        await owner`select count(*)::int as n from public.works where user_id = ${account} and customer = ${`Gone ${round}`}`;
      expect(row).toEqual({ n: logged ? 1 : 0 });
      for (const message of failures(settled))
        expect(message).toMatch(/has 1 work entry\. Archive instead\?|foreign key/);
    }
  });
});
