// Races of credit notes: both number series are gapless without duplicates, an invoice is credited once, and nothing
// deadlocks.
import type postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import {
  failures,
  openRaces,
  SESSIONS,
  Rollback,
  oneTo,
  type IssuedInvoice,
  type RaceAccount,
  type Races,
} from '@tests/support/database/races';

describe.runIf(postgresAvailable())('races of credit notes', () => {
  let races: Races;
  let account: RaceAccount;
  beforeAll(async () => {
    races = await openRaces();
  });
  beforeEach(async () => {
    account = await races.newAccount();
  });
  afterAll(() => races.close());

  const credit = async (sql: postgres.TransactionSql, id: string, request: string = crypto.randomUUID()) => {
    const [note] = await sql<IssuedInvoice[]>`
      select id, invoice_number, sequence_no from public.credit_invoice(${request}, ${id}, 'Wrong rate')`;
    if (!note) throw new Error('no credit note came back');
    return note;
  };
  /** Bills each work separately and marks the invoices sent; returns their ids. */
  const sentInvoices = async (workIds: string[]) => {
    const invoices = await Promise.all(
      workIds.map((id) => account.asPerson(account.holder, (sql) => account.issue(sql, [id]))),
    );
    const ids = invoices.map(({ id }) => id);
    await account.asPerson(
      account.holder,
      (sql) => sql`select from public.mark_invoices(${crypto.randomUUID()}, ${ids}::uuid[], 'sent')`,
    );
    return ids;
  };

  test('sixteen sessions issue and credit at once, every twentieth call is rolled back: both series are gapless (M9)', async () => {
    const ids = await account.works(160);
    const sent = await sentInvoices(ids.slice(0, 80));
    const run = (at: number, work: (sql: postgres.TransactionSql) => Promise<IssuedInvoice>) =>
      account.asPerson(account.holder, async (sql) => {
        const result = await work(sql);
        if (at % 20 === 7) throw new Rollback();
        return result;
      });
    const settled = await Promise.allSettled(
      sent.flatMap((id, at) => [
        run(at, (sql) => credit(sql, id)),
        run(at + 3, (sql) => account.issue(sql, [ids[at + 80] ?? ''])),
      ]),
    );
    expect(failures(settled)).toEqual([]);
    const series = await account.owner`
      select i.series, array_agg(i.sequence_no order by i.sequence_no) as numbers, max(c.next) as next
      from public.invoices i join private.counters c on c.user_id = i.user_id and c.series = i.series
      where i.user_id = ${account.holder} group by 1 order by 1`;
    expect([...series]).toEqual([
      { series: 'credit_note', numbers: oneTo(76), next: 77 },
      { series: 'invoice', numbers: oneTo(156), next: 157 },
    ]);
    const [freed] =
      await account.owner`select count(*)::int as n from public.works where user_id = ${account.holder} and invoice_id is null`;
    expect(freed).toEqual({ n: 76 + 4 });
  });

  test('two tabs credit one invoice at once: one credit note, and the other request is refused', async () => {
    const sent = await sentInvoices(await account.works(15));
    for (const [at, id] of sent.entries()) {
      const settled = await Promise.allSettled([
        account.asPerson(account.holder, (sql) => credit(sql, id)),
        account.asPerson(account.holder, (sql) => credit(sql, id)),
      ]);
      expect(failures(settled)).toEqual([expect.stringMatching(/Invoice INV-\d{4} has a credit note already\.$/)]);
      const [row] = await account.owner`
        select max(sequence_no) as last, count(*)::int as notes from public.invoices
        where user_id = ${account.holder} and kind = 'credit_note'`;
      expect(row).toEqual({ last: at + 1, notes: at + 1 });
    }
  });

  test('a request for a credit note that arrives many times makes one', async () => {
    const [id = ''] = await sentInvoices(await account.works(1));
    const request = crypto.randomUUID();
    const notes = await Promise.all(
      oneTo(SESSIONS).map(() => account.asPerson(account.holder, (sql) => credit(sql, id, request))),
    );
    expect(new Set(notes.map((note) => note.id)).size).toBe(1);
    expect(notes[0]?.sequence_no).toBe(1);
  });

  test('concurrent crediting, marking and saving of settings leave invoice, note and works consistent', async () => {
    const sent = await sentInvoices(await account.works(48));
    const settled = await Promise.allSettled([
      ...sent.map((id) => account.asPerson(account.holder, (sql) => credit(sql, id))),
      ...sent.map((id, at) =>
        account.asPerson(
          account.holder,
          (sql) =>
            sql`select from public.mark_invoices(${crypto.randomUUID()}, ${[id]}::uuid[], ${at % 3 === 0 ? 'clear' : 'paid'})`,
        ),
      ),
      ...oneTo(20).map((n) =>
        account.asPerson(
          account.holder,
          (sql) => sql`update public.invoice_settings set footer_text = ${`t${n}`} where user_id = ${account.holder}`,
        ),
      ),
    ]);
    for (const message of failures(settled)) expect(message).toMatch(/has a credit note\.|has not been sent\./);
    const inconsistent = await account.owner`
      select i.invoice_number from public.invoices i
      left join public.invoices n on n.user_id = i.user_id and n.credits_invoice_id = i.id
      left join public.works w on w.user_id = i.user_id and w.invoice_id = i.id
      where i.user_id = ${account.holder} and i.kind = 'invoice'
        and ((n.id is null) <> (i.credited_at is null) or (n.id is null) = (w.id is null)
          or (n.id is not null and (n.credited_at is null) <> (i.paid_at is not null)))`;
    expect([...inconsistent]).toEqual([]);
  });
});
