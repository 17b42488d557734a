// An attacker signs up with another person's address before them. The attacker's password must never open the farm that
// person joins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest, type Answer } from '@tests/support/database/rest';
import { call, invite, profileOf } from '@tests/support/office/seats';

const THEIRS = 'the attacker chose this 1';
const HERS = 'dee chose this one 2';
const note = { title: 'Note', body: 'Only for the farm', note_date: '2026-11-01', shared: true };

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend({ confirmations: true });
  const { auth } = backend.service();
  await auth.admin.createUser({ email: 'owner@example.test', password: PASSWORD, email_confirm: true });
  const client = backend.anon();
  const { data } = await client.auth.signInWithPassword({ email: 'owner@example.test', password: PASSWORD });
  owner = Object.assign(client, { id: data.user?.id ?? '', email: 'owner@example.test' });
  const { error } = await owner.from('notes').insert({ ...note, user_id: owner.id });
  expect(error).toBeNull();
});
afterAll(() => backend.close());

const nobody = () => rest(backend, null);
const as =
  (token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    nobody()(method, path, body, { authorization: `Bearer ${token}` });

const signUp = (email: string, password: string) => nobody()('POST', '/auth/v1/signup', { email, password });
const signIn = async (email: string, password: string) =>
  (await nobody()('POST', '/auth/v1/token?grant_type=password', { email, password })).body as Record<string, string>;

/** Follows the link in the last mail to an address; returns the token of the session that it opens. */
async function follow(email: string, subject: string): Promise<string> {
  const mail = backend.mails.filter((one) => one.to === email && one.subject === subject).at(-1);
  const link = new URL(/http\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  const { headers } = await nobody()('GET', link.pathname + link.search);
  return new URLSearchParams(headers.get('location')?.split('#')[1]).get('access_token') ?? '';
}
const sentLongAgo = (email: string) =>
  backend.sql(`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = $1`, [email]);

const redeem = (token: string, invitation: string) =>
  as(token)('POST', '/rest/v1/rpc/redeem_invite', { p_token: invitation });
const NOT_YET = { status: 403, body: { code: '42501', message: 'Type your password first.' } };
const ENDED = { status: 401, body: { message: 'Your session has ended. Sign in again.' } };

test('a password chosen before the address was confirmed never opens the farm that its owner joins', async () => {
  const email = 'dee@example.test';
  await signUp(email, THEIRS);
  const { token: invitation } = await invite(backend, owner, email);
  await sentLongAgo(email);
  await signUp(email, HERS);
  const byMail = await follow(email, 'Confirm your address');
  const { sub } = JSON.parse(Buffer.from(byMail.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };

  // The link alone can't join, whatever the page would do.
  expect(await redeem(byMail, invitation)).toMatchObject(NOT_YET);
  expect(await as(byMail)('POST', '/rest/v1/rpc/read_invitation', { p_token: invitation })).toMatchObject(NOT_YET);
  expect(await as(byMail)('GET', '/rest/v1/farm_settings')).toMatchObject({ status: 200, body: [] });

  // The attacker waits for the confirmation and signs in, with a token for an hour.
  const thief = await signIn(email, THEIRS);
  expect(thief['access_token']).toBeDefined();
  expect(await profileOf(backend, { id: sub })).toMatchObject({ role: 'admin', admin_id: null });

  expect(await as(byMail)('PUT', '/auth/v1/user', { password: HERS })).toMatchObject({ status: 200 });
  const { access_token: dees = '' } = await signIn(email, HERS);
  expect(await redeem(dees, invitation)).toMatchObject({ status: 200, body: { joined: owner.id } });
  expect(await as(dees)('GET', '/rest/v1/notes?select=body')).toMatchObject({ body: [{ body: 'Only for the farm' }] });

  expect(await signIn(email, THEIRS)).toMatchObject({ error_code: 'invalid_credentials' });
  const stolen = thief['access_token'] ?? '';
  expect(await as(stolen)('GET', '/rest/v1/notes')).toMatchObject(ENDED);
  expect(await as(stolen)('POST', '/rest/v1/notes', { ...note, user_id: owner.id })).toMatchObject(ENDED);
  expect(await redeem(stolen, invitation)).toMatchObject(ENDED);
  const renewed = await nobody()('POST', '/auth/v1/token?grant_type=refresh_token', {
    refresh_token: thief['refresh_token'],
  });
  expect(renewed.status).toBe(400);
});

test('a person who changes their address to another’s can’t enter the farm that this person joins', async () => {
  await signUp('thief@example.test', THEIRS);
  await follow('thief@example.test', 'Confirm your address');
  const { access_token: thief = '' } = await signIn('thief@example.test', THEIRS);
  expect(await as(thief)('PUT', '/auth/v1/user', { email: 'eve@example.test' })).toMatchObject({ status: 200 });
  await follow('thief@example.test', 'Confirm your new address');
  const { token: invitation } = await invite(backend, owner, 'eve@example.test');
  const byMail = await follow('eve@example.test', 'Confirm your new address');
  expect(byMail).not.toBe('');
  expect(await redeem(byMail, invitation)).toMatchObject(NOT_YET);
});

test('a password set between following the link and the new password makes its session useless', async () => {
  const email = 'fay@example.test';
  await signUp(email, THEIRS);
  const { token: invitation } = await invite(backend, owner, email);
  const byMail = await follow(email, 'Confirm your address');
  const { access_token: thief = '' } = await signIn(email, THEIRS);
  await as(thief)('PUT', '/auth/v1/user', { password: `${THEIRS}!`, current_password: THEIRS });
  expect((await as(byMail)('PUT', '/auth/v1/user', { password: HERS })).status).toBe(403);
  expect(await redeem(byMail, invitation)).toMatchObject(ENDED);
});

test('a person who confirms with their sign-up password joins with it, on any device', async () => {
  const email = 'gil@example.test';
  await signUp(email, HERS);
  const { token: invitation } = await invite(backend, owner, email);
  await follow(email, 'Confirm your address');
  const { access_token: gil = '' } = await signIn(email, HERS);
  expect(await redeem(gil, invitation)).toMatchObject({ status: 200 });
});

test('a session ended elsewhere can no longer read or write', async () => {
  const { access_token: other = '' } = await signIn(owner.email, PASSWORD);
  expect(await as(other)('GET', '/rest/v1/notes?select=id')).toMatchObject({ status: 200, body: [{}] });
  await owner.auth.signOut({ scope: 'others' });
  expect(await as(other)('GET', '/rest/v1/notes?select=id')).toMatchObject(ENDED);
  expect(await call(backend, owner, 'crew_people')).toMatchObject({ status: 200 });
});
