// Seats: who is invited, how many there are, and who joins.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';
import { callFunction, invite, profileOf, refusal, usedSeats } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let owner: Person;
let addressCount = 0;
const newAddress = () => `new.person${(addressCount += 1)}@example.test`;
const JOB = {
  customer: 'Hill Farm',
  task_name: 'Baling',
  chargeable_unit: 'bale',
  rate: 2,
  quantity: 3,
  work_date: '2026-11-02',
};
const ALL_SEATS_USED = 'All 6 seats are used. Remove someone or cancel an invitation first.';

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
});
afterAll(() => backend.close());

/** A person who was invited and has joined. */
async function addMember(email = newAddress()): Promise<Person> {
  const { token } = await invite(backend, owner, email);
  const person = await backend.user({ email, firstName: 'Sam' });
  expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
  return person;
}

describe('an invitation', () => {
  test('is valid for seven days, and only the hash of its token is stored', async () => {
    const { id, token } = await invite(backend, owner, '  New.Person@Example.Test ');
    const [row] = await backend.sql(
      `select *, extract(epoch from expires_at - created_at) / 86400 as days from public.employee_invites where id = $1`,
      [id],
    );
    expect(row).toMatchObject({
      email: 'new.person@example.test',
      user_id: owner.id,
      accepted_at: null,
      revoked_at: null,
    });
    expect(Number(row?.['days'])).toBe(7);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(token);
    const [hash] = await backend.sql(`select encode(sha256(convert_to($1, 'UTF8')), 'hex') as hash`, [token]);
    expect(row?.['token_hash']).toBe(hash?.['hash']);
  });

  test.each([
    ['', 'Please enter a valid email address.'],
    ['sam', 'Please enter a valid email address.'],
    ['sam@farm', 'Please enter a valid email address.'],
    ['sam@farm.test\r\nBcc: all@farm.test', 'Please enter a valid email address.'],
    ['"sam"<sam@farm.test>', 'Please enter a valid email address.'],
    ['a@b.test,c@d.test', 'Please enter a valid email address.'],
    [`${'x'.repeat(250)}@farm.test`, 'Please enter a valid email address.'],
  ])('to "%s" is refused', async (email, message) => {
    expect(await callFunction(backend, owner, 'invite_employee', { p_email: email })).toMatchObject(
      refusal(400, message),
    );
    expect(await usedSeats(backend, owner)).toBe(0);
  });

  test('is refused for oneself, for a person already invited, and for an employee, in any spelling', async () => {
    const email = newAddress();
    const ask = (p_email: string) => callFunction(backend, owner, 'invite_employee', { p_email });
    expect(await ask(owner.email.toUpperCase())).toMatchObject(refusal(400, "You can't invite yourself."));
    await invite(backend, owner, email);
    expect(await ask(` ${email.toUpperCase()}`)).toMatchObject(refusal(400, `${email} has already been invited.`));
    const driver = await addMember();
    expect(await ask(driver.email)).toMatchObject(refusal(400, `${driver.email} is on your farm already.`));
    expect(await usedSeats(backend, owner)).toBe(2);
  });

  test('gets a new token when it is sent again, and the old one stops working', async () => {
    const email = newAddress();
    const { id, token } = await invite(backend, owner, email);
    const resent = await callFunction(backend, owner, 'resend_invitation', { p_invite: id });
    expect(resent).toMatchObject({ status: 200, body: { id } });
    const person = await backend.user({ email });
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 404 });
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin' });
    const { token: newToken } = resent.body as { token: string };
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: newToken })).toMatchObject({ status: 200 });
    expect(await usedSeats(backend, owner)).toBe(1);
  });

  test('that was withdrawn frees its seat, and can be made again', async () => {
    const email = newAddress();
    const { id } = await invite(backend, owner, email);
    expect(await callFunction(backend, owner, 'revoke_invitation', { p_invite: id })).toMatchObject({ status: 200 });
    expect(await usedSeats(backend, owner)).toBe(0);
    for (const name of ['revoke_invitation', 'resend_invitation'])
      expect(await callFunction(backend, owner, name, { p_invite: id })).toMatchObject(
        refusal(400, 'This invitation is not open any more.'),
      );
    await invite(backend, owner, email);
    expect(await usedSeats(backend, owner)).toBe(1);
  });

  test('names the farm to its recipient', async () => {
    const email = newAddress();
    const { token } = await invite(backend, owner, email);
    const person = await backend.user({ email });
    expect(await callFunction(backend, person, 'read_invitation', { p_token: token })).toMatchObject({
      status: 200,
      body: { farm: null, holder: 'Ann Hill' },
    });
    await owner.from('farm_settings').update({ farm_name: 'Hill Farm' }).eq('user_id', owner.id);
    expect((await callFunction(backend, person, 'read_invitation', { p_token: token })).body).toMatchObject({
      farm: 'Hill Farm',
    });
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', admin_id: null });
  });
});

describe('six seats (case 62)', () => {
  const fillSeats = async (employees: number) => {
    for (let n = 0; n < employees; n += 1) await backend.employeeOf(owner);
  };

  test('are taken by employees, suspended ones too, and by open invitations', async () => {
    await fillSeats(4);
    const suspended = await backend.employeeOf(owner);
    await callFunction(backend, owner, 'suspend_employee', { p_employee: suspended.id, p_suspended: true });
    await invite(backend, owner, newAddress());
    expect(await usedSeats(backend, owner)).toBe(6);
    expect(await callFunction(backend, owner, 'invite_employee', { p_email: newAddress() })).toMatchObject(
      refusal(400, ALL_SEATS_USED),
    );
    await callFunction(backend, owner, 'remove_employee', { p_employee: suspended.id });
    await invite(backend, owner, newAddress());
    expect(await usedSeats(backend, owner)).toBe(6);
  });

  test('an expired invitation frees one; sending it again takes one', async () => {
    await fillSeats(5);
    const { id } = await invite(backend, owner, newAddress());
    await backend.sql(`update public.employee_invites set expires_at = now() where id = $1`, [id]);
    await invite(backend, owner, newAddress());
    expect(await callFunction(backend, owner, 'resend_invitation', { p_invite: id })).toMatchObject(
      refusal(400, ALL_SEATS_USED),
    );
    expect(await usedSeats(backend, owner)).toBe(6);
  });

  test('are counted again when a person joins', async () => {
    const email = newAddress();
    const { token } = await invite(backend, owner, email);
    await fillSeats(6);
    const person = await backend.user({ email });
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject(
      refusal(409, 'All 6 seats are used. Ask the main account holder to free one.'),
    );
    expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', admin_id: null });
  });
});

describe('a person who joins', () => {
  test('becomes an employee without a trial, under their own name, and their work belongs to the farm', async () => {
    const email = newAddress();
    const { data } = await owner.rpc('invite_employee', { p_email: email, p_first_name: 'Tom', p_last_name: 'Dale' });
    const person = await backend.user({ email, firstName: '', lastName: '' });
    await callFunction(backend, person, 'redeem_invite', { p_token: (data as { token: string }).token });
    expect(await profileOf(backend, person)).toEqual({
      role: 'employee',
      admin_id: owner.id,
      person_status: 'active',
      subscription_status: null,
      trial_ends_at: null,
      subscription_ends_at: null,
    });
    await person.from('works').insert(JOB);
    expect((await owner.from('works').select('user_id, employee_id, created_by_name')).data).toEqual([
      { user_id: owner.id, employee_id: person.id, created_by_name: 'Tom Dale' },
    ]);
    expect((await owner.rpc('crew_people')).data).toMatchObject([
      { id: person.id, first_name: 'Tom', last_name: 'Dale', email, person_status: 'active' },
    ]);
  });

  test.each(['works', 'customers', 'tasks', 'notes'] as const)(
    'is refused while they have %s of their own',
    async (table) => {
      const email = newAddress();
      const { token } = await invite(backend, owner, email);
      const person = await backend.user({ email });
      const rows = {
        works: JOB,
        customers: { name: 'Moor Farm' },
        tasks: { name: 'Baling' },
        notes: { title: 'General', body: 'Gate', note_date: '2026-11-02', user_id: person.id },
      };
      expect((await rest(backend, person)('POST', `/rest/v1/${table}`, rows[table])).status).toBe(201);
      expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject(
        refusal(409, 'This address already runs an account of its own. Use another address.'),
      );
      expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', subscription_status: 'trialing' });
    },
  );

  test('is refused while they belong to another farm, or pay for one of their own', async () => {
    const other = await backend.user();
    const email = newAddress();
    const { token } = await invite(backend, owner, email);
    const person = await backend.employeeOf(other, { email });
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject(
      refusal(409, 'You are part of a farm already. Leave it first, then open the invitation again.'),
    );
    await callFunction(backend, person, 'leave_farm');
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });

    const payer = await backend.user({ email: newAddress() });
    const invitation = await invite(backend, owner, payer.email);
    await backend.sql(
      `update public.profiles set subscription_status = 'active', subscription_ends_at = now() + interval '1 month' where id = $1`,
      [payer.id],
    );
    expect(await callFunction(backend, payer, 'redeem_invite', { p_token: invitation.token })).toMatchObject({
      status: 409,
    });
    expect(await profileOf(backend, payer)).toMatchObject({ role: 'admin', subscription_status: 'active' });
  });

  test.each(['active', 'past_due'])(
    'is refused while their subscription is %s, whatever its end date',
    async (status) => {
      const payer = await backend.user({ email: newAddress() });
      const { token } = await invite(backend, owner, payer.email);
      // Stripe may still charge for it, or has charged already and the webhook has not arrived.
      await backend.sql(
        `update public.profiles set subscription_status = $2, subscription_ends_at = now() - interval '1 day' where id = $1`,
        [payer.id, status],
      );
      expect(await callFunction(backend, payer, 'redeem_invite', { p_token: token })).toMatchObject(
        refusal(409, 'This address already runs an account of its own. Use another address.'),
      );
      expect(await profileOf(backend, payer)).toMatchObject({ role: 'admin', subscription_status: status });
      await backend.sql(`update public.profiles set subscription_status = 'canceled' where id = $1`, [payer.id]);
      expect(await callFunction(backend, payer, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
    },
  );

  test('revokes the invitations they had sent', async () => {
    const email = newAddress();
    const { token } = await invite(backend, owner, email);
    const person = await backend.user({ email });
    await invite(backend, person, newAddress());
    expect(await callFunction(backend, person, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
    expect(await usedSeats(backend, person)).toBe(0);
  });
});
