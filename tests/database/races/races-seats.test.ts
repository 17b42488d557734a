// Races for seats, on Postgres with a session per request: however many join at once, a farm has at most six employees.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { postgresAvailable } from '@tests/support/database/postgres';
import { failures, openRaces, oneTo, type RaceAccount, type Races } from '@tests/support/database/races';
import { hashOf, newToken } from '@tests/support/account-data/invitations';

type Answer = { status: string | null; body: { message?: string; joined?: string; token?: string } };

describe.runIf(postgresAvailable())('races for seats', () => {
  let races: Races;
  let account: RaceAccount;
  beforeAll(async () => {
    races = await openRaces();
  });
  beforeEach(async () => {
    account = await races.newAccount();
  });
  afterAll(() => races.close());

  /** A person with a confirmed address. */
  async function addPerson(id: string = crypto.randomUUID()): Promise<string> {
    await account.owner`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${`${id}@example.test`}, now())`;
    return id;
  }
  const addPeople = (n: number) => Promise.all(oneTo(n).map(() => addPerson()));

  /** Fills the farm up to n employees: it has one driver already. */
  async function addEmployees(n: number) {
    const more = await addPeople(n - 1);
    await account.owner`update public.profiles set role = 'employee', admin_id = ${account.holder} where id in ${account.owner(more)}`;
  }

  /** An invitation inserted as a row, bypassing the limit on open ones. */
  async function openInvitation(email: string): Promise<string> {
    const token = newToken();
    await account.owner`insert into public.employee_invites (user_id, email, token_hash, expires_at)
      values (${account.holder}, ${email}, ${hashOf(token)}, now() + interval '1 day')`;
    return token;
  }

  const redeem = (personId: string, token: string) =>
    account.asPerson(personId, async (sql): Promise<Answer> => {
      const [row] = await sql<Answer[]>`
        select public.redeem_invite(${token}) as body, nullif(current_setting('response.status', true), '') as status`;
      if (!row) throw new Error('no answer came back');
      return row;
    });
  const seatCounts = async () => {
    const [row] = await account.owner<{ employees: number; used: number }[]>`
      select private.employees(${account.holder})::int as employees,
        (private.employees(${account.holder}) + private.open_invites(${account.holder}))::int as used`;
    return row;
  };

  test('twelve people accept for the last seat at once, and one of them gets it (A43, M10)', async () => {
    for (const round of oneTo(10)) {
      if (round > 1) account = await races.newAccount();
      await addEmployees(5);
      const twelve = await addPeople(12);
      const tokens = await Promise.all(twelve.map((id) => openInvitation(`${id}@example.test`)));
      const answers = await Promise.all(twelve.map((id, at) => redeem(id, tokens[at] ?? '')));
      expect(answers.filter(({ body }) => body.joined === account.holder)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.message?.startsWith('All 6 seats are used.'))).toHaveLength(11);
      expect(await seatCounts()).toMatchObject({ employees: 6 });
      const [others] = await account.owner<{ n: number }[]>`
        select count(*)::int as n from public.profiles where id in ${account.owner(twelve)} and role = 'admin' and trial_ends_at > now()`;
      expect(others).toEqual({ n: 11 });
    }
  });

  test('one invitation accepted twelve times at once takes one seat (A44)', async () => {
    const personId = await addPerson();
    const token = await openInvitation(`${personId}@example.test`);
    const answers = await Promise.all(oneTo(12).map(() => redeem(personId, token)));
    expect(answers.filter(({ body }) => body.joined === account.holder)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.message === 'This invitation has been used already.')).toHaveLength(11);
    expect(await seatCounts()).toEqual({ employees: 2, used: 2 });
  });

  test('five seats are taken and twelve are invited at once: one invitation is made (case 62)', async () => {
    await addEmployees(4);
    await openInvitation('waiting@example.test');
    const settled = await Promise.allSettled(
      oneTo(12).map((n) =>
        account.asPerson(account.holder, (sql) => sql`select public.invite_employee(${`new${n}@example.test`})`),
      ),
    );
    expect(failures(settled)).toEqual(
      oneTo(11).map(() => 'PostgresError: All 6 seats are used. Remove someone or cancel an invitation first.'),
    );
    expect(await seatCounts()).toEqual({ employees: 4, used: 6 });
  });

  test('the same address invited concurrently is invited once', async () => {
    const settled = await Promise.allSettled(
      oneTo(6).map(() =>
        account.asPerson(account.holder, (sql) => sql`select public.invite_employee('same@example.test')`),
      ),
    );
    expect(failures(settled)).toHaveLength(5);
    for (const message of failures(settled)) expect(message).toContain('same@example.test has already been invited.');
  });

  test('two holders who invited each other do not both join, and do not deadlock', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [one = '', other = ''] = await addPeople(2);
      const invite = async (from: string, to: string) => {
        const token = newToken();
        await account.owner`insert into public.employee_invites (user_id, email, token_hash, expires_at)
          values (${from}, ${`${to}@example.test`}, ${hashOf(token)}, now() + interval '1 day')`;
        return token;
      };
      const [toOther, toOne] = [await invite(one, other), await invite(other, one)];
      const answers = await Promise.all([redeem(other, toOther), redeem(one, toOne)]);
      expect(answers.filter(({ body }) => body.joined)).toHaveLength(1);
    }
  });

  test('an invitation made while another one is accepted causes no deadlock', async () => {
    // An id that comes before the holder's in the lock order.
    const guest = await addPerson(crypto.randomUUID().replace(/^.{8}/, '00000000'));
    const token = await openInvitation(`${guest}@example.test`);
    await account.owner`insert into private.allowances values (${`invite:${account.holder}`}, '{}', now() - interval '1 day')`;
    const waiting = async () => {
      const [row] = await account.owner<{ n: number }[]>`
        select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return row?.n;
    };
    const waitUntil = async (condition: () => Promise<boolean>) => {
      while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const requests: Promise<unknown>[] = [];
    // The guest's try is counted and waits for the guest's row; the new invitation is made, or waits too.
    await account.owner.begin(async (sql) => {
      await sql`select from public.profiles where id = ${guest} for update`;
      requests.push(redeem(guest, token));
      await waitUntil(async () => (await waiting()) === 1);
      let invited = false;
      const inviting = account.asPerson(
        account.holder,
        (own) => own`select public.invite_employee('new@example.test')`,
      );
      requests.push(inviting.finally(() => (invited = true)));
      await waitUntil(async () => invited || (await waiting()) === 2);
    });
    expect(failures(await Promise.allSettled(requests))).toEqual([]);
    expect(await seatCounts()).toEqual({ employees: 2, used: 3 });
  });

  test('a person removed while logging work leaves an entry on this farm or none, never on another farm', async () => {
    for (let round = 0; round < 8; round += 1) {
      const personId = await addPerson();
      await redeem(personId, await openInvitation(`${personId}@example.test`));
      const settled = await Promise.allSettled([
        account.asPerson(
          personId,
          (sql) =>
            sql`insert into public.works (customer, task_name, chargeable_unit, work_date) values ('Hill Farm', 'Baling', 'bale', '2026-11-02')`,
        ),
        account.asPerson(account.holder, (sql) => sql`select public.remove_employee(${personId})`),
      ]);
      const logged = settled[0].status === 'fulfilled';
      const rows =
        await account.owner`select user_id from public.works where employee_id = ${personId} or user_id = ${personId}`;
      expect([...rows]).toEqual(logged ? [{ user_id: account.holder }] : []);
    }
  });

  test('if several people of a farm take one name at once, one of them gets it', async () => {
    await addEmployees(5);
    const crew = await account.owner<
      { id: string }[]
    >`select id from public.profiles where admin_id = ${account.holder}`;
    // Several rounds: an invitation that locked the holder's profile too strongly caused a deadlock in only some of
    // them.
    for (let round = 0; round < 12; round += 1) {
      const lastName = `Same${'abcdefghijkl'[round] ?? ''}`;
      const guest = await addPerson();
      await account.owner`update public.profiles set first_name = 'Max', last_name = ${lastName} where id = ${guest}`;
      const token = await openInvitation(`${guest}@example.test`);
      const [joined, ...settled] = await Promise.allSettled([
        redeem(guest, token),
        ...[account.holder, ...crew.map(({ id }) => id)].map((id, at) =>
          account.asPerson(id, async (sql) => {
            await sql`update public.profiles set first_name = ${['max', 'MAX', 'M a x'][at % 3] ?? ''}, last_name = ${lastName} where id = ${id}`;
            await sql`select pg_sleep(0.05)`;
          }),
        ),
      ]);
      const refused = failures(settled);
      const guestJoined = joined.status === 'fulfilled' && joined.value.body.joined === account.holder;
      for (const message of refused) expect(message).toContain('Somebody else on the farm has this name.');
      expect(settled.length - refused.length + (guestJoined ? 1 : 0)).toBe(1);
      const [same] = await account.owner<{ n: number }[]>`
        select count(*)::int as n from public.profiles
        where (id = ${account.holder} or admin_id = ${account.holder})
          and private.name_key(concat(first_name, last_name)) = private.name_key(${`max${lastName}`})`;
      expect(same).toEqual({ n: 1 });
      if (guestJoined) await account.asPerson(account.holder, (sql) => sql`select public.remove_employee(${guest})`);
      else
        await account.owner`update public.employee_invites set revoked_at = now() where accepted_at is null and revoked_at is null`;
    }
  });
});
