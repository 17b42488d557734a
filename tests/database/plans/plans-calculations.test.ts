// Query plans of saved calculations, overrides of figures, slurry stores and levels.
import { beforeAll, describe, expect, test } from 'vitest';
import { calculationsQuery, overridesQuery } from '@/data/calculations/calculations';
import { slurryLevelsQuery, slurryStoresQuery } from '@/data/calculations/slurry';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  beforeAll(async () => {
    const { backend } = account();
    await backend.sql(
      `insert into public.calculations (user_id, kind, name, year, regime, rule_version, inputs, results, created_by_name)
       select p.id, 'stocking', 'Year ' || n, 2000 + n, 'ie', '2026-11-20', '{}', '{}', 'Ann'
       from public.profiles p, generate_series(1, 30) n where p.role = 'admin'`,
    );
    await backend.sql(
      `insert into public.slurry_stores (user_id, name, created_by_name)
       select p.id, 'Store ' || n, 'Ann' from public.profiles p, generate_series(1, 10) n where p.role = 'admin'`,
    );
    await backend.sql(
      `insert into public.slurry_levels (user_id, store_id, read_on, how, amount, created_by_name)
       select s.user_id, s.id, '2026-01-01'::date + n, 'depth', 1, 'Ann' from public.slurry_stores s, generate_series(1, 12) n`,
    );
    await backend.sql('analyze');
  });

  test('reads only the rows of the account, through their indexes', async () => {
    const { owner } = account();
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(calculationsQuery(owner.id, 'stocking'))).toHaveLength(30);
      expect(await queries.query(overridesQuery(owner.id))).toEqual([]);
      expect(await queries.query(slurryStoresQuery(owner.id))).toHaveLength(10);
      const levels = await queries.infiniteQuery({ ...slurryLevelsQuery(owner.id), pages: 3 });
      expect(levels.pages.map((page) => page.length)).toEqual([50, 50, 20]);
    });
    expectOwnRowsOnly(statements);
    for (const { sorts } of statementsReading(statements, 'slurry_levels')) expect(sorts).toBe(0);
  });
});
