// Query plans of writing: every trigger, policy and key behind an entry, a price, a setting and an invoice finds its
// row through an index of its account.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, driver, ids } = account()));

  test('writes an entry, a customer, a task and settings: each trigger and key reads only the account’s own rows', async () => {
    const job = {
      customer: 'Farm 1',
      task_name: 'Task 1',
      chargeable_unit: 'hour',
      start_time: '08:00',
      finish_time: '10:00',
      work_date: '2026-11-02',
      rate: 5,
    };
    const [id, sheetId] = [crypto.randomUUID(), crypto.randomUUID()];
    const statements = await statementsOf(owner, async () => {
      const results = [
        await owner.from('works').insert({ ...job, id }),
        await owner.from('works').update({ customer: 'A new name', rate: 6 }).eq('id', id),
        await owner.from('customers').update({ name: 'Another name' }).eq('name', 'A new name'),
        await owner.from('works').delete().eq('id', id),
        await owner.from('customers').delete().eq('name', 'Another name'),
        await owner.rpc('log_day_sheet', {
          p_jobs: [
            { id: sheetId, lines: [{ ...job, id: sheetId }], people: [{ id: crypto.randomUUID(), name: 'Carl' }] },
          ],
        }),
        await owner.rpc('move_works', {
          p_ids: [
            (
              await owner
                .from('works')
                .select('id')
                .is('invoice_number', null)
                .neq('id', ids.work)
                .order('id')
                .limit(1)
                .single()
            ).data?.id ?? '',
          ],
          p_customer: 'Moved to',
        }),
        await owner.rpc('rename_task', {
          p_task_id: (await owner.from('tasks').select('id').eq('name', 'Task 8').single()).data?.id ?? '',
          p_name: 'Renamed',
        }),
        await owner.from('farm_settings').update({ farm_name: 'Hill' }).eq('user_id', owner.id),
        await owner.from('invoice_settings').upsert({ user_id: owner.id, footer_text: 'x' }, { onConflict: 'user_id' }),
      ];
      for (const { error } of results) expect(error).toBeNull();
    });
    expectOwnRowsOnly(statements);
  });

  test('sets a price, previews re-pricing and applies it without reading other accounts', async () => {
    const { data: task } = await owner.from('tasks').select('id').eq('name', 'Task 3').single();
    const price = { p_task_id: task?.id ?? '', p_unit: 'bale' };
    const statements = await statementsOf(owner, async () => {
      const results = [
        await owner.rpc('set_price', { ...price, p_id: crypto.randomUUID(), p_rate: 5, p_from: '2026-01-01' }),
        await owner.rpc('set_price', { ...price, p_id: crypto.randomUUID(), p_rate: 6, p_from: '2026-09-15' }),
        await owner.from('prices').update({ rate: 7 }).eq('rate', 6),
        await owner.rpc('reprice_preview', { p_work_ids: [ids.work] }),
      ];
      for (const { error } of results) expect(error).toBeNull();
      const { data } = await owner.rpc('reprice_preview', { p_task_id: price.p_task_id, p_from: '2026-09-10' });
      // jsonb that the function builds.
      const { entries } = data as { entries: { work_id: string }[] };
      expect(entries.length).toBeGreaterThan(0);
      expect((await owner.rpc('reprice_works', { p_entries: entries })).data).toBe(entries.length);
      expect((await owner.from('prices').delete().eq('rate', 7)).error).toBeNull();
    });
    expectOwnRowsOnly(statements);
    for (const table of ['prices', 'tasks', 'works'])
      expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
  });

  test('issues, marks and withdraws an invoice without reading other accounts', async () => {
    const statements = await statementsOf(owner, async () => {
      const { data, error } = await owner.rpc('issue_invoice', {
        p_request_id: crypto.randomUUID(),
        p_customer_id: ids.customer,
        p_work_ids: [ids.work],
      });
      expect(error).toBeNull();
      const mark = { p_request_id: crypto.randomUUID(), p_invoice_ids: [data?.id ?? ''] };
      expect(
        (
          await owner.rpc('mark_invoices', {
            ...mark,
            p_status: 'paid',
            p_on_date: new Date().toISOString().slice(0, 10),
          })
        ).error,
      ).toBeNull();
      expect(
        (
          await owner.rpc('mark_invoices', {
            p_request_id: crypto.randomUUID(),
            p_invoice_ids: mark.p_invoice_ids,
            p_status: 'clear',
          })
        ).error,
      ).toBeNull();
      expect(
        (await owner.rpc('withdraw_invoice', { p_request_id: crypto.randomUUID(), p_invoice_id: data?.id ?? '' }))
          .error,
      ).toBeNull();
    });
    expectOwnRowsOnly(statements);
  });

  test('credits an invoice and marks the refund without reading other accounts', async () => {
    const request = () => crypto.randomUUID();
    const statements = await statementsOf(owner, async () => {
      const issued = await owner.rpc('issue_invoice', {
        p_request_id: request(),
        p_customer_id: ids.customer,
        p_work_ids: [ids.work],
      });
      const markPaid = (id: string) =>
        owner.rpc('mark_invoices', { p_request_id: request(), p_invoice_ids: [id], p_status: 'paid' });
      const invoice = issued.data?.id ?? '';
      const marked = await markPaid(invoice);
      const note = await owner.rpc('credit_invoice', {
        p_request_id: request(),
        p_invoice_id: invoice,
        p_reason: 'Wrong rate',
      });
      const refunded = await markPaid(note.data?.id ?? '');
      for (const { error } of [issued, marked, note, refunded]) expect(error).toBeNull();
    });
    expectOwnRowsOnly(statements);
  });

  test('merges customers without reading other accounts', async () => {
    const { data } = await owner.from('customers').select('id').eq('active', true).order('name').limit(2);
    const [from, into] = data ?? [];
    const statements = await statementsOf(owner, async () => {
      const { error } = await owner.rpc('merge_customers', {
        p_request_id: crypto.randomUUID(),
        p_from: from?.id ?? '',
        p_into: into?.id ?? '',
        p_fill_empty: true,
      });
      expect(error).toBeNull();
    });
    expectOwnRowsOnly(statements);
  });

  test('deletes a person and an account without reading other accounts', async () => {
    const statements = await statementsOf(owner, async () => {
      await backend.sql('delete from auth.users where id = $1', [driver.id]);
      await backend.sql('delete from auth.users where id = $1', [owner.id]);
    });
    expectOwnRowsOnly(statements);
  });
});
