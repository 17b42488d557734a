// Query plans of the movements of manure.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  movementQuery,
  movementsOfWorkQuery,
  movementsOfYearQuery,
  movementsQuery,
  NO_MOVEMENT_FILTER,
  openMovementsQuery,
  readMovements,
} from '@/data/movements';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    await backend.sql(
      `insert into public.manure_movements (user_id, moved_on, direction, regime, manure, manure_name, quantity, unit,
         p_form, content_from, notify_by, notified_on, created_by)
       select p.id, date '2026-06-01' - n, 'export', 'ie', 'cattle_slurry', 'Cattle slurry', n, 'm3', 'P', 'table',
         date '2026-06-05' - n, case when n % 10 = 0 then null else date '2026-06-02' - n end, p.id
       from public.profiles p, generate_series(1, 120) n where p.role = 'admin'`,
    );
    await backend.sql('analyze');
  });

  test('reads the pages, the open movements, a year and those of a job through their indexes', async () => {
    for (const person of [owner, driver]) {
      const lengths: number[] = [];
      const signal = new AbortController().signal;
      const id = crypto.randomUUID();
      const statements = await statementsOf(person, async (queries) => {
        const { pages } = await queries.infiniteQuery({ ...movementsQuery(owner.id), pages: 2 });
        lengths.push(...pages.map((page) => page.length));
        const open = await queries.infiniteQuery({
          ...movementsQuery(owner.id, { ...NO_MOVEMENT_FILTER, open: true }),
          pages: 1,
        });
        expect(open.pages[0]).toHaveLength(12);
        expect(await queries.query(openMovementsQuery(owner.id))).toHaveLength(12);
        expect(await queries.query(movementsOfYearQuery(owner.id, '2026'))).toHaveLength(120);
        expect(await queries.query(movementQuery(owner.id, id))).toBeNull();
        expect(await queries.query(movementsOfWorkQuery(owner.id, id))).toEqual([]);
        expect(
          await readMovements(owner.id, { from: '2026-05-01', to: '2026-05-31', open: false }, signal),
        ).toHaveLength(31);
      });
      expect(lengths).toEqual([50, 50]);
      expectOwnRowsOnly(statements);
      const pageReads = statementsReading(statements, 'manure_movements').filter(({ text }) =>
        /moved_on" desc/i.test(text),
      );
      expect(pageReads.length).toBeGreaterThan(1);
      for (const { sorts } of pageReads) expect(sorts).toBe(0);
    }
  });
});
