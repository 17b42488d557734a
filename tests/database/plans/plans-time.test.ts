// Query plans of the timesheet, of clocking in and out, and of submitting and reviewing a week.
import type { QueryClient } from '@tanstack/react-query';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readOwnHours,
  approveWeek,
  submittedHoursQuery,
  hoursQuery,
  nearHoursQuery,
  ownHoursQuery,
  queriedHoursQuery,
  queryWeek,
  reopenWeek,
  submitWeek,
  takeBackWeek,
  timeSettingsQuery,
  workingTimeQuery,
} from '@/data/time/time';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

const signal = new AbortController().signal;

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    // A year of shifts for each account's holder, and for the driver.
    await backend.sql(
      `insert into public.time_entries (user_id, employee_id, clock_in_at, clock_out_at)
       select coalesce(p.admin_id, p.id), p.id, day + interval '8 hours', day + interval '16 hours'
       from public.profiles p, generate_series('2025-11-03'::timestamptz, '2026-11-01', '1 day') day
       where p.role = 'admin' or p.id = $1`,
      [driver.id],
    );
    await backend.sql('analyze public.time_entries');
  });

  test('reads the hours of a month, for everyone and for one person, through an index and without sorting', async () => {
    for (const person of [owner, driver]) {
      const reader = { ownerId: owner.id, userId: person.id };
      const statements = await statementsOf(person, async (queries) => {
        const all = await queries.query(hoursQuery(reader, '2026-10-01', '2026-10-31', null));
        expect(all).toHaveLength(person === owner ? 62 : 31);
        expect(await queries.query(hoursQuery(reader, '2026-10-01', '2026-10-31', driver.id))).toHaveLength(31);
        expect(await queries.query(ownHoursQuery(reader, '2026-10-31'))).toHaveLength(16);
        expect(await queries.query(nearHoursQuery(reader, '2026-10-31', null))).toHaveLength(
          person === owner ? 42 : 21,
        );
        expect((await readOwnHours(reader, signal)).length).toBeGreaterThan(300);
        await queries.query(submittedHoursQuery(reader));
        await queries.query(queriedHoursQuery(reader));
        await queries.query(timeSettingsQuery(owner.id));
        await queries.query(workingTimeQuery(reader));
      });
      expectOwnRowsOnly(statements);
      const lists = statementsReading(statements, 'time_entries').filter(({ text }) => /order by/i.test(text));
      expect(lists.length).toBeGreaterThanOrEqual(4);
      for (const { sorts, scans } of lists) {
        expect(sorts).toBe(0);
        for (const { index } of scans) expect(index).toMatch(/^time_entries_(by_date|by_person|queried)_idx$/);
      }
    }
  });

  test('clocks in and out, and submits, approves, reopens and queries a week, without reading other accounts', async () => {
    const id = crypto.randomUUID();
    const clockInAt = new Date(Date.now() - 7_200_000).toISOString();
    const clocked = await statementsOf(driver, async () => {
      const row = { id, user_id: owner.id, clock_in_at: clockInAt };
      expect((await driver.from('time_entries').insert(row)).error).toBeNull();
      const out = { clock_out_at: new Date(Date.now() - 3_600_000).toISOString() };
      expect((await driver.from('time_entries').update(out).eq('user_id', owner.id).eq('id', id)).error).toBeNull();
    });
    expectOwnRowsOnly(clocked);
    const step = { employeeId: driver.id, monday: '2026-10-05' };
    const runStep = async (queries: QueryClient, options: typeof approveWeek, words?: string) =>
      queries
        .getMutationCache()
        .build(queries, options)
        .execute({ ...step, ...(words === undefined ? {} : { words }) });
    const submitted = await statementsOf(driver, async (queries) => {
      expect(await runStep(queries, submitWeek)).toBe(7);
      expect(await runStep(queries, takeBackWeek)).toBe(7);
      expect(await runStep(queries, submitWeek)).toBe(7);
    });
    const reviewed = await statementsOf(owner, async (queries) => {
      expect(await runStep(queries, approveWeek)).toBe(7);
      expect(await runStep(queries, reopenWeek, 'Once more')).toBe(7);
      expect(await runStep(queries, queryWeek, 'Which field?')).toBe(7);
    });
    expectOwnRowsOnly(submitted);
    expectOwnRowsOnly(reviewed);
    expect(statementsReading(reviewed, 'time_entries').length).toBeGreaterThan(0);
  });
});
