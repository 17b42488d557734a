// Query plans of the account pages: the farm's row, and the whole account table by table.
import { beforeAll, describe, expect, test } from 'vitest';
import { exportCounters, exportPlan, pagesOf } from '@/data/account/account-plan';
import { restoreStateQuery } from '@/data/account/account-restore';
import { billingQuery } from '@/data/account/billing';
import { farmDetailsQuery, saveFarmDetails } from '@/data/account/farm-details';
import { invitationQuery, recordLastSeen } from '@/data/account/membership';
import { saveProfile } from '@/data/account/profiles';
import { closeSteps, saveBusiness, type Business } from '@/data/account/setup';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

/** An invitation is found by its token, which is unique. */
const isNotByToken = ({ condition }: { condition: string | null }) => !/\btoken_hash = /.test(condition ?? '');

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  beforeAll(() => void ({ backend, owner } = account()));

  const business: Business = {
    ...({ name: 'Hill', region: 'england', areaUnit: 'acre' } as const),
    ...{ vatRegistered: false, vatNumber: null },
  };

  test('reads and saves the farm’s settings and the person’s own name without reading other accounts', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(farmDetailsQuery(owner.id));
      await saveFarmDetails.mutationFn?.({ ownerId: owner.id, details: { sbi: '1' } }, undefined as never);
      await saveBusiness.mutationFn?.(
        { ownerId: owner.id, farmName: 'Hill', email: null, business },
        undefined as never,
      );
      await closeSteps.mutationFn?.({ ownerId: owner.id, steps: ['prices', 'job'] }, undefined as never);
      await saveProfile.mutationFn?.(
        { userId: owner.id, change: { first_name: 'Ann', last_name: null } },
        // The mutations of this layer do not use their context.
        undefined as never,
      );
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'farm_settings').length).toBeGreaterThan(1);
  });

  test('reads billing, looks up an unknown invitation and records activity without reading other accounts', async () => {
    const noSubscription = { subscriptionStatus: null, subscriptionEndsAt: null, trialEndsAt: null };
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(billingQuery(owner.id, noSubscription));
      await queries.query(invitationQuery(owner.id, 'unknown')).catch(() => undefined);
      await recordLastSeen();
    });
    expectOwnRowsOnly(
      statements.map((statement) => ({ ...statement, unboundedReads: statement.unboundedReads.filter(isNotByToken) })),
    );
    expect(statementsReading(statements, 'profiles').length).toBeGreaterThan(0);
  });

  test('looks at an empty account, restores rows and takes them back without reading other accounts', async () => {
    const empty = await backend.user();
    const statements = await statementsOf(empty, async (queries) => {
      expect(await queries.query(restoreStateQuery(empty.id))).toMatchObject({ state: null, refusal: null });
      for (const { error } of [
        await empty.rpc('restore_plan'),
        await empty.rpc('start_restore', {
          ...{ p_archive: 'a'.repeat(64), p_version: 1, p_former: crypto.randomUUID(), p_farm: 'Hill' },
          ...{ p_made_at: '2026-11-28T10:00:00Z', p_parts: 1 },
        }),
        await empty.rpc('restore_rows', {
          ...{ p_part: 0, p_table: 'customers' },
          p_rows: [{ id: crypto.randomUUID(), user_id: owner.id, name: 'Hill', created_by_name: 'Ann' }],
        }),
        await empty.rpc('restored_files'),
        await empty.rpc('finish_restore', { p_counters: [{ series: 'credit_note', next: 0 }] }),
        await empty.rpc('take_back_restore'),
      ])
        expect(error === null || error.message.startsWith('The ZIP is damaged')).toBe(true);
    });
    expectOwnRowsOnly(
      statements.map((statement) => ({
        ...statement,
        // Rows that a condition on the account has found.
        unboundedReads: statement.unboundedReads.filter(({ node }) => node !== 'Tid Scan'),
      })),
    );
    expect(statementsReading(statements, 'customers').length).toBeGreaterThan(0);
  });

  test('reads the full export in pages by key: each starts where the last one ended', async () => {
    await backend.sql(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       select $1, 'Hill Farm', 'Baling', 'bale', 1, n, '2026-11-01', 'Ann' from generate_series(1, 1000) n`,
      [owner.id],
    );
    await backend.sql('analyze public.works');
    const { signal } = new AbortController();
    const pages: Record<string, number[]> = {};
    const statements = await statementsOf(owner, async () => {
      expect(await exportCounters(signal)).toHaveLength(1);
      for (const table of await exportPlan(signal))
        for await (const rows of pagesOf(owner.id, table, signal)) (pages[table.name] ??= []).push(rows.length);
    });
    expect(pages['works']).toEqual([1000, 180]);
    expectOwnRowsOnly(statements);
    const reads = statementsReading(statements, 'works').filter(({ text }) => /work_date/.test(text));
    expect(reads).toHaveLength(2);
    for (const { sorts, scans } of reads) {
      expect(sorts).toBe(0);
      expect(scans.find(({ table }) => table === 'works')?.index).toBe('works_pkey');
    }
  });
});
