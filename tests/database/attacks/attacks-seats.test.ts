// Attacks on seats and invitations, by the numbers of the security list; each checks in the database that nothing
// changed.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, keepRows, relations } from '@tests/support/database/catalogue';
import { photoOf, INVITE_OF, rowId } from '@tests/support/database/persona-ids';
import { cast, type Cast } from '@tests/support/database/personas';
import { rest, type Answer } from '@tests/support/database/rest';
import { call, hashOf, invite, newToken, profileOf, said, seatsOf } from '@tests/support/office/seats';

let backend: TestBackend;
let players: Cast;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let untouched: Record<string, string>;

beforeAll(async () => {
  backend = await testBackend();
  players = await cast(backend);
  fingerprint = await fingerprints(backend);
  restore = await keepRows(backend);
  untouched = await fingerprint();
});
afterAll(() => backend.close());
afterEach(async () => {
  await restore();
  untouched = await fingerprint();
});

/** Nothing changed except the counted try. */
async function refused(answer: Promise<Answer>, expected: object) {
  const before = await fingerprint();
  expect(await answer).toMatchObject(expected);
  expect({ ...(await fingerprint()), 'private.allowances': '' }).toEqual({ ...before, 'private.allowances': '' });
}
const redeem = (person: Person, token: string, more: object = {}) =>
  call(backend, person, 'redeem_invite', { p_token: token, ...more });

/** A new person, invited by A1, and the invitation's token. */
async function invited(email: string) {
  const person = await backend.user({ email });
  const made = await invite(backend, players.people.A1, email);
  return { person, ...made };
}

test('a removed person loses tables, functions and files at once, even with a valid token (A37)', async () => {
  const { A1 } = players.people;
  const { person, token } = await invited('a37@example.test');
  await redeem(person, token);
  const ask = rest(backend, person);
  const photo = photoOf(A1.id, rowId(3, 'A1'), 'aaaaaaaa-0000-4000-8000-000000000037');
  const files = person.storage.from('photos');
  const jpeg = new Blob(['photo'], { type: 'image/jpeg' });
  expect((await files.upload(photo.storage_path, jpeg)).error).toBeNull();
  expect((await files.download(photo.storage_path)).error).toBeNull();
  expect((await ask('GET', '/rest/v1/works')).body).not.toEqual([]);

  expect(await call(backend, A1, 'remove_employee', { p_employee: person.id })).toMatchObject({ status: 200 });
  const before = await fingerprint();
  for (const { name } of await relations(backend)) {
    const own = name === 'profiles' ? [{ id: person.id, admin_id: null }] : [];
    expect({ name, ...(await ask('GET', `/rest/v1/${name}`)) }).toMatchObject({ name, status: 200, body: own });
  }
  expect(await call(backend, person, 'works_totals')).toMatchObject({ body: [{ entries: 0 }] });
  expect(await call(backend, person, 'crew_people')).toMatchObject({ status: 200, body: [] });
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
  const { E1, E1b } = players.people;
  const ask = players.api.E1;
  const { body } = await ask('GET', '/rest/v1/profiles?select=*');
  expect(body).toMatchObject([{ id: E1.id }]);
  expect(JSON.stringify(body)).not.toMatch(/@example|cus_|stripe|token/);
  expect(await ask('GET', `/rest/v1/profiles?id=eq.${E1b.id}`)).toMatchObject({ status: 200, body: [] });
  expect(await ask('GET', '/rest/v1/employee_invites')).toMatchObject({ status: 200, body: [] });
  expect(await ask('POST', '/rest/v1/rpc/crew_people', {})).toMatchObject({ status: 200, body: [] });
  expect((await ask('GET', '/rest/v1/users?select=email')).status).toBe(404);
  expect(await fingerprint()).toEqual(untouched);
});

test('an invitation can be accepted once, and not after it was withdrawn or has expired (A44)', async () => {
  const { A1 } = players.people;
  const { person, token, id } = await invited('a44@example.test');
  const stranger = await backend.user({ email: 'other.a44@example.test' });
  await backend.sql(`update public.employee_invites set expires_at = now() where id = $1`, [id]);
  await refused(redeem(person, token), said(410, 'This invitation has expired. Ask for a new one.'));
  await backend.sql(
    `update public.employee_invites set expires_at = now() + interval '1 hour', revoked_at = now() where id = $1`,
    [id],
  );
  await refused(redeem(person, token), said(410, 'This invitation was withdrawn. Ask for a new one.'));
  await backend.sql(`update public.employee_invites set revoked_at = null where id = $1`, [id]);
  expect(await redeem(person, token)).toMatchObject({ status: 200, body: { joined: A1.id } });
  const seats = await seatsOf(backend, A1);
  await refused(redeem(person, token), said(409, 'This invitation has been used already.'));
  await call(backend, person, 'leave_farm');
  await refused(redeem(person, token), said(409, 'This invitation has been used already.'));
  await refused(redeem(stranger, token), { status: 403 });
  expect(await seatsOf(backend, A1)).toBe((seats ?? 0) - 1);
});

test('it can be accepted only by its own, confirmed address (A45)', async () => {
  const { person, token } = await invited('a45@example.test');
  const other = 'This invitation is for another address. Sign in with the address it was sent to.';
  for (const name of ['A2', 'U', 'R', 'E1'] as const) {
    await refused(redeem(players.people[name], token), said(403, other));
    await refused(call(backend, players.people[name], 'read_invitation', { p_token: token }), said(403, other));
  }
  await backend.sql(`update auth.users set email_confirmed_at = null where id = $1`, [person.id]);
  await refused(redeem(person, token), said(403, 'Confirm your e-mail address first: follow the link in our mail.'));
  // An address in one's own metadata does not count.
  await rest(backend, players.people.A2)('PUT', '/auth/v1/user', { data: { email: 'a45@example.test' } });
  await refused(redeem(players.people.A2, token), said(403, other));
});

test('extra arguments give no further rights (A46)', async () => {
  const { A1, A2 } = players.people;
  const { person, token } = await invited('a46@example.test');
  const more = { role: 'admin', admin_id: A2.id, p_admin: A2.id, person_status: 'active' };
  const before = await fingerprint();
  // A function with these arguments does not exist.
  expect((await redeem(person, token, more)).status).toBe(404);
  expect(await fingerprint()).toEqual(before);
  await redeem(person, token);
  expect(await profileOf(backend, person)).toMatchObject({ role: 'employee', admin_id: A1.id });
});

test('tokens can’t be guessed: after thirty tries an hour even the right one is refused (A47)', async () => {
  const { person, token } = await invited('a47@example.test');
  for (let n = 0; n < 30; n += 1) expect((await redeem(person, newToken())).status).toBe(404);
  await refused(redeem(person, token), said(429, 'Too many tries. Open the invitation again in an hour.'));
  await refused(call(backend, person, 'read_invitation', { p_token: token }), { status: 429 });
  expect(await profileOf(backend, person)).toMatchObject({ role: 'admin', admin_id: null });
  // Other people are not locked out.
  const { person: next, token: good } = await invited('next.a47@example.test');
  expect(await redeem(next, good)).toMatchObject({ status: 200 });
});

test('other people can’t read invitations, and only the token’s hash is stored (A47)', async () => {
  const { token } = await invited('hash.a47@example.test');
  expect(token).toMatch(/^[0-9a-f]{64}$/);
  const all = `/rest/v1/employee_invites?token_hash=eq.${hashOf(token)}`;
  expect((await players.api.K('GET', all)).status).toBe(401);
  for (const name of ['A2', 'E1', 'L', 'R', 'U'] as const)
    expect(await players.api[name]('GET', all)).toMatchObject({ status: 200, body: [] });
  expect((await players.api.A1('GET', all)).body).toHaveLength(1);
  const stored = await backend.sql<{ name: string }>(
    `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r'`,
  );
  for (const { name } of stored) {
    const rows = await backend.sql(`select 1 from ${name} t where t::text like '%' || $1 || '%'`, [token]);
    expect({ name, rows }).toEqual({ name, rows: [] });
  }
});

test('the holder of an account in use can’t be captured by an invitation (A48)', async () => {
  const { A1, A2 } = players.people;
  const taken = "That email is already a main account holder and can't be added as an employee.";
  await refused(call(backend, A1, 'invite_employee', { p_email: A2.email }), said(409, taken));
  // Also if the invitation was made before the account was used.
  const token = newToken();
  await backend.sql(
    `insert into public.employee_invites (user_id, email, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [A1.id, A2.email, hashOf(token)],
  );
  const own = said(409, 'This address already runs an account of its own. Use another address.');
  await refused(call(backend, A2, 'read_invitation', { p_token: token }), own);
  await refused(redeem(A2, token), own);
  expect((await players.api.A2('GET', '/rest/v1/works')).body).not.toEqual([]);
});

test('without an account, with another or a lapsed one, a person can’t give or take seats (A49)', async () => {
  const { E1, A1 } = players.people;
  const only = said(403, 'Only the main account holder can do this.');
  for (const name of ['E1', 'EL', 'R', 'U'] as const) {
    const ask = (fn: string, args: object) => call(backend, players.people[name], fn, args);
    await refused(ask('invite_employee', { p_email: 'a49@example.test' }), only);
    await refused(ask('resend_invitation', { p_invite: INVITE_OF.A1 }), only);
    await refused(ask('revoke_invitation', { p_invite: INVITE_OF.A1 }), only);
    await refused(ask('suspend_employee', { p_employee: E1.id, p_suspended: true }), only);
    await refused(ask('remove_employee', { p_employee: E1.id }), only);
  }
  const { A2, L } = players.people;
  await refused(call(backend, L, 'invite_employee', { p_email: 'a49@example.test' }), {
    status: 403,
    body: { message: 'Your account can read but not write at the moment.' },
  });
  for (const person of [E1.id, A1.id, A2.id])
    await refused(call(backend, A2, 'remove_employee', { p_employee: person }), { status: 400 });
  await refused(call(backend, A2, 'revoke_invitation', { p_invite: INVITE_OF.A1 }), { status: 400 });
  expect(await fingerprint()).toEqual(untouched);
});

test('a farm sends twenty invitations a day, including resent and refused ones (A87)', async () => {
  const owner = await backend.user();
  const ask = (p_email: string) => call(backend, owner, 'invite_employee', { p_email });
  for (let n = 0; n < 10; n += 1) {
    const { id } = await invite(backend, owner, `stranger${n}@example.test`);
    if (n % 2) await call(backend, owner, 'resend_invitation', { p_invite: id });
    else expect((await ask(players.people.A2.email)).status).toBe(409);
    await call(backend, owner, 'revoke_invitation', { p_invite: id });
  }
  const most = said(429, 'You can send 20 invitations a day. Send the next one tomorrow.');
  await refused(ask('one.more@example.test'), most);
  // After that, it no longer reveals who holds an account.
  await refused(ask(players.people.A2.email), most);
  expect(await seatsOf(backend, owner)).toBe(0);
});
