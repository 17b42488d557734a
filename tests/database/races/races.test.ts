// Races, on Postgres with a session per request: numbers are gapless without duplicates, work is billed once, and
// nothing deadlocks.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import { FULL } from '@tests/support/full';
import {
  failures,
  openRaces,
  SESSIONS,
  Rollback,
  oneTo,
  type RaceAccount,
  type Races,
} from '@tests/support/database/races';

const MANY = FULL ? 120 : 48;
const ROUNDS = FULL ? 15 : 6;

describe.runIf(postgresAvailable())('races of invoices and their works', () => {
  let races: Races;
  let account: RaceAccount;
  beforeAll(async () => {
    races = await openRaces();
  });
  beforeEach(async () => {
    account = await races.newAccount();
  });
  afterAll(() => races.close());

  test('sixteen concurrent sessions of one account: no number is repeated or left out (M9)', async () => {
    const ids = await account.works(MANY);
    const settled = await Promise.allSettled(
      ids.map((id) => account.asPerson(account.holder, (sql) => account.issue(sql, [id]))),
    );
    expect(failures(settled)).toEqual([]);
    expect(await account.numbers()).toEqual(oneTo(MANY));
    expect(await account.nextNumber()).toEqual({ next: MANY + 1, shown: MANY + 1 });
  });

  test('if every twentieth call is rolled back, no number is repeated or left out (M9)', async () => {
    const ids = await account.works(MANY);
    const isRolledBack = (_: string, at: number) => at % 20 === 7;
    const issued = MANY - ids.filter(isRolledBack).length;
    const settled = await Promise.allSettled(
      ids.map((id, at) =>
        account.asPerson(account.holder, async (sql) => {
          const invoice = await account.issue(sql, [id]);
          if (isRolledBack(id, at)) throw new Rollback();
          return invoice;
        }),
      ),
    );
    expect(failures(settled)).toEqual([]);
    expect(await account.numbers()).toEqual(oneTo(issued));
    expect(await account.nextNumber()).toEqual({ next: issued + 1, shown: issued + 1 });
    const [unbilled] =
      await account.owner`select count(*)::int as n from public.works where user_id = ${account.holder} and invoice_id is null`;
    expect(unbilled).toEqual({ n: MANY - issued });
  });

  test('two requests for the same work: one gets it, the other uses no number (case 40)', async () => {
    for (const round of oneTo(ROUNDS)) {
      const ids = await account.works(3);
      const settled = await Promise.allSettled([
        account.asPerson(account.holder, (sql) => account.issue(sql, ids)),
        account.asPerson(account.holder, (sql) => account.issue(sql, ids.slice(1).reverse())),
      ]);
      const number = `INV-${String(round).padStart(4, '0')}`;
      expect(failures(settled)).toEqual([`PostgresError: Some of this work is already on invoice ${number}.`]);
      expect(await account.nextNumber()).toEqual({ next: round + 1, shown: round + 1 });
    }
    expect(await account.numbers()).toEqual(oneTo(ROUNDS));
  });

  test('one request that arrives many times makes one invoice (case 41)', async () => {
    for (const round of oneTo(10)) {
      const ids = await account.works(2);
      const request = crypto.randomUUID();
      const invoices = await Promise.all(
        oneTo(SESSIONS).map(() => account.asPerson(account.holder, (sql) => account.issue(sql, ids, request))),
      );
      expect(new Set(invoices.map(({ id }) => id)).size).toBe(1);
      expect(invoices[0]?.sequence_no).toBe(round);
    }
    expect(await account.numbers()).toEqual(oneTo(10));
  });

  test('settings saved meanwhile cause no deadlock', async () => {
    const ids = await account.works(60);
    const upsert = (text: string) =>
      account.asPerson(
        account.holder,
        (sql) => sql`
        insert into public.invoice_settings (user_id, footer_text) values (${account.holder}, ${text})
        on conflict (user_id) do update set user_id = excluded.user_id, footer_text = excluded.footer_text`,
      );
    const update = (text: string) =>
      account.asPerson(
        account.holder,
        (sql) =>
          sql`update public.invoice_settings set footer_text = ${text}, currency = 'GBP' where user_id = ${account.holder}`,
      );
    const settled = await Promise.allSettled(
      ids.flatMap((id, at) => [
        account.asPerson(account.holder, (sql) => account.issue(sql, [id])),
        upsert(`a${at}`),
        update(`b${at}`),
      ]),
    );
    expect(failures(settled)).toEqual([]);
    expect(await account.numbers()).toEqual(oneTo(60));
    expect(await account.nextNumber()).toEqual({ next: 61, shown: 61 });
  });

  test('a number raised meanwhile is never given twice, and never goes back', async () => {
    const ids = await account.works(40);
    const settled = await Promise.allSettled(
      ids.flatMap((id, at) => [
        account.asPerson(account.holder, (sql) => account.issue(sql, [id])),
        ...(at % 10 === 5
          ? [
              account.asPerson(
                account.holder,
                (sql) =>
                  sql`update public.invoice_settings set next_number = ${at * 10} where user_id = ${account.holder}`,
              ),
            ]
          : []),
      ]),
    );
    expect(
      failures(settled).filter((message) => !message.includes('is already used. The next number must be')),
    ).toEqual([]);
    const numbers = await account.numbers();
    expect(new Set(numbers).size).toBe(40);
    // The last to raise it may have run after the last invoice.
    const counter = await account.nextNumber();
    expect(Number(counter?.['next'])).toBeGreaterThan(Number(numbers.at(-1)));
    expect(counter?.['shown']).toBe(counter?.['next']);
  });

  test('an entry changed while it is billed is billed in its current state', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [id = ''] = await account.works(1);
      const settled = await Promise.allSettled([
        account.asPerson(account.holder, (sql) => account.issue(sql, [id])),
        account.asPerson(account.holder, (sql) => sql`update public.works set rate = 9 where id = ${id}`),
        account.asPerson(account.driver, (sql) => sql`update public.works set rate = 9 where id = ${id}`),
      ]);
      for (const message of failures(settled)) expect(message).toContain('Take it off the invoice first.');
      const [row] = await account.owner`
        select w.total_value = (i.lines -> 0 ->> 'net')::numeric as same, i.total = w.total_value as total
        from public.works w join public.invoices i on i.user_id = w.user_id and i.id = w.invoice_id where w.id = ${id}`;
      expect(row).toEqual({ same: true, total: true });
    }
  });

  test('concurrent marking, withdrawing and issuing leave works and invoices consistent', async () => {
    const ids = await account.works(48);
    const invoices = await Promise.all(
      ids.slice(0, 36).map((id) => account.asPerson(account.holder, (sql) => account.issue(sql, [id]))),
    );
    const all = invoices.map(({ id }) => id);
    const settled = await Promise.allSettled([
      ...all.map((id) =>
        account.asPerson(account.holder, (sql) => sql`select public.withdraw_invoice(${crypto.randomUUID()}, ${id})`),
      ),
      ...[all, all.toReversed(), all.slice(5), all.slice(0, 20).toReversed()].map((subset) =>
        account.asPerson(
          account.holder,
          (sql) => sql`select public.mark_invoices(${crypto.randomUUID()}, ${subset}::uuid[], 'sent')`,
        ),
      ),
      ...ids.slice(36).map((id) => account.asPerson(account.holder, (sql) => account.issue(sql, [id]))),
    ]);
    for (const message of failures(settled)) expect(message).toMatch(/is cancelled\.|has been sent\./);
    const inconsistent = await account.owner`
      select i.invoice_number from public.invoices i left join public.works w on w.user_id = i.user_id and w.invoice_id = i.id
      where i.user_id = ${account.holder} and ((i.voided_at is null) = (w.id is null) or w.invoice_sent_at is distinct from i.sent_at)`;
    expect([...inconsistent]).toEqual([]);
    expect(await account.numbers()).toEqual(oneTo(48));
  });

  test('two people who type the same new customer at once create one customer, and both entries are kept', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `New Farm ${round}`;
      const logWork = (person: string, typedName: string) =>
        account.asPerson(
          person,
          (sql) =>
            sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values (${typedName}, 'Baling', 'bale', '2026-11-02')`,
        );
      const settled = await Promise.allSettled([
        ...oneTo(5).map(() => logWork(account.holder, name)),
        ...oneTo(5).map(() => logWork(account.driver, ` ${name.toUpperCase()} `)),
      ]);
      expect(failures(settled)).toEqual([]);
      const [row] = await account.owner`
        select count(distinct c.id)::int as customers, count(w.id)::int as works from public.customers c
        join public.works w on w.user_id = c.user_id and w.customer_id = c.id where c.user_id = ${account.holder} and lower(c.name) = ${name.toLowerCase()}`;
      expect(row).toEqual({ customers: 1, works: 10 });
    }
  });

  test('deleting a customer while work is logged for them deletes none of it', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await account.owner`insert into public.customers (user_id, name) values (${account.holder}, ${`Gone ${round}`})`;
      const settled = await Promise.allSettled([
        account.asPerson(
          account.driver,
          (sql) =>
            sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values (${`Gone ${round}`}, 'Baling', 'bale', '2026-11-02')`,
        ),
        account.asPerson(account.holder, (sql) => sql`delete from public.customers where name = ${`Gone ${round}`}`),
      ]);
      const logged = settled[0].status === 'fulfilled';
      const [row] =
        await account.owner`select count(*)::int as n from public.works where user_id = ${account.holder} and customer = ${`Gone ${round}`}`;
      expect(row).toEqual({ n: logged ? 1 : 0 });
      for (const message of failures(settled)) expect(message).toMatch(/has 1 work entry\.$|foreign key/);
    }
  });
});
