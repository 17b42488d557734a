// Races of mails: one request is one mail, the last mail of the daily limit is sent once, a reminder is taken by one
// run, and a mail's final state does not depend on whether its event or its response came first.
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import { failures, openRaces, SESSIONS, oneTo, type RaceAccount, type Races } from '@tests/support/database/races';

const MONDAY = '2026-12-07T10:00:00Z';

describe.runIf(postgresAvailable())('races of mails', () => {
  let races: Races;
  let account: RaceAccount;
  let sessions: postgres.Sql;
  let invoices: { id: string; invoice_number: string }[];

  beforeAll(async () => {
    races = await openRaces();
    sessions = postgres(races.url, {
      max: SESSIONS,
      onnotice: () => undefined,
      connection: { deadlock_timeout: '200ms' },
    });
  });
  beforeEach(async () => {
    await sessions`delete from private.allowances`;
    ({ account, invoices } = await accountWithInvoices());
  });
  afterAll(async () => {
    await sessions.end();
    await races.close();
  });

  /** An account with sixteen invoices whose files are stored. */
  const accountWithInvoices = async () => {
    const newAccount = await races.newAccount();
    const works = await newAccount.works(16);
    const issued = await Promise.all(
      works.map((id) => newAccount.asPerson(newAccount.holder, (sql) => newAccount.issue(sql, [id]))),
    );
    await newAccount.owner`
      update public.invoices set pdf_path = user_id || '/' || id || '.pdf', pdf_version = 'first' where user_id = ${newAccount.holder}`;
    await newAccount.owner`
      insert into storage.objects (bucket_id, name, version)
      select 'invoices', pdf_path, pdf_version from public.invoices where user_id = ${newAccount.holder}`;
    await newAccount.owner`update auth.users set email_confirmed_at = now() where id = ${newAccount.holder}`;
    await newAccount.owner`update public.profiles set created_at = now() - interval '1 year' where id = ${newAccount.holder}`;
    return { account: newAccount, invoices: issued };
  };

  /** A call of one of the service functions. */
  const service = <T>(work: (sql: postgres.TransactionSql) => Promise<T>) =>
    sessions.begin(async (sql) => {
      await sql`set local role service_role`;
      return work(sql);
    }) as Promise<T>;
  const begin = (at: number, to = `a${at}@y.test`, request: string = crypto.randomUUID()) =>
    service(async (sql) => {
      const [row] = await sql<{ job: { id: string } }[]>`
        select public.begin_invoice_mail(${account.holder}, ${request}, ${invoices[at % 16]?.invoice_number ?? ''}, ${to}) as job`;
      return row?.job.id ?? '';
    });
  const mails = () =>
    account.owner<{ id: string; state: string; invoice_id: string }[]>`
      select id, state, invoice_id from public.invoice_mails where user_id = ${account.holder}`;

  test('the same request sent sixteen times makes one mail', async () => {
    const request = crypto.randomUUID();
    const ids = await Promise.all(oneTo(16).map(() => begin(0, 'a@y.test', request)));
    expect(new Set(ids).size).toBe(1);
    expect(await mails()).toHaveLength(1);
  });

  test('of sixteen mails at once with one left of the daily limit, one is sent (A87)', async () => {
    await account.owner`
      insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name)
      select ${account.holder}, ${invoices[0]?.id ?? ''}, 'x@y.test', 'delivered', 'Ann' from generate_series(1, 19)`;
    const settled = await Promise.allSettled(oneTo(16).map((at) => begin(at)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(new Set(failures(settled))).toEqual(
      new Set([
        'PostgresError: That is all for today: 20 e-mails in 24 hours are the most. Download the PDF and mail it yourself, or send it later.',
      ]),
    );
    expect(await mails()).toHaveLength(20);
  });

  test('concurrent responses, events and marks: no deadlock, and the highest-ranked event counts', async () => {
    const startedIds = await Promise.all(oneTo(16).map((at) => begin(at - 1)));
    const events = ['delayed', 'delivered', 'bounced'];
    const settled = await Promise.allSettled(
      startedIds.flatMap((id, at) => [
        service((sql) => sql`select public.accept_invoice_mail(${account.holder}, ${id}, ${`re-${id}`})`),
        ...events.map((state) =>
          service((sql) => sql`select public.record_mail_event(${`${state}-${id}`}, ${`re-${id}`}, ${state})`),
        ),
        account.asPerson(
          account.holder,
          (sql) =>
            sql`select from public.mark_invoices(${crypto.randomUUID()}, array[${invoices[at]?.id ?? ''}]::uuid[], 'sent')`,
        ),
      ]),
    );
    expect(failures(settled)).toEqual([]);
    expect((await mails()).map(({ state }) => state)).toEqual(Array.from({ length: 16 }, () => 'bounced'));
    const [inconsistent] = await account.owner`
      select count(*)::int as n from public.invoices i join public.works w on w.user_id = i.user_id and w.invoice_id = i.id
      where i.user_id = ${account.holder} and (i.sent_at is null or w.invoice_sent_at is distinct from i.sent_at)`;
    expect(inconsistent).toEqual({ n: 0 });
  });

  test('sixteen concurrent runs of the reminders: each invoice is taken by one', async () => {
    await account.owner`update public.invoice_settings set reminders_on = true where user_id = ${account.holder}`;
    await account.owner`update public.customers set email = 'hill@farm.test' where user_id = ${account.holder}`;
    await account.owner`
      update public.profiles set subscription_status = 'active', subscription_ends_at = '2100-01-01' where id = ${account.holder}`;
    await account.owner`
      update public.invoices set sent_at = now(), due_date = '2026-11-30' where user_id = ${account.holder}`;
    const jobs = await Promise.all(
      oneTo(16).map(() =>
        service((sql) => sql<{ job: { number: string } }[]>`select job from public.take_reminders(${MONDAY}, 5) job`),
      ),
    );
    const numbers = jobs.flat().map(({ job }) => job.number);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await mails()).toHaveLength(numbers.length);
    // An invoice that a run skipped because another run had locked it is taken by the next run.
    for (let more = 1; more > 0;) {
      // One address gets at most ten from one account in a day.
      await account.owner`delete from private.allowances`;
      more = (await service((sql) => sql`select from public.take_reminders(${MONDAY}, 5)`)).length;
    }
    const all = await mails();
    expect(new Set(all.map((mail) => mail.invoice_id)).size).toBe(16);
    expect(all).toHaveLength(16);
  });

  test('concurrent reminders of trial and paying accounts: no deadlock', async () => {
    const other = await accountWithInvoices();
    await account.owner`
      update public.profiles set subscription_status = 'active', subscription_ends_at = '2100-01-01' where id = ${account.holder}`;
    await account.owner`
      update public.profiles set subscription_status = 'trialing', trial_ends_at = '2100-01-01' where id = ${other.account.holder}`;
    const accounts = [account.holder, other.account.holder];
    await account.owner`update public.invoice_settings set reminders_on = true where user_id = any (${accounts})`;
    await account.owner`update public.customers set email = 'hill' || user_id || '@farm.test' where user_id = any (${accounts})`;
    // Both accounts alternate, so that a run holds one's counts while it requests the other's.
    await account.owner`
      update public.invoices set sent_at = now(), due_date = date '2026-11-30' - (sequence_no % 6) where user_id = any (${accounts})`;
    const settled = await Promise.allSettled(
      oneTo(16).map(() => service((sql) => sql`select from public.take_reminders(${MONDAY}, 5)`)),
    );
    expect(failures(settled)).toEqual([]);
  });
});
