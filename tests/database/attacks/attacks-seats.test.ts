// Attacks on seats and invitations; each test checks in the database that nothing changed. docs/test-codes.md explains
// the codes.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows, relations } from '@tests/support/database/catalogue';
import { photoOf, INVITE_OF_ACCOUNT, rowId } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { rest, type Answer } from '@tests/support/database/rest';
import {
  callFunction,
  hashOf,
  invite,
  newToken,
  profileOf,
  refusal,
  usedSeats,
} from '@tests/support/account-data/invitations';

let backend: TestBackend;
let personas: Personas;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(async () => {
  await restore();
  initial = await fingerprint();
});

/** Expects that the call changes nothing except the count of tries. */
async function expectRefused(answer: Promise<Answer>, expected: object) {
  const before = await fingerprint();
  expect(await answer).toMatchObject(expected);
  expect({ ...(await fingerprint()), 'private.allowances': '' }).toEqual({ ...before, 'private.allowances': '' });
}
const redeem = (person: Person, token: string, more: object = {}) =>
  callFunction(backend, person, 'redeem_invite', { p_token: token, ...more });

/** A new person, invited by A1, and the invitation's token. */
async function invitePerson(email: string) {
  const person = await backend.user({ email });
  const invitation = await invite(backend, personas.people.A1, email);
  return { person, ...invitation };
}

test('a removed person loses tables, functions and files at once, even with a valid token (A37)', async () => {
  const { A1 } = personas.people;
  const { person, token } = await invitePerson('a37@example.test');
  await redeem(person, token);
  const ask = rest(backend, person);
  const photo = photoOf(A1.id, rowId(3, 'A1'), 'aaaaaaaa-0000-4000-8000-000000000037');
  const files = person.storage.from('photos');
  const jpeg = new Blob(['photo'], { type: 'image/jpeg' });
  expect((await files.upload(photo.storage_path, jpeg)).error).toBeNull();
  expect((await files.download(photo.storage_path)).error).toBeNull();
  expect((await ask('GET', '/rest/v1/works')).body).not.toEqual([]);

  expect(await callFunction(backend, A1, 'remove_employee', { p_employee: person.id })).toMatchObject({ status: 200 });
  const before = await fingerprint();
  for (const { name } of await relations(backend)) {
    const ownProfile = name === 'profiles' ? [{ id: person.id, admin_id: null }] : [];
    expect({ name, ...(await ask('GET', `/rest/v1/${name}`)) }).toMatchObject({ name, status: 200, body: ownProfile });
  }
  expect(await callFunction(backend, person, 'works_totals')).toMatchObject({ body: [{ entries: 0 }] });
  expect(await callFunction(backend, person, 'crew_people')).toMatchObject({ status: 200, body: [] });
  expect((await files.download(photo.storage_path)).error).not.toBeNull();
  expect((await files.createSignedUrl(photo.storage_path, 60)).error).not.toBeNull();
  expect((await files.list(A1.id)).data).toEqual([]);
  expect((await files.upload(photo.storage_path, jpeg, { upsert: true })).error).not.toBeNull();
  expect((await files.remove([photo.storage_path])).data).toEqual([]);
  expect(await fingerprint()).toEqual(before);
  // The file is still there for the others.
  expect((await A1.storage.from('photos').download(photo.storage_path)).error).toBeNull();
});

test('an employee reads no address, seat or colleague (A40)', async () => {
  const { E1, E1b } = personas.people;
  const ask = personas.api.E1;
  const { body } = await ask('GET', '/rest/v1/profiles?select=*');
  expect(body).toMatchObject([{ id: E1.id }]);
  expect(JSON.stringify(body)).not.toMatch(/@example|cus_|stripe|token/);
  expect(await ask('GET', `/rest/v1/profiles?id=eq.${E1b.id}`)).toMatchObject({ status: 200, body: [] });
  expect(await ask('GET', '/rest/v1/employee_invites')).toMatchObject({ status: 200, body: [] });
  expect(await ask('POST', '/rest/v1/rpc/crew_people', {})).toMatchObject({ status: 200, body: [] });
  expect((await ask('GET', '/rest/v1/users?select=email')).status).toBe(404);
  expect(await fingerprint()).toEqual(initial);
});

test('an invitation can be accepted once, and not after it was withdrawn or has expired (A44)', async () => {
  const { A1 } = personas.people;
  const { person, token, id } = await invitePerson('a44@example.test');
  const stranger = await backend.user({ email: 'other.a44@example.test' });
  await backend.sql(`update public.employee_invites set expires_at = now() where id = $1`, [id]);
  await expectRefused(redeem(person, token), refusal(410, 'This invitation has expired. Ask for a new one.'));
  await backend.sql(
    `update public.employee_invites set expires_at = now() + interval '1 hour', revoked_at = now() where id = $1`,
    [id],
  );
  await expectRefused(redeem(person, token), refusal(410, 'This invitation was withdrawn. Ask for a new one.'));
  await backend.sql(`update public.employee_invites set revoked_at = null where id = $1`, [id]);
  expect(await redeem(person, token)).toMatchObject({ status: 200, body: { joined: A1.id } });
  const seats = await usedSeats(backend, A1);
  await expectRefused(redeem(person, token), refusal(409, 'This invitation has been used already.'));
  await callFunction(backend, person, 'leave_farm');
  await expectRefused(redeem(person, token), refusal(409, 'This invitation has been used already.'));
  await expectRefused(redeem(stranger, token), { status: 403 });
  expect(await usedSeats(backend, A1)).toBe((seats ?? 0) - 1);
});

test('an invitation can be accepted only with its own, confirmed address (A45)', async () => {
  const { person, token } = await invitePerson('a45@example.test');
  const other = 'This invitation is for another address. Sign in with the address it was sent to.';
  for (const name of ['A2', 'U', 'R', 'E1'] as const) {
    await expectRefused(redeem(personas.people[name], token), refusal(403, other));
    await expectRefused(
      callFunction(backend, personas.people[name], 'read_invitation', { p_token: token }),
      refusal(403, other),
    );
  }
  await backend.sql(`update auth.users set email_confirmed_at = null where id = $1`, [person.id]);
  await expectRefused(
    redeem(person, token),
    refusal(403, 'Confirm your e-mail address first: follow the link in our mail.'),
  );
  // An address in one's own metadata does not count.
  await rest(backend, personas.people.A2)('PUT', '/auth/v1/user', { data: { email: 'a45@example.test' } });
  await expectRefused(redeem(personas.people.A2, token), refusal(403, other));
});

test('extra arguments give no further rights (A46)', async () => {
  const { A1, A2 } = personas.people;
  const { person, token } = await invitePerson('a46@example.test');
  const more = { role: 'admin', admin_id: A2.id, p_admin: A2.id, person_status: 'active' };
  const before = await fingerprint();
  // A function with these arguments does not exist.
  expect((await redeem(person, token, more)).status).toBe(404);
  expect(await fingerprint()).toEqual(before);
  expect(await redeem(person, token)).toMatchObject({ status: 200 });
  expect(await profileOf(backend, person)).toMatchObject({ role: 'employee', admin_id: A1.id });
});

test('tokens can’t be guessed: after thirty tries an hour even the right one is refused (A47)', async () => {
  const { person, token } = await invitePerson('a47@example.test');
  for (let n = 0; n < 30; n += 1) expect((await redeem(person, newToken())).status).toBe(404);
  await expectRefused(redeem(person, token), refusal(429, 'Too many tries. Open the invitation again in an hour.'));
  await expectRefused(callFunction(backend, person, 'read_invitation', { p_token: token }), { status: 429 });
  expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', admin_id: null });
  // Other people are not locked out.
  const { person: next, token: good } = await invitePerson('next.a47@example.test');
  expect(await redeem(next, good)).toMatchObject({ status: 200 });
});

test('other people can’t read invitations, and only the token’s hash is stored (A47)', async () => {
  const { token } = await invitePerson('hash.a47@example.test');
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const all = `/rest/v1/employee_invites?token_hash=eq.${hashOf(token)}`;
  expect((await personas.api.K('GET', all)).status).toBe(401);
  for (const name of ['A2', 'E1', 'L', 'R', 'U'] as const)
    expect(await personas.api[name]('GET', all)).toMatchObject({ status: 200, body: [] });
  expect((await personas.api.A1('GET', all)).body).toHaveLength(1);
  const stored = await backend.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'`,
  );
  for (const { name } of stored) {
    const rows = await backend.sql(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [token]);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
});

test('an invitation can’t make the holder of an account in use an employee (A48)', async () => {
  const { A1, A2 } = personas.people;
  const alreadyHolder = "That email is already a main account holder and can't be added as an employee.";
  await expectRefused(callFunction(backend, A1, 'invite_employee', { p_email: A2.email }), refusal(409, alreadyHolder));
  // Nor by an invitation that was made before the account was used.
  const token = newToken();
  await backend.sql(
    `insert into public.employee_invites (user_id, email, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [A1.id, A2.email, hashOf(token)],
  );
  const ownAccount = refusal(409, 'This address already runs an account of its own. Use another address.');
  await expectRefused(callFunction(backend, A2, 'read_invitation', { p_token: token }), ownAccount);
  await expectRefused(redeem(A2, token), ownAccount);
  expect((await personas.api.A2('GET', '/rest/v1/works')).body).not.toEqual([]);
});

test('employees, people without an account, and other or lapsed holders can’t manage A1’s crew (A49)', async () => {
  const { E1, A1 } = personas.people;
  const holderOnly = refusal(403, 'Only the main account holder can do this.');
  for (const name of ['E1', 'EL', 'R', 'U'] as const) {
    const ask = (fn: string, args: object) => callFunction(backend, personas.people[name], fn, args);
    await expectRefused(ask('invite_employee', { p_email: 'a49@example.test' }), holderOnly);
    await expectRefused(ask('resend_invitation', { p_invite: INVITE_OF_ACCOUNT.A1 }), holderOnly);
    await expectRefused(ask('revoke_invitation', { p_invite: INVITE_OF_ACCOUNT.A1 }), holderOnly);
    await expectRefused(ask('suspend_employee', { p_employee: E1.id, p_suspended: true }), holderOnly);
    await expectRefused(ask('remove_employee', { p_employee: E1.id }), holderOnly);
  }
  const { A2, L } = personas.people;
  await expectRefused(callFunction(backend, L, 'invite_employee', { p_email: 'a49@example.test' }), {
    status: 403,
    body: { message: 'Your account can read but not write at the moment.' },
  });
  for (const person of [E1.id, A1.id, A2.id])
    await expectRefused(callFunction(backend, A2, 'remove_employee', { p_employee: person }), { status: 400 });
  await expectRefused(callFunction(backend, A2, 'revoke_invitation', { p_invite: INVITE_OF_ACCOUNT.A1 }), {
    status: 400,
  });
  expect(await fingerprint()).toEqual(initial);
});

test('a farm sends twenty invitations a day, including resent and refused ones (A87)', async () => {
  const owner = await backend.user();
  const ask = (p_email: string) => callFunction(backend, owner, 'invite_employee', { p_email });
  for (let n = 0; n < 10; n += 1) {
    const { id } = await invite(backend, owner, `stranger${n}@example.test`);
    if (n % 2) await callFunction(backend, owner, 'resend_invitation', { p_invite: id });
    else expect((await ask(personas.people.A2.email)).status).toBe(409);
    await callFunction(backend, owner, 'revoke_invitation', { p_invite: id });
  }
  const limitReached = refusal(429, 'You can send 20 invitations a day. Send the next one tomorrow.');
  await expectRefused(ask('one.more@example.test'), limitReached);
  // Above the limit, the response no longer reveals which addresses hold an account.
  await expectRefused(ask(personas.people.A2.email), limitReached);
  expect(await usedSeats(backend, owner)).toBe(0);
});
