// The mail of an invitation: sent to the invited address only. Of the texts that users typed, it contains only plain
// names.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { resendStandIn } from '@tests/support/embedded/resend-stand-in';
import { invite, newToken } from '@tests/support/account-data/invitations';

const NOT_OPEN = 'This invitation is not open any more.';
let mails: Awaited<ReturnType<typeof resendStandIn>>;
let backend: FunctionsBackend;
let owner: Person;

beforeAll(async () => {
  mails = await resendStandIn();
  backend = await functionsBackend({
    env: (site) => ({
      RESEND_BASE_URL: mails.url,
      RESEND_API_KEY: 're_test',
      MAIL_FROM: 'Farm Diary <mail@farm.test>',
      SITE_URL: site,
    }),
  });
});
afterAll(async () => {
  await backend.close();
  await mails.close();
});
beforeEach(async () => {
  mails.reset();
  await backend.sql('delete from private.allowances');
  owner = await backend.user({ firstName: 'BUY PILLS http://evil.example', lastName: '<img src=x>' });
  await owner.from('farm_settings').update({ farm_name: 'Win £1,000 at evil.example' }).eq('user_id', owner.id);
});

const send = (person: Person | undefined, body: object) =>
  backend.call('invite-employee', { ...(person ? { person } : {}), body });
const bodyFor = ({ id, token }: { id: string; token: string }) => ({ invite: id, token });

async function expectRefused(answer: ReturnType<typeof send>, status: number, error?: string) {
  expect(await answer).toMatchObject({ status, body: { success: false, ...(error ? { error } : {}) } });
  expect(mails.requestCount()).toBe(0);
}

test('the mail is sent to the invited address, with the link and the inviter', async () => {
  const invitation = await invite(backend, owner, 'sam@example.test');
  expect(await send(owner, bodyFor(invitation))).toMatchObject({ status: 200, body: { success: true } });
  expect(mails.accepted).toHaveLength(1);
  const [mail] = mails.accepted;
  expect(mail).toMatchObject({ to: 'sam@example.test', from: 'Farm Diary <mail@farm.test>' });
  expect(mail?.text).toContain(`${backend.url}/?invite=${invitation.token}`);
  expect(mail?.html).toContain(`href="${backend.url}/?invite=${invitation.token}"`);
  expect(mail?.text).toContain(owner.email);
});

test('the mail names the farm and the inviter', async () => {
  const holder = await backend.user({ firstName: 'Siân', lastName: "O'Brien" });
  await holder.from('farm_settings').update({ farm_name: 'J. Hill & Sons, Tŷ Gwyn' }).eq('user_id', holder.id);
  const invitation = await invite(backend, holder, 'named@example.test');
  expect(await send(holder, bodyFor(invitation))).toMatchObject({ status: 200 });
  const [mail] = mails.accepted;
  expect(mail?.subject).toBe('You are invited to J. Hill & Sons, Tŷ Gwyn on Farm Diary');
  expect(mail?.text).toContain(
    `Siân O'Brien (${holder.email}) has invited you to log work for J. Hill & Sons, Tŷ Gwyn in Farm Diary.`,
  );
  expect(mail?.html).toContain('J. Hill &#38; Sons, Tŷ Gwyn');
  expect(mail?.html).toContain('Siân O&#39;Brien');
});

test.each([
  'evil.example',
  'Call 0800 123 456',
  'Win £1,000',
  'https://evil.example',
  'see@evil',
  'A\u202eB',
  '<b>Hill</b>',
  `Hill ${'x'.repeat(60)}`,
])('leaves out a farm name like %s, and says whose farm it is (A87)', async (farm) => {
  const holder = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
  await backend.sql('update public.farm_settings set farm_name = $2 where user_id = $1', [holder.id, farm]);
  const invitation = await invite(backend, holder, `a87-${holder.id.slice(0, 8)}@example.test`);
  expect(await send(holder, bodyFor(invitation))).toMatchObject({ status: 200 });
  const [mail] = mails.accepted;
  expect(mail?.subject).toBe('You are invited to a farm on Farm Diary');
  expect(mail?.text).toContain(`Ann Hill (${holder.email}) has invited you to log work for their farm in Farm Diary.`);
  expect(JSON.stringify(mail)).not.toContain(farm);
});

test('the mail contains no address, number or text of the inviter (A87)', async () => {
  const { data } = await owner.rpc('invite_employee', {
    p_email: 'sam87@example.test',
    p_first_name: 'evil.example',
    p_last_name: 'PILLS',
  });
  await send(owner, {
    ...bodyFor(data as { id: string; token: string }),
    text: 'evil.example',
    to: 'all@evil.example',
    subject: 'PILLS',
  });
  expect(mails.accepted).toHaveLength(1);
  expect(mails.accepted[0]?.to).toBe('sam87@example.test');
  expect(JSON.stringify(mails.accepted)).not.toMatch(/evil|PILLS|£1,000|<img/);
});

/** Counts this many mails as sent an hour ago. */
const countMails = (name: string, count: number) =>
  backend.sql(
    `insert into private.allowances (name, taken, stale_at)
     select $1, array_agg(now() - interval '1 hour'), now() + interval '23 hours' from generate_series(1, $2::int)`,
    [name, count],
  );
const ADDRESS_LIMIT = 'This address was sent enough invitations today. Share the link instead.';

test('the mail is sent once per token, and at most twenty times a day', async () => {
  const invitation = await invite(backend, owner, 'once@example.test');
  for (let n = 0; n < 2; n += 1) expect((await send(owner, bodyFor(invitation))).status).toBe(200);
  expect(mails.accepted).toHaveLength(1);
  await backend.sql('delete from private.allowances');
  await countMails(`invite-mail:${owner.id}`, 20);
  mails.reset();
  await expectRefused(
    send(owner, bodyFor(invitation)),
    429,
    'You can send 20 invitations a day by e-mail. Share the link instead.',
  );
});

test('the mail is sent to one address at most three times a day by one account, and six times by all (A87)', async () => {
  const to = 'often@example.test';
  const invitation = await invite(backend, owner, to);
  for (let n = 0; n < 3; n += 1) expect((await send(owner, bodyFor(invitation))).status).toBe(200);
  mails.reset();
  await expectRefused(send(owner, bodyFor(invitation)), 429, ADDRESS_LIMIT);
  for (const more of [3, 0]) {
    const other = await backend.user();
    const theirs = await invite(backend, other, to);
    for (let n = 0; n < more; n += 1) expect((await send(other, bodyFor(theirs))).status).toBe(200);
    mails.reset();
    await expectRefused(send(other, bodyFor(theirs)), 429, ADDRESS_LIMIT);
  }
  // Another address is not affected.
  const next = await invite(backend, owner, 'seldom@example.test');
  expect((await send(owner, bodyFor(next))).status).toBe(200);
  expect(JSON.stringify(await backend.sql('select name from private.allowances'))).not.toContain('often');
});

test('the mail is sent at most five hundred times a day by all accounts together (A87)', async () => {
  await countMails('invite-mail-all', 500);
  const invitation = await invite(backend, owner, 'late@example.test');
  await expectRefused(
    send(owner, bodyFor(invitation)),
    429,
    'This app has sent all the invitations that it may send today. Share the link instead.',
  );
});

describe('an invitation mail is refused (A49, A70)', () => {
  test('without a session, or if the caller is not an account holder', async () => {
    const invitation = await invite(backend, owner, 'a49@example.test');
    const driver = await backend.employeeOf(owner);
    await expectRefused(send(undefined, bodyFor(invitation)), 401);
    await expectRefused(
      backend.call('invite-employee', { token: backend.keys.publishable, body: bodyFor(invitation) }),
      401,
    );
    await expectRefused(send(driver, bodyFor(invitation)), 403, 'Only the main account holder can do this.');
    await expectRefused(send(await backend.user(), bodyFor(invitation)), 404, NOT_OPEN);
  });

  test('for a token that is wrong, old, withdrawn or expired', async () => {
    const invitation = await invite(backend, owner, 'old@example.test');
    for (const body of [
      {},
      { invite: invitation.id },
      { invite: 'x', token: invitation.token },
      { invite: invitation.id, token: `${invitation.token}'--` },
    ])
      await expectRefused(send(owner, body), 400, NOT_OPEN);
    await expectRefused(send(owner, { invite: invitation.id, token: newToken() }), 404, NOT_OPEN);
    await backend.sql('update public.employee_invites set expires_at = now() where id = $1', [invitation.id]);
    await expectRefused(send(owner, bodyFor(invitation)), 404, NOT_OPEN);
    await backend.sql(`update public.employee_invites set expires_at = now() + interval '1 day' where id = $1`, [
      invitation.id,
    ]);
    await owner.rpc('revoke_invitation', { p_invite: invitation.id });
    await expectRefused(send(owner, bodyFor(invitation)), 404, NOT_OPEN);
  });

  test('with another method, body or origin', async () => {
    const invitation = await invite(backend, owner, 'form@example.test');
    await expectRefused(backend.call('invite-employee', { person: owner, method: 'GET' }), 405);
    await expectRefused(
      backend.call('invite-employee', { person: owner, raw: 'x', headers: { 'content-type': 'text/plain' } }),
      415,
    );
    await expectRefused(
      backend.call('invite-employee', { person: owner, raw: JSON.stringify({ x: 'y'.repeat(3000) }) }),
      413,
    );
    const evil = { origin: 'https://evil.example' };
    const answer = await backend.call('invite-employee', { person: owner, body: bodyFor(invitation), headers: evil });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(mails.requestCount()).toBe(0);
  });
});

test('the response reports a refusal of the mail service without its text', async () => {
  const invitation = await invite(backend, owner, 'bounce@example.test');
  mails.failWith({ status: 403, name: 'validation_error', message: 'secret of the provider' });
  const answer = await send(owner, bodyFor(invitation));
  expect(answer).toMatchObject({
    status: 502,
    body: { success: false, error: 'The mail could not be sent. Share the link instead.' },
  });
  expect(JSON.stringify(answer.body)).not.toContain('secret');
});
