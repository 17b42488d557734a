// Query plans of time off: the requests, the absences of a year, and asking and answering.
import { beforeAll, describe, expect, test } from 'vitest';
import { leaveQuery } from '@/data/time-off/leave-terms';
import { openRequestsQuery } from '@/data/time-off/open-requests';
import { absencesQuery, answerRequest, askForTimeOff, requestsQuery } from '@/data/time-off/time-off';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

const YEAR = { from: '2026-01-01', to: '2026-12-31' };

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    await backend.sql(
      `insert into public.absence_requests (user_id, person_id, absence_type, start_date, end_date, status, answered_at)
       select coalesce(p.admin_id, p.id), p.id, 'holiday', '2026-01-01'::date + n, '2026-01-01'::date + n + n % 4,
         case n % 10 when 0 then 'asked' when 1 then 'declined' else 'approved' end, case when n % 10 > 0 then now() end
       from public.profiles p, generate_series(1, 300) n`,
    );
    await backend.sql(
      `insert into public.diary_events (user_id, kind, absence_type, title, start_date, end_date, assigned_to, created_by)
       select p.id, case n % 10 when 0 then 'absence' else 'job' end, case n % 10 when 0 then 'holiday' end, 'Event ' || n,
         '2026-01-01'::date + n, '2026-01-01'::date + n, array[$1::uuid], p.id
       from public.profiles p, generate_series(1, 300) n where p.role = 'admin'`,
      [driver.id],
    );
    await backend.sql('analyze');
  });

  test('reads requests and absences through their indexes, without sorting', async () => {
    for (const person of [owner, driver]) {
      const reader = { ownerId: owner.id, userId: person.id };
      const statements = await statementsOf(person, async (queries) => {
        expect((await queries.query(openRequestsQuery(reader))).length).toBeGreaterThanOrEqual(30);
        expect((await queries.query(requestsQuery(reader, YEAR))).length).toBeGreaterThanOrEqual(60);
        expect((await queries.query(absencesQuery(reader, YEAR))).length).toBe(30);
        await queries.query(leaveQuery(reader));
      });
      expectOwnRowsOnly(statements);
      const scanned = (table: string) =>
        statementsReading(statements, table).filter(({ text }) => /order by/i.test(text));
      for (const table of ['absence_requests', 'diary_events'])
        for (const { sorts } of scanned(table)) expect(sorts, table).toBe(0);
      const indexes = [...scanned('absence_requests'), ...scanned('diary_events')].flatMap(({ scans }) =>
        scans.map(({ index }) => index),
      );
      expect(indexes).toEqual(
        expect.arrayContaining([
          'absence_requests_open_idx',
          'absence_requests_by_date_idx',
          'diary_events_absences_idx',
        ]),
      );
    }
  });

  test('asks and answers without reading other accounts', async () => {
    // The mutations of this layer do not use their context.
    const context = undefined as never;
    const id = crypto.randomUUID();
    const days = {
      absenceType: 'holiday',
      startDate: '2027-08-02',
      endDate: '2027-08-06',
      half: null,
      note: null,
    } as const;
    const statements = [
      ...(await statementsOf(driver, async () => {
        await askForTimeOff.mutationFn?.({ id, ownerId: owner.id, days }, context);
      })),
      ...(await statementsOf(owner, async (queries) => {
        const open = await queries.query(openRequestsQuery({ ownerId: owner.id, userId: owner.id }));
        const request = open.find((one) => one.id === id);
        if (!request) throw new Error('it was not asked');
        await answerRequest.mutationFn?.({ request, ownerId: owner.id, status: 'approved', answer: null }, context);
      })),
    ];
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'diary_events').length).toBeGreaterThan(0);
  });
});
