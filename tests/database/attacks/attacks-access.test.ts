// Attacks on signing in: addresses, passwords, links, sessions. docs/test-codes.md explains the codes. docs/deploy.md lists
// what only a hosted project can prevent (limits by IP address, leaked passwords).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN, PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { linkIn, spentByGet, tokenIn } from '@tests/support/embedded/mail-links';
import { rest, tokenOf, type Rest } from '@tests/support/database/rest';

let backend: TestBackend;
let anonymous: Rest;
beforeAll(async () => {
  backend = await testBackend({ confirmations: true });
  anonymous = rest(backend, null);
});
afterAll(() => backend.close());

const NEW_PASSWORD = 'a quite different one 27';
const mailsTo = (address: string) => backend.mails.filter(({ to }) => to === address);
const hashOf = async (email: string) =>
  (await backend.sql('select encrypted_password from auth.users where email = $1', [email]))[0];
/** Sets the time of the last mails to an address back by a minute. */
const backdateMails = (email: string) =>
  backend.sql(
    `update auth.users set confirmation_sent_at = confirmation_sent_at - interval '1 minute',
       recovery_sent_at = recovery_sent_at - interval '1 minute' where email = $1`,
    [email],
  );

async function landing(link: URL) {
  const { pathname, search } = spentByGet(link);
  const location = (await anonymous('GET', pathname + search)).headers.get('location') ?? '';
  return { at: location.split('#')[0], params: Object.fromEntries(new URLSearchParams(location.split('#')[1])) };
}

/** A person with a confirmed address, signed in on a device of their own. */
async function createMember(email: string): Promise<Person> {
  await anonymous('POST', '/auth/v1/signup', { email, password: PASSWORD });
  await backend.sql('update auth.users set email_confirmed_at = now() where email = $1', [email]);
  return signIn(email);
}

async function signIn(email: string, password = PASSWORD): Promise<Person> {
  const person = backend.anon();
  const { data, error } = await person.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return Object.assign(person, { id: data.user.id, email });
}

const recoverySession = async (email: string) => {
  await anonymous('POST', '/auth/v1/recover', { email });
  const { params } = await landing(linkIn(mailsTo(email).at(-1)?.text));
  return params['access_token'] ?? '';
};
const withToken = (token: string) => ({ authorization: `Bearer ${token}` });
const sessionStatus = async (token: string) =>
  (await anonymous('GET', '/auth/v1/user', undefined, withToken(token))).status;

describe('whether an address has an account (A50)', () => {
  test('is not revealed by the responses to a password reset, a sign-up, or a new confirmation', async () => {
    await createMember('has@example.test');
    const answer = async (path: string, email: string) => {
      const { status, body } = await anonymous('POST', path, { email, password: PASSWORD, type: 'signup' });
      return { status, shape: Object.keys(body as object).sort() };
    };
    for (const path of ['/auth/v1/recover', '/auth/v1/resend', '/auth/v1/signup']) {
      expect(await answer(path, 'has@example.test')).toEqual(await answer(path, 'hasnot@example.test'));
    }
    expect(mailsTo('has@example.test').map(({ subject }) => subject)).toContain('You already have an account');
  });

  test('a wrong password and an unknown address get the same refusal', async () => {
    const attempt = (email: string) =>
      anonymous('POST', '/auth/v1/token?grant_type=password', { email, password: 'wrong one' });
    const [known, unknown] = [await attempt('has@example.test'), await attempt('never@example.test')];
    expect(known.body).toEqual(unknown.body);
    expect([known.status, unknown.status]).toEqual([400, 400]);
  });
});

describe('a password (A52)', () => {
  test('of seven characters is refused, at sign-up and at a change', async () => {
    const weakPassword = { status: 422, body: { error_code: 'weak_password' } };
    expect(
      await anonymous('POST', '/auth/v1/signup', { email: 'seven@example.test', password: '1234567' }),
    ).toMatchObject(weakPassword);
    expect(await backend.sql(`select 1 from auth.users where email = 'seven@example.test'`)).toEqual([]);
    const ann = await createMember('ann52@example.test');
    const before = await hashOf('ann52@example.test');
    const change = { password: '1234567', current_password: PASSWORD };
    expect(await rest(backend, ann)('PUT', '/auth/v1/user', change)).toMatchObject(weakPassword);
    expect(await hashOf('ann52@example.test')).toEqual(before);
  });

  test('of 64 characters, as password managers create, signs in', async () => {
    const long = 'Wq8-'.repeat(16);
    await anonymous('POST', '/auth/v1/signup', { email: 'long@example.test', password: long });
    await backend.sql(`update auth.users set email_confirmed_at = now() where email = 'long@example.test'`);
    await expect(signIn('long@example.test', long)).resolves.toMatchObject({ email: 'long@example.test' });
  });
});

describe('a link in a mail (A53)', () => {
  let personCount = 0;
  test.each([
    'https://evil.example',
    '//evil',
    'http://localhost:3000.evil.example',
    'http://localhost:3000@evil.example',
    'https://preview-evil.localhost:3000',
  ])('leads to the app’s own site if the request asked for %s', async (target) => {
    const email = `person${(personCount += 1)}@example.test`;
    await createMember(email);
    await anonymous('POST', `/auth/v1/recover?redirect_to=${encodeURIComponent(target)}`, { email });
    const link = linkIn(mailsTo(email).at(-1)?.text);
    expect(link.href).not.toContain('evil');
    link.searchParams.set('redirect_to', target);
    expect((await landing(link)).at).toBe(ORIGIN);
  });
});

describe('a password recovery (A56)', () => {
  test('link works once, and no longer after an hour', async () => {
    await createMember('once@example.test');
    await anonymous('POST', '/auth/v1/recover', { email: 'once@example.test' });
    const link = linkIn(mailsTo('once@example.test').at(-1)?.text);
    expect((await landing(link)).params).toMatchObject({ type: 'recovery' });
    expect((await landing(link)).params).toMatchObject({ error_code: 'otp_expired' });
    await backdateMails('once@example.test');
    await anonymous('POST', '/auth/v1/recover', { email: 'once@example.test' });
    await backend.sql(
      `update auth.users set recovery_sent_at = now() - interval '61 minutes' where email = 'once@example.test'`,
    );
    expect((await landing(linkIn(mailsTo('once@example.test').at(-1)?.text))).params).toMatchObject({
      error_code: 'otp_expired',
    });
  });

  test('that sets a password ends every other session, and is confirmed by mail', async () => {
    const email = 'thief@example.test';
    const [phone, stolen] = [await createMember(email), await signIn(email)];
    const [phoneToken, stolenToken] = [await tokenOf(phone), await tokenOf(stolen)];
    const token = await recoverySession(email);
    expect((await anonymous('PUT', '/auth/v1/user', { password: NEW_PASSWORD }, withToken(token))).status).toBe(200);
    expect([await sessionStatus(phoneToken), await sessionStatus(stolenToken), await sessionStatus(token)]).toEqual([
      403, 403, 200,
    ]);
    const { data } = await stolen.auth.getSession();
    const refreshRequest = { refresh_token: data.session?.refresh_token };
    expect((await anonymous('POST', '/auth/v1/token?grant_type=refresh_token', refreshRequest)).status).toBe(400);
    await expect(signIn(email)).rejects.toThrow('Invalid login credentials');
    await expect(signIn(email, NEW_PASSWORD)).resolves.toMatchObject({ email });
    expect(mailsTo(email).at(-1)?.subject).toBe('Your password was changed');
  });

  test('can’t be requested twice in a minute', async () => {
    await createMember('often@example.test');
    await anonymous('POST', '/auth/v1/recover', { email: 'often@example.test' });
    const sent = mailsTo('often@example.test').length;
    expect(await anonymous('POST', '/auth/v1/recover', { email: 'Often@example.test ' })).toMatchObject({
      status: 429,
      body: {
        error_code: 'over_email_send_rate_limit',
        msg: expect.stringMatching(/you can only request this after \d+ seconds\.$/) as string,
      },
    });
    expect(mailsTo('often@example.test')).toHaveLength(sent);
  });
});

describe('a refresh token (A57)', () => {
  const refresh = (token = '') =>
    anonymous('POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: token });
  const refreshTokenOf = async (person: Person) => (await person.auth.getSession()).data.session?.refresh_token;

  test('is invalid after signing out', async () => {
    const ann = await createMember('out@example.test');
    const token = await refreshTokenOf(ann);
    await ann.auth.signOut({ scope: 'local' });
    expect((await refresh(token)).status).toBe(400);
  });

  test('that was replaced twice ends the whole token family when it is reused', async () => {
    const ann = await createMember('family@example.test');
    const first = await refreshTokenOf(ann);
    await ann.auth.refreshSession();
    const second = await refreshTokenOf(ann);
    await ann.auth.refreshSession();
    const third = await refreshTokenOf(ann);
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await refresh(first)).status).toBe(400);
    expect((await refresh(third)).status).toBe(400);
  });
});

describe('with a stolen session alone (A58)', () => {
  let ann: Person;
  let request: Rest;
  beforeAll(async () => {
    ann = await createMember('ann58@example.test');
    request = rest(backend, ann);
  });

  test.each([
    ['without the current password', {}, 'current_password_required'],
    ['with a wrong one', { current_password: 'not this one' }, 'current_password_invalid'],
    ['with one that is no text', { current_password: { $ne: '' } }, 'current_password_required'],
  ])('the password can’t be changed %s', async (_, current, code) => {
    const before = await hashOf('ann58@example.test');
    const sessions = await backend.sql('select id from auth.sessions order by id');
    expect(await request('PUT', '/auth/v1/user', { password: NEW_PASSWORD, ...current })).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect(await hashOf('ann58@example.test')).toEqual(before);
    expect(await backend.sql('select id from auth.sessions order by id')).toEqual(sessions);
  });

  test('the password can be changed with the current one, and only the requesting session stays', async () => {
    const other = await tokenOf(await signIn('ann58@example.test'));
    const change = { password: NEW_PASSWORD, current_password: PASSWORD };
    expect((await request('PUT', '/auth/v1/user', change)).status).toBe(200);
    expect([await sessionStatus(await tokenOf(ann)), await sessionStatus(other)]).toEqual([200, 403]);
  });

  test('the address changes only after the links to the old and the new address were followed', async () => {
    const email = async () =>
      (await backend.sql<{ email: string }>('select email from auth.users where id = $1', [ann.id]))[0]?.email;
    const ask = async () => {
      expect((await request('PUT', '/auth/v1/user', { email: 'New58@example.test' })).status).toBe(200);
      const linkTo = (address: string) => linkIn(mailsTo(address).at(-1)?.text);
      return { oldLink: linkTo('ann58@example.test'), newLink: linkTo('new58@example.test') };
    };
    // Following the link in the thief's own mailbox is not enough, even twice.
    const { oldLink, newLink } = await ask();
    expect((await landing(newLink)).params).toHaveProperty('message');
    expect((await landing(newLink)).params).not.toHaveProperty('access_token');
    expect(await email()).toBe('ann58@example.test');
    expect((await landing(oldLink)).params).toMatchObject({ type: 'email_change' });
    expect(await email()).toBe('new58@example.test');
    expect((await landing(oldLink)).params).toMatchObject({ error_code: 'otp_expired' });
  });

  test('the address changes in the same way if the old address’s link is followed first', async () => {
    const kit = await createMember('kit58@example.test');
    await rest(backend, kit)('PUT', '/auth/v1/user', { email: 'kit-new@example.test' });
    const [oldLink, newLink] = [
      linkIn(mailsTo('kit58@example.test').at(-1)?.text),
      linkIn(mailsTo('kit-new@example.test')[0]?.text),
    ];
    // As the page of the app spends them.
    const spend = (link: URL) => anonymous('POST', '/auth/v1/verify', tokenIn(link));
    expect((await spend(oldLink)).body).toEqual({ code: '200', msg: expect.stringContaining('other email') as string });
    expect((await spend(newLink)).body).toMatchObject({ user: { email: 'kit-new@example.test' } });
    expect(await spend(newLink)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
    expect(await backend.sql('select email from auth.users where id = $1', [kit.id])).toEqual([
      { email: 'kit-new@example.test' },
    ]);
  });
});

test('an account holder can neither read nor set an employee’s password (A59)', async () => {
  const owner = await createMember('owner59@example.test');
  const driver = await createMember('driver59@example.test');
  await backend.sql(`update public.profiles set role = 'employee', admin_id = $1 where id = $2`, [owner.id, driver.id]);
  const before = await hashOf('driver59@example.test');
  const ask = rest(backend, owner);
  expect((await ask('PUT', `/auth/v1/admin/users/${driver.id}`, { password: NEW_PASSWORD })).status).toBe(403);
  expect((await ask('PATCH', `/rest/v1/profiles?id=eq.${driver.id}`, { encrypted_password: 'x' })).status).toBe(400);
  expect((await ask('GET', '/rest/v1/users', undefined, { 'accept-profile': 'auth' })).status).toBe(406);
  expect(await hashOf('driver59@example.test')).toEqual(before);
});
