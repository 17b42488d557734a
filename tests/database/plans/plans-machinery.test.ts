// Query plans of machines, their readings, services, costs and defects.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  doubtedReadingsQuery,
  machinePriceQuery,
  machinesQuery,
  machineUseQuery,
  readingsQuery,
} from '@/data/machinery/machines';
import {
  defectsQuery,
  openDefectsQuery,
  schedulesQuery,
  serviceCostsQuery,
  servicesQuery,
} from '@/data/machinery/services';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let machine: string;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    await backend.sql(
      `insert into public.machines (user_id, name, machine_type, created_by_name)
       select p.id, 'Machine ' || n, 'tractor', 'Ann' from public.profiles p, generate_series(1, 20) n where p.role = 'admin'`,
    );
    // Without triggers: the readings would be compared one by one.
    await backend.transaction(async (sql) => {
      await sql.query(`set local session_replication_role = replica`);
      await sql.query(
        `insert into public.machine_readings (user_id, machine_id, reading, read_at, doubted, created_by_name)
         select m.user_id, m.id, n, now() - (201 - n) * interval '1 day', n % 40 = 0, 'Ann' from public.machines m, generate_series(1, 200) n`,
      );
      await sql.query(
        `insert into public.service_records (user_id, machine_id, service_date, description, created_by_name)
         select m.user_id, m.id, '2026-01-01'::date + n, 'Oil', 'Ann' from public.machines m, generate_series(1, 30) n`,
      );
      await sql.query(
        `insert into public.service_costs (user_id, id, machine_id, parts_cost)
         select r.user_id, r.id, r.machine_id, 10 from public.service_records r`,
      );
      await sql.query(
        `insert into public.service_schedules (user_id, machine_id, name, interval_months, created_by_name)
         select m.user_id, m.id, 'Service ' || n, 12, 'Ann' from public.machines m, generate_series(1, 5) n`,
      );
      await sql.query(
        `insert into public.machine_defects (user_id, machine_id, reported_at, description, status, created_by_name)
         select m.user_id, m.id, now() - n * interval '1 day', 'Broken', case when n = 1 then 'open' else 'fixed' end, 'Ann'
         from public.machines m, generate_series(1, 20) n`,
      );
    });
    await backend.sql('analyze');
    const rows = await backend.sql<{ id: string }>('select id from public.machines where user_id = $1 limit 1', [
      owner.id,
    ]);
    machine = rows[0]?.id ?? '';
  });

  test('reads the fleet and all of one machine through indexes, without other accounts', async () => {
    for (const person of [owner, driver]) {
      const reader = { ownerId: owner.id };
      const statements = await statementsOf(person, async (queries) => {
        expect(await queries.query(machinesQuery(reader))).toHaveLength(20);
        await queries.query({ ...machinesQuery(reader), staleTime: 0 });
        expect(Object.keys(await queries.query(machineUseQuery(reader)))).toHaveLength(20);
        expect(await queries.query(schedulesQuery(reader))).toHaveLength(100);
        expect(await queries.query(openDefectsQuery(reader))).toHaveLength(20);
        expect(await queries.query(readingsQuery(reader, machine))).toHaveLength(200);
        expect(await queries.query(doubtedReadingsQuery(reader))).toHaveLength(100);
        expect(await queries.query(servicesQuery(reader, machine))).toHaveLength(30);
        expect(await queries.query(defectsQuery(reader, machine))).toHaveLength(20);
        expect((await queries.query(serviceCostsQuery(reader, machine))).size).toBe(person === owner ? 30 : 0);
        await queries.query(machinePriceQuery(reader, machine));
      });
      expectOwnRowsOnly(statements);
      for (const [table, index] of [
        ['machine_readings', 'machine_readings_time_idx'],
        ['service_records', 'service_records_machine_idx'],
      ] as const) {
        const [list] = statementsReading(statements, table).filter(({ text }) => /order by .*created_at/i.test(text));
        expect(list?.sorts, table).toBe(0);
        expect(list?.scans.map((scan) => scan.index)).toContain(index);
      }
      const [doubted] = statementsReading(statements, 'machine_readings').filter(({ text }) =>
        /"doubted" = /.test(text),
      );
      expect(doubted?.scans.map((scan) => scan.index)).toContain('machine_readings_doubted_idx');
    }
  });
});
