// What an invitation shows before signing in: the farm, the inviter and the recipient, only with an open token.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { invite, newToken } from '@tests/support/account-data/invitations';

const INVALID_INVITATION = {
  status: 404,
  body: { success: false, error: 'This invitation is not open any more. Ask for a new one.' },
};
let backend: FunctionsBackend;
let owner: Person;

beforeAll(async () => {
  backend = await functionsBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql('delete from private.allowances');
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  await owner.from('farm_settings').update({ farm_name: 'Hill Farm' }).eq('user_id', owner.id);
});

const read = (body: object, headers: Record<string, string> = {}) => backend.call('read-invitation', { body, headers });

test('an open invitation shows farm, inviter and address, and nothing else', async () => {
  const { token } = await invite(backend, owner, 'Sam@Example.test');
  const answer = await read({ token });
  expect(answer).toMatchObject({ status: 200 });
  expect(answer.body).toEqual({ success: true, email: 'sam@example.test', farm: 'Hill Farm', holder: 'Alex Hill' });
  await owner.from('farm_settings').update({ farm_name: null }).eq('user_id', owner.id);
  expect((await read({ token })).body).toMatchObject({ farm: null, holder: 'Alex Hill' });
});

test('an invalid, unknown, used, withdrawn or expired token shows the same message (A47)', async () => {
  const { id, token } = await invite(backend, owner, 'gone@example.test');
  for (const body of [{}, { token: 1 }, { token: `${token}0` }, { token: newToken() }, { token: id }])
    expect(await read(body)).toMatchObject(INVALID_INVITATION);
  for (const change of [
    'accepted_at = now()',
    'accepted_at = null, revoked_at = now()',
    'revoked_at = null, expires_at = now()',
  ]) {
    await backend.sql(`update public.employee_invites set ${change} where id = $1`, [id]);
    expect(await read({ token })).toMatchObject(INVALID_INVITATION);
  }
  await backend.sql("update public.employee_invites set expires_at = now() + interval '1 day' where id = $1", [id]);
  expect((await read({ token })).status).toBe(200);
  // A new token invalidates the previous one.
  await owner.rpc('resend_invitation', { p_invite: id });
  expect(await read({ token })).toMatchObject(INVALID_INVITATION);
});

test('attempts are counted by their real network address, right or wrong, whatever the headers claim (A47)', async () => {
  const { token } = await invite(backend, owner, 'often@example.test');
  for (let n = 0; n < 20; n += 1) await read({ token: n % 2 === 0 ? token : newToken() });
  for (const address of ['203.0.113.1', '203.0.113.2'])
    expect(await read({ token }, { 'x-forwarded-for': address, 'cf-connecting-ip': address })).toMatchObject({
      status: 429,
      body: { success: false, error: 'Too many tries. Open the invitation again later.' },
    });
});

test('an invitation can’t be read from another site', async () => {
  const { token } = await invite(backend, owner, 'page@example.test');
  expect((await read({ token }, { origin: 'https://evil.example' })).status).toBe(403);
});
