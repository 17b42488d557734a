// An attacker signs up with another person's address before them. The attacker's password must never open the farm that
// person joins.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { linkIn, spentByGet } from '@tests/support/embedded/mail-links';
import { rest, type Answer } from '@tests/support/database/rest';
import { callFunction, invite, profileOf } from '@tests/support/account-data/invitations';

const ATTACKER_PASSWORD = 'the attacker chose this 1';
const INVITED_PASSWORD = 'dee chose this one 2';
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

const anonymous = () => rest(backend, null);
const requestAs =
  (token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer> =>
    anonymous()(method, path, body, { authorization: `Bearer ${token}` });

const signUp = (email: string, password: string) => anonymous()('POST', '/auth/v1/signup', { email, password });
const signIn = async (email: string, password: string) =>
  (await anonymous()('POST', '/auth/v1/token?grant_type=password', { email, password })).body as Record<string, string>;

/** Follows the link in the last mail to an address; returns the token of the session that it opens. */
async function followLink(email: string, subject: string): Promise<string> {
  const mail = backend.mails.filter((one) => one.to === email && one.subject === subject).at(-1);
  const link = spentByGet(linkIn(mail?.text));
  const { headers } = await anonymous()('GET', link.pathname + link.search);
  return new URLSearchParams(headers.get('location')?.split('#')[1]).get('access_token') ?? '';
}
const backdateConfirmation = (email: string) =>
  backend.sql(`update auth.users set confirmation_sent_at = now() - interval '2 minutes' where email = $1`, [email]);

const redeem = (token: string, invitation: string) =>
  requestAs(token)('POST', '/rest/v1/rpc/redeem_invite', { p_token: invitation });
const PASSWORD_REQUIRED = { status: 403, body: { code: '42501', message: 'Type your password first.' } };
const SESSION_ENDED = { status: 401, body: { message: 'Your session has ended. Sign in again.' } };

test('an attacker who signed up first with an invited person’s address has no access after that person sets a password', async () => {
  const email = 'dee@example.test';
  await signUp(email, ATTACKER_PASSWORD);
  const { token: invitation } = await invite(backend, owner, email);
  await backdateConfirmation(email);
  await signUp(email, INVITED_PASSWORD);
  const linkToken = await followLink(email, 'Confirm your address');
  const { sub } = JSON.parse(Buffer.from(linkToken.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };

  // The session of the link alone can't join; the database enforces this, not only the page.
  expect(await redeem(linkToken, invitation)).toMatchObject(PASSWORD_REQUIRED);
  expect(await requestAs(linkToken)('POST', '/rest/v1/rpc/read_invitation', { p_token: invitation })).toMatchObject(
    PASSWORD_REQUIRED,
  );
  expect(await requestAs(linkToken)('GET', '/rest/v1/farm_settings')).toMatchObject({ status: 200, body: [] });

  // The attacker waits for the confirmation and signs in, with a token for an hour.
  const attacker = await signIn(email, ATTACKER_PASSWORD);
  expect(attacker['access_token']).toBeDefined();
  expect(await profileOf(backend, { id: sub })).toMatchObject({ role: 'admin', admin_id: null });

  expect(await requestAs(linkToken)('PUT', '/auth/v1/user', { password: INVITED_PASSWORD })).toMatchObject({
    status: 200,
  });
  const { access_token: deeToken = '' } = await signIn(email, INVITED_PASSWORD);
  expect(await redeem(deeToken, invitation)).toMatchObject({ status: 200, body: { joined: owner.id } });
  expect(await requestAs(deeToken)('GET', '/rest/v1/notes?select=body')).toMatchObject({
    body: [{ body: 'Only for the farm' }],
  });

  expect(await signIn(email, ATTACKER_PASSWORD)).toMatchObject({ error_code: 'invalid_credentials' });
  const attackerToken = attacker['access_token'] ?? '';
  expect(await requestAs(attackerToken)('GET', '/rest/v1/notes')).toMatchObject(SESSION_ENDED);
  expect(await requestAs(attackerToken)('POST', '/rest/v1/notes', { ...note, user_id: owner.id })).toMatchObject(
    SESSION_ENDED,
  );
  expect(await redeem(attackerToken, invitation)).toMatchObject(SESSION_ENDED);
  const renewed = await anonymous()('POST', '/auth/v1/token?grant_type=refresh_token', {
    refresh_token: attacker['refresh_token'],
  });
  expect(renewed.status).toBe(400);
});

test('changing one’s address to another person’s does not open the farm that invited that person', async () => {
  await signUp('thief@example.test', ATTACKER_PASSWORD);
  await followLink('thief@example.test', 'Confirm your address');
  const { access_token: attacker = '' } = await signIn('thief@example.test', ATTACKER_PASSWORD);
  expect(await requestAs(attacker)('PUT', '/auth/v1/user', { email: 'eve@example.test' })).toMatchObject({
    status: 200,
  });
  await followLink('thief@example.test', 'Confirm your new address');
  const { token: invitation } = await invite(backend, owner, 'eve@example.test');
  const linkToken = await followLink('eve@example.test', 'Confirm your new address');
  expect(linkToken).not.toBe('');
  expect(await redeem(linkToken, invitation)).toMatchObject(PASSWORD_REQUIRED);
});

test('if the attacker changes the password after the link was followed, the session of the link ends', async () => {
  const email = 'fay@example.test';
  await signUp(email, ATTACKER_PASSWORD);
  const { token: invitation } = await invite(backend, owner, email);
  const linkToken = await followLink(email, 'Confirm your address');
  const { access_token: attacker = '' } = await signIn(email, ATTACKER_PASSWORD);
  await requestAs(attacker)('PUT', '/auth/v1/user', {
    password: `${ATTACKER_PASSWORD}!`,
    current_password: ATTACKER_PASSWORD,
  });
  expect((await requestAs(linkToken)('PUT', '/auth/v1/user', { password: INVITED_PASSWORD })).status).toBe(403);
  expect(await redeem(linkToken, invitation)).toMatchObject(SESSION_ENDED);
});

test('a person who confirms with their sign-up password joins with it, on any device', async () => {
  const email = 'gil@example.test';
  await signUp(email, INVITED_PASSWORD);
  const { token: invitation } = await invite(backend, owner, email);
  await followLink(email, 'Confirm your address');
  const { access_token: gilToken = '' } = await signIn(email, INVITED_PASSWORD);
  expect(await redeem(gilToken, invitation)).toMatchObject({ status: 200 });
});

test('a session ended elsewhere can no longer read or write', async () => {
  const { access_token: otherToken = '' } = await signIn(owner.email, PASSWORD);
  expect(await requestAs(otherToken)('GET', '/rest/v1/notes?select=id')).toMatchObject({ status: 200, body: [{}] });
  await owner.auth.signOut({ scope: 'others' });
  expect(await requestAs(otherToken)('GET', '/rest/v1/notes?select=id')).toMatchObject(SESSION_ENDED);
  expect(await callFunction(backend, owner, 'crew_people')).toMatchObject({ status: 200 });
});
