// Query plans of feeds, mixes, feedings and batches.
import { beforeAll, describe, expect, test } from 'vitest';
import { feedsQuery } from '@/data/rations/feeds';
import { NO_LOG_FILTER } from '@/data/rations/logs';
import { batchesQuery, readAllBatches } from '@/data/rations/meal-batches';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { feedingsQuery, readAllFeedings } from '@/data/rations/tmr-feedings';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { FEED, MEAL_MIX, MIX_FEED, TMR_MIX } from '@tests/support/database/persona-ids';
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
    const everyAccount = `from public.profiles p where p.role = 'admin'`;
    await backend.sql(
      `insert into public.feeds (id, user_id, name, dm_pct, in_stock_kg, created_by)
       select $1, p.id, 'Barley', 86, 1000, p.id ${everyAccount}`,
      [FEED],
    );
    await backend.sql(
      `insert into public.tmr_mixes (id, user_id, name, head_count, items, created_by)
       select $1, p.id, 'Milkers', 120, $2::jsonb, p.id ${everyAccount}`,
      [TMR_MIX, JSON.stringify([{ ...MIX_FEED, order: 1, fresh: 3, minutes: null, note: '' }])],
    );
    await backend.sql(
      `insert into public.meal_mixes (id, user_id, name, batch_size, items, created_by)
       select $1, p.id, 'Calf meal', 1000, $2::jsonb, p.id ${everyAccount}`,
      [MEAL_MIX, JSON.stringify([{ ...MIX_FEED, pct: 100 }])],
    );
    const each = `from public.profiles p, generate_series(1, 120) n where p.role = 'admin'`;
    await backend.sql(
      `insert into public.tmr_feedings (user_id, mix_id, fed_at, head_count, loads, items, created_by)
       select p.id, $1, now() - n * interval '1 minute', 118, 1, $2::jsonb, p.id ${each}`,
      [TMR_MIX, JSON.stringify([{ feed: FEED, name: 'Barley', planned: 1, actual: 1 }])],
    );
    await backend.sql(
      `insert into public.meal_batches (user_id, mix_id, mix_version, mixed_at, kg, items, created_by)
       select p.id, $1, 1, now() - n * interval '1 minute', 1, $2::jsonb, p.id ${each}`,
      [MEAL_MIX, JSON.stringify([{ feed: FEED, name: 'Barley', kg: 1, lot: 'L1' }])],
    );
    await backend.sql('analyze');
  });

  test('reads feeds, mixes and the pages of both logs through their indexes, without sorting the logs', async () => {
    for (const person of [owner, driver]) {
      const role = person === owner ? ('admin' as const) : ('employee' as const);
      const reader = { ownerId: owner.id, role, settings: { seesRates: true } };
      const pages: number[] = [];
      const statements = await statementsOf(person, async (queries) => {
        expect(await queries.query(feedsQuery(owner.id))).toHaveLength(role === 'admin' ? 1 : 0);
        expect(await queries.query(tmrMixesQuery(reader))).toHaveLength(1);
        expect(await queries.query(mealMixesQuery(reader))).toHaveLength(1);
        const fed = await queries.infiniteQuery({ ...feedingsQuery(reader), pages: 2 });
        const mixed = await queries.infiniteQuery({ ...batchesQuery(reader), pages: 2 });
        pages.push(...[...fed.pages, ...mixed.pages].map((page) => page.length));
        expect(await readAllFeedings(reader, { ...NO_LOG_FILTER, mix: TMR_MIX })).toHaveLength(120);
        expect(await readAllBatches(reader, { ...NO_LOG_FILTER, search: 'l1' })).toHaveLength(120);
      });
      expect(pages).toEqual([50, 50, 50, 50]);
      expectOwnRowsOnly(statements);
      for (const table of ['tmr_feedings', 'meal_batches']) {
        const pageReads = statementsReading(statements, table).filter(({ text }) => /order by/i.test(text));
        expect(pageReads.length).toBeGreaterThan(1);
        for (const { sorts } of pageReads) expect(sorts).toBe(0);
      }
    }
  });
});
