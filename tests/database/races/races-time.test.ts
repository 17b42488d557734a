// Races of the clock, on Postgres with a session per request: one running shift per person, and none is lost.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import { failures, openRaces, oneTo, type Races } from '@tests/support/database/races';

describe.runIf(postgresAvailable())('races of the clock', () => {
  let races: Races;
  beforeAll(async () => {
    races = await openRaces();
  });
  afterAll(() => races.close());

  test('twelve devices clock the same person in at once: one shift runs (case 16)', async () => {
    for (const round of oneTo(10)) {
      const account = await races.newAccount();
      const settled = await Promise.allSettled(
        oneTo(12).map((device) =>
          account.asPerson(
            account.driver,
            (sql) => sql`insert into public.time_entries (id, user_id, clock_in_at)
              values (gen_random_uuid(), ${account.holder}, now() - make_interval(secs => ${device}))`,
          ),
        ),
      );
      const refusals = failures(settled);
      expect(refusals, `round ${round}`).toHaveLength(11);
      for (const message of refusals)
        expect(message).toMatch(/^PostgresError: You're already clocked in since \d\d:\d\d\.$/);
      const rows = await account.owner`select status from public.time_entries where user_id = ${account.holder}`;
      expect(rows.map(({ status }) => String(status))).toEqual(['open']);
    }
  });

  test('overlapping shifts that arrive at once are all kept, and all marked for review (case 18)', async () => {
    for (const round of oneTo(10)) {
      const account = await races.newAccount();
      const settled = await Promise.allSettled(
        oneTo(8).map((hour) =>
          account.asPerson(
            account.driver,
            (sql) => sql`insert into public.time_entries (id, user_id, clock_in_at, clock_out_at)
              values (gen_random_uuid(), ${account.holder}, '2026-11-02T06:00:00Z'::timestamptz + make_interval(hours => ${hour}),
                '2026-11-02T07:30:00Z'::timestamptz + make_interval(hours => ${hour}))`,
          ),
        ),
      );
      expect(failures(settled), `round ${round}`).toEqual([]);
      const rows = await account.owner`select status from public.time_entries where user_id = ${account.holder}`;
      expect(rows.map(({ status }) => String(status))).toEqual(oneTo(8).map(() => 'needs_review'));
    }
  });

  test('a change of hours while their week is approved is either part of the approved week or refused', async () => {
    for (const round of oneTo(10)) {
      const account = await races.newAccount();
      const { holder } = account;
      const days = oneTo(7).map((day) => `2026-11-0${day + 1}`);
      await account.asPerson(holder, async (sql) => {
        for (const day of days)
          await sql`insert into public.time_entries (id, user_id, clock_in_at, clock_out_at)
            values (gen_random_uuid(), ${holder}, ${`${day}T08:00:00Z`}, ${`${day}T16:00:00Z`})`;
      });
      const edits = days.map((day) =>
        account.asPerson(
          holder,
          (sql) => sql`update public.time_entries set clock_out_at = ${`${day}T15:00:00Z`}
            where user_id = ${holder} and work_date = ${day} returning paid_min`,
        ),
      );
      const approval = account.asPerson(
        holder,
        (sql) => sql`select public.step_week(${holder}, '2026-11-02', 'approve') as n`,
      );
      const settled = await Promise.allSettled(edits);
      expect(await approval, `round ${round}`).toEqual([{ n: 7 }]);
      for (const message of failures(settled)) expect(message).toMatch(/This week is approved\. Reopen it first\.$/);
      const rows = await account.owner`select status, paid_min from public.time_entries
        where user_id = ${holder} order by work_date`;
      expect(rows).toEqual(
        settled.map(({ status }) => ({ status: 'approved', paid_min: status === 'fulfilled' ? 420 : 480 })),
      );
    }
  });
});
