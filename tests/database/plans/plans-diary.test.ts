// Query plans of reading the diary and of changing the plan, including logging a job.
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { eventsQuery, movePlannedJobs, nearEventsQuery } from '@/data/diary/diary-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { worksOfDaysQuery } from '@/data/diary/diary-works';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { plansFarm } from '@tests/support/database/plans-farm';
import { postgresAvailable } from '@tests/support/database/postgres';

vi.mock('@/lib/supabase', async () => (await import('@tests/support/mock-supabase')).supabaseModule);

const SEPTEMBER = { from: '2026-08-31', to: '2026-10-04' };

describe.runIf(postgresAvailable())('query plans', () => {
  const { farm, statementsOf } = plansFarm();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = farm());
    await backend.sql(
      `insert into public.diary_events (user_id, kind, title, customer, start_date, end_date, assigned_to, created_by)
       select p.id, 'job', 'Job ' || n, 'Farm ' || n % 20, '2026-09-01'::date + n % 60, '2026-09-01'::date + n % 60 + n % 3,
         case when n % 2 = 0 then array[$1::uuid] else '{}' end, p.id
       from public.profiles p, generate_series(1, 300) n where p.role = 'admin'`,
      [driver.id],
    );
    await backend.sql('analyze public.diary_events');
  });

  test('reads the plan and the works of a month through their indexes, without sorting', async () => {
    for (const person of [owner, driver]) {
      const reader = { ownerId: owner.id, userId: person.id };
      const statements = await statementsOf(person, async (queries) => {
        const planned = await queries.query(eventsQuery(reader, SEPTEMBER));
        expect(planned.length).toBeGreaterThan(50);
        const second = await queries.query({ ...eventsQuery(reader, SEPTEMBER), staleTime: 0 });
        expect(second, 'a plan in which nothing is new is not read again').toBe(planned);
        await queries.query(nearEventsQuery(reader, '2026-09-15'));
        await queries.query(notesOfDaysQuery(reader, SEPTEMBER));
        expect(
          (await queries.query(worksOfDaysQuery({ ...reader, seesRates: true }, SEPTEMBER))).length,
        ).toBeGreaterThan(50);
      });
      expectOwnRowsOnly(statements);
      for (const [table, index] of [
        ['diary_events', 'diary_events_by_date_idx'],
        ['works', 'works_by_date_idx'],
      ] as const) {
        // The query for the latest change of a month's plan sorts: no index fits it.
        const lists = statementsReading(statements, table).filter(
          ({ text }) => /order by/i.test(text) && !/updated_at" desc/i.test(text),
        );
        expect(lists.length, table).toBeGreaterThan(0);
        for (const { sorts, scans } of lists) {
          expect(sorts).toBe(0);
          expect(scans.map((scan) => scan.index)).toContain(index);
        }
      }
    }
  });

  test('moves a planned job, logs it, deletes that entry and renames a customer without reading other accounts', async () => {
    const { data: jobs } = await owner
      .from('diary_events')
      .select('id, work_id')
      .eq('start_date', '2026-09-04')
      .eq('end_date', '2026-09-04');
    const [job] = jobs ?? [];
    if (!job) throw new Error('there is no job');
    const statements = await statementsOf(owner, async () => {
      await movePlannedJobs.mutationFn?.(
        { ids: [job.id], from: '2026-09-04', to: '2026-09-05' },
        // The mutations of this layer do not use their context.
        undefined as never,
      );
      const entry = {
        id: job.work_id,
        user_id: owner.id,
        customer: 'Farm 3',
        task_name: 'Task 1',
        chargeable_unit: 'bale',
        work_date: '2026-09-03',
      };
      expect((await owner.from('works').insert(entry)).error).toBeNull();
      expect((await owner.from('works').delete().eq('user_id', owner.id).eq('id', job.work_id)).error).toBeNull();
      expect(
        (await owner.from('customers').update({ name: 'Farm Three' }).eq('user_id', owner.id).eq('name', 'Farm 3'))
          .error,
      ).toBeNull();
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'diary_events').length).toBeGreaterThanOrEqual(5);
  });
});
