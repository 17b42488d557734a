// Query plans of reading the diary and of changing the plan, including logging a job.
import { beforeAll, describe, expect, test } from 'vitest';
import { eventsQuery, movePlannedJobs, nearEventsQuery } from '@/data/diary/diary-events';
import {
  addRepeatedEvent,
  changeRepeatDays,
  changeRepeatedEvent,
  deleteRepeatedEvent,
  laterDaysQuery,
  repetitionQuery,
  shortenRepeatedEvent,
} from '@/data/diary/repeated-events';
import { notesOfDaysQuery } from '@/data/diary/diary-notes';
import { worksOfDaysQuery } from '@/data/works/works';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

const SEPTEMBER = { from: '2026-08-31', to: '2026-10-04' };

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
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

  test('plans, changes and deletes a job that repeats through its own index, without reading other accounts', async () => {
    const repeatId = crypto.randomUUID();
    const dates = ['2026-09-07', '2026-09-14', '2026-09-21'];
    // The mutations of this layer do not use their context.
    const context = undefined as never;
    const statements = await statementsOf(owner, async (queries) => {
      const fields = {
        ...{ title: 'Milk relief', taskName: null, customer: null, absenceType: null, notes: null, assignedTo: [] },
        ...{ startDate: '2026-09-07', endDate: '2026-09-07', startTime: '05:30', endTime: null },
      };
      const planned = { repeatId, every: 'week', dates, kind: 'job', fields, ownerId: owner.id } as const;
      expect(await addRepeatedEvent.mutationFn?.(planned, context)).toBe('3 jobs');
      const september = await queries.query(eventsQuery({ ownerId: owner.id, userId: owner.id }, SEPTEMBER));
      const event = september.find((one) => one.repeatDate === '2026-09-07');
      if (!event) throw new Error('it was not planned');
      expect(await queries.query(laterDaysQuery({ ...event, ownerId: owner.id }))).toEqual(dates.slice(1));
      const repetition = { repeatId, ownerId: owner.id };
      expect(await queries.query(repetitionQuery(repetition))).toHaveLength(3);
      const shorter = { ...repetition, until: '2026-09-14', kind: 'job' } as const;
      expect(await shortenRepeatedEvent.mutationFn?.(shorter, context)).toMatchObject({ deleted: '1 job' });
      expect(await addRepeatedEvent.mutationFn?.({ ...planned, dates: dates.slice(2) }, context)).toBe('1 job');
      expect(await changeRepeatedEvent.mutationFn?.({ event, fields }, context)).toBe('3 jobs');
      expect(await deleteRepeatedEvent.mutationFn?.({ ...event, ownerId: owner.id }, context)).toBe('3 jobs');
    });
    expectOwnRowsOnly(statements);
    const ofOne = statementsReading(statements, 'diary_events').filter(({ text }) => /repeat_date"? >/.test(text));
    // The later days, the change and the deletion.
    expect(ofOne).toHaveLength(3);
    for (const { scans, sorts } of ofOne) {
      expect(sorts).toBe(0);
      expect(scans.map((scan) => scan.index)).toContain('diary_events_repeat_key');
    }
  });

  test('moves a job that repeats to other days, and takes that back, without reading other accounts', async () => {
    const [repeatId, newId, context] = [crypto.randomUUID(), crypto.randomUUID(), undefined as never];
    const dates = ['2027-09-07', '2027-09-14', '2027-09-21'];
    const statements = await statementsOf(owner, async (queries) => {
      const fields = {
        ...{ title: 'Milk relief', taskName: null, customer: null, absenceType: null, notes: null, assignedTo: [] },
        ...{ startDate: '2027-09-07', endDate: '2027-09-07', startTime: '05:30', endTime: null },
      };
      const planned = { repeatId, every: 'week', dates, kind: 'job', fields, ownerId: owner.id } as const;
      await addRepeatedEvent.mutationFn?.(planned, context);
      const seen = (await queries.query(repetitionQuery({ repeatId, ownerId: owner.id }))).map(({ id }) => id);
      const days = { repeatId, newId, every: 'week', from: '2027-09-07', kind: 'job', seen } as const;
      const moved = await changeRepeatDays.mutationFn?.({ ...days, dates: ['2027-09-09', '2027-09-21'] }, context);
      expect(moved).toMatchObject({ words: '1 job added, 2 deleted' });
      const undo = { p_repeat_id: repeatId, p_new_id: newId, p_at: moved?.changedAt ?? '' };
      expect((await owner.rpc('undo_repeat_days', undo)).data).toBe(3);
      expect(await queries.query(repetitionQuery({ repeatId, ownerId: owner.id }))).toHaveLength(3);
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'audit_log').length).toBeGreaterThan(0);
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
