// The log (A90): each change is logged with its author, nobody can change the log, and only the account holder reads
// it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';

let backend: TestBackend;
let personas: Personas;
let api: Personas['api'];
beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  api = personas.api;
});
afterAll(() => backend.close());

const logOf = async (name: 'A1' | 'A2', row: string) =>
  (
    await api[name](
      'GET',
      `/rest/v1/audit_log?row_id=eq.${row}&order=id&select=table_name,action,changed,actor,actor_name`,
    )
  ).body;

test('a change records its author, the old and the new value (A90)', async () => {
  const { E1, A1 } = personas.people;
  const row = rowId(3, 'E1');
  await api.E1('PATCH', `/rest/v1/works?id=eq.${row}`, { quantity: 3 });
  await api.A1('PATCH', `/rest/v1/works?id=eq.${row}`, { total_value: 120 });
  expect(await logOf('A1', row)).toEqual([
    {
      table_name: 'works',
      action: 'update',
      actor: E1.id,
      actor_name: expect.stringContaining('Pat') as string,
      changed: { quantity: { old: 2, new: 3 }, total_value: { old: 100, new: 150 } },
    },
    {
      table_name: 'works',
      action: 'update',
      actor: A1.id,
      actor_name: expect.stringContaining('Ann') as string,
      changed: { total_value: { old: 150, new: 120 }, value_overridden: { old: false, new: true } },
    },
  ]);
  expect(await logOf('A2', row)).toEqual([]);
});

test('a deletion records the whole row (A90)', async () => {
  const row = rowId(3, 'E1b');
  await api.E1b('DELETE', `/rest/v1/works?id=eq.${row}`);
  expect(await logOf('A1', row)).toMatchObject([
    {
      action: 'delete',
      actor: personas.people.E1b.id,
      changed: { id: row, task_name: 'Task of E1b', rate: 50, total_value: 100 },
    },
  ]);
});

test.each([
  ['customers', 1, { town: 'x' }],
  ['tasks', 2, { default_rate: 1 }],
] as const)('a change of %s is logged too (A90)', async (table, number, change) => {
  await api.A1('PATCH', `/rest/v1/${table}?id=eq.${rowId(number, 'E1')}`, change);
  expect(await logOf('A1', rowId(number, 'E1'))).toMatchObject([{ table_name: table, action: 'update' }]);
});

test('changes of settings are logged too, such as bank details (A90)', async () => {
  const account = personas.people.A1.id;
  await api.A1('PATCH', `/rest/v1/invoice_settings?user_id=eq.${account}`, { account_number: '87654321' });
  await api.A1('PATCH', `/rest/v1/farm_settings?user_id=eq.${account}`, { employees_see_rates: false });
  expect(await logOf('A1', account)).toMatchObject([
    { table_name: 'invoice_settings', changed: { account_number: { old: '12345678', new: '87654321' } } },
    { table_name: 'farm_settings', changed: { employees_see_rates: { old: true, new: false } } },
  ]);
});

test('no session can write, change or empty the log, and the secret key can’t change or empty it (A90)', async () => {
  const logState = async () =>
    backend.sql(`select count(*)::int as n, md5(string_agg(t::text, '' order by id)) as rows from public.audit_log t`);
  const before = await logState();
  for (const ask of [api.K, api.A1, api.E1, api.A2]) {
    for (const answer of [
      await ask('POST', '/rest/v1/audit_log', {
        user_id: personas.people.A1.id,
        table_name: 'works',
        row_id: rowId(3, 'A1'),
        action: 'update',
        changed: {},
      }),
      await ask('PATCH', '/rest/v1/audit_log?id=gt.0', { actor_name: 'Nobody' }),
      await ask('DELETE', '/rest/v1/audit_log?id=gt.0'),
    ])
      expect(answer).toMatchObject({ body: { code: '42501' } });
  }
  const service = backend.service();
  for (const { error } of [
    await service.from('audit_log').update({ actor_name: 'Nobody' }).gt('id', 0),
    await service.from('audit_log').delete().gt('id', 0),
  ])
    expect(error).toMatchObject({ code: '42501' });
  expect(await logState()).toEqual(before);
});
