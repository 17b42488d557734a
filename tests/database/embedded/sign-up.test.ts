// Sign-up, confirmation, links and user administration behave like a hosted project's auth service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ORIGIN, PASSWORD, testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { linkIn, spentByGet, tokenIn } from '@tests/support/embedded/mail-links';
import { rest, type Rest } from '@tests/support/database/rest';

let backend: TestBackend;
let request: Rest;
beforeAll(async () => {
  backend = await testBackend({ confirmations: true });
  request = rest(backend, null);
});
afterAll(() => backend.close());

const mailTo = (address: string) => backend.mails.filter(({ to }) => to === address);
const signUp = (email: string, query = '') =>
  request('POST', `/auth/v1/signup${query}`, { email, password: PASSWORD, data: { first_name: 'Ann' } });
const visit = (link: URL) => {
  const { pathname, search } = spentByGet(link);
  return request('GET', pathname + search);
};

/** The page a link leads to, and the parameters after its #. */
async function landing(link: URL) {
  const location = (await visit(link)).headers.get('location') ?? '';
  return { at: location.split('#')[0], params: Object.fromEntries(new URLSearchParams(location.split('#')[1])) };
}

describe('a new address', () => {
  test('can’t sign in until its link is followed, and the link signs in', async () => {
    const answer = await signUp('new@example.test');
    expect(answer).toMatchObject({ status: 200, body: { email: 'new@example.test', identities: [{}] } });
    expect(answer.body).not.toHaveProperty('access_token');
    const attempt = await request('POST', '/auth/v1/token?grant_type=password', {
      email: 'new@example.test',
      password: PASSWORD,
    });
    expect(attempt).toMatchObject({ status: 400, body: { error_code: 'email_not_confirmed' } });

    const [mail] = mailTo('new@example.test');
    const link = linkIn(mail?.text ?? '');
    expect(link.origin).toBe(ORIGIN);
    expect(await landing(link)).toMatchObject({ at: ORIGIN, params: { type: 'signup', token_type: 'bearer' } });
    expect(await landing(link)).toMatchObject({ params: { error_code: 'otp_expired' } });
  });

  test('needs eight characters', async () => {
    const answer = await request('POST', '/auth/v1/signup', { email: 'short@example.test', password: '1234567' });
    expect(answer).toMatchObject({
      status: 422,
      body: { error_code: 'weak_password', msg: 'Password should be at least 8 characters.' },
    });
  });

  test('that a trigger refuses gets "Database error saving new user"', async () => {
    await backend.script(`create function private.refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on auth.users for each row when (new.email like 'refused%') execute function private.refuse();`);
    const answer = await signUp('refused@example.test');
    expect(answer).toEqual({
      status: 500,
      headers: answer.headers,
      body: { code: 500, error_code: 'unexpected_failure', msg: 'Database error saving new user' },
    });
    expect(await backend.sql(`select 1 from auth.users where email = 'refused@example.test'`)).toEqual([]);
  });
});

describe('a known address', () => {
  test('gets the same response as a new one, and a mail that says that the account exists', async () => {
    await signUp('known@example.test');
    await visit(linkIn(mailTo('known@example.test')[0]?.text ?? ''));
    const [before] = await backend.sql(`select encrypted_password from auth.users where email = 'known@example.test'`);
    const again = await signUp('Known@example.test');
    expect(again).toMatchObject({
      status: 200,
      body: { email: 'known@example.test', identities: [], user_metadata: { first_name: 'Ann' } },
    });
    const [user] = await backend.sql(
      `select id, encrypted_password from auth.users where email = 'known@example.test'`,
    );
    expect(again.body).not.toMatchObject({ id: user?.['id'] });
    expect(user).toMatchObject(before ?? {});
    expect(mailTo('known@example.test').map(({ subject }) => subject)).toEqual([
      'Confirm your address',
      'You already have an account',
    ]);
  });

  test('that was never confirmed gets its confirmation mail again', async () => {
    await signUp('slow@example.test');
    await backend.sql(
      `update auth.users set confirmation_sent_at = now() - interval '1 minute' where email = 'slow@example.test'`,
    );
    expect(await signUp('slow@example.test')).toMatchObject({ status: 200 });
    const [first, second] = mailTo('slow@example.test');
    expect((await landing(linkIn(first?.text ?? ''))).params).toMatchObject({ error_code: 'otp_expired' });
    expect((await landing(linkIn(second?.text ?? ''))).params).toMatchObject({ type: 'signup' });
  });
});

describe('resend', () => {
  const resend = (email: string, query = '') => request('POST', `/auth/v1/resend${query}`, { type: 'signup', email });

  test('sends the confirmation again, at most once a minute', async () => {
    await signUp('again@example.test');
    expect(await resend('again@example.test')).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    });
    await backend.sql(
      `update auth.users set confirmation_sent_at = now() - interval '1 minute' where email = 'again@example.test'`,
    );
    expect(await resend('again@example.test', `?redirect_to=${encodeURIComponent(`${ORIGIN}/welcome`)}`)).toMatchObject(
      { status: 200, body: {} },
    );
    const mails = mailTo('again@example.test');
    expect(mails).toHaveLength(2);
    expect(await landing(linkIn(mails[1]?.text ?? ''))).toMatchObject({
      at: `${ORIGIN}/welcome`,
      params: { type: 'signup' },
    });
  });

  test('does not reveal who has an account', async () => {
    expect(await resend('stranger@example.test')).toMatchObject({ status: 200, body: {} });
    expect(mailTo('stranger@example.test')).toEqual([]);
  });
});

describe('a link', () => {
  const recover = async (email: string, target: string) => {
    await request('POST', `/auth/v1/recover?redirect_to=${encodeURIComponent(target)}`, { email });
    return linkIn(mailTo(email).at(-1)?.text ?? '');
  };

  test('leads to the page that the request named', async () => {
    await signUp('lost@example.test');
    const link = await recover('lost@example.test', `${ORIGIN}/update-password`);
    expect(await landing(link)).toMatchObject({ at: `${ORIGIN}/update-password`, params: { type: 'recovery' } });
  });

  test('for a new password is not spent by opening it, but once by the page that it leads to', async () => {
    await signUp('scanned@example.test');
    const link = await recover('scanned@example.test', `${ORIGIN}/update-password`);
    expect(link.origin + link.pathname + link.search).toBe(`${ORIGIN}/update-password`);
    await request('GET', link.pathname + link.search);
    const spend = () => request('POST', '/auth/v1/verify', tokenIn(link));
    const { status, body } = await spend();
    expect(status).toBe(200);
    const { access_token: token = '' } = body as { access_token?: string };
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      amr: [{ method: 'otp' }],
    });
    expect(await spend()).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } });
  });

  test.each(['https://evil.example/', '//evil.example', 'http://localhost:3000.evil.example/', 'javascript:alert(1)'])(
    'never leads to %s',
    async (target) => {
      const email = `away${target.length}@example.test`;
      await signUp(email);
      const link = await recover(email, target);
      expect(link.href).not.toContain('evil');
      link.searchParams.set('redirect_to', target);
      expect((await landing(link)).at).toBe(ORIGIN);
    },
  );
});

describe('user administration', () => {
  test('creates, finds, changes and deletes users, for the secret key only', async () => {
    const { auth } = backend.service();
    const created = await auth.admin.createUser({
      email: 'Made@example.test',
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { first_name: 'Made' },
    });
    const id = created.data.user?.id ?? '';
    expect(created.data.user).toMatchObject({ email: 'made@example.test', user_metadata: { first_name: 'Made' } });
    expect(await backend.sql('select first_name from public.profiles where id = $1', [id])).toEqual([
      { first_name: 'Made' },
    ]);
    expect(
      (await backend.anon().auth.signInWithPassword({ email: 'made@example.test', password: PASSWORD })).error,
    ).toBeNull();

    await auth.admin.updateUserById(id, { password: 'another password' });
    expect(
      (await backend.anon().auth.signInWithPassword({ email: 'made@example.test', password: PASSWORD })).error?.code,
    ).toBe('invalid_credentials');
    expect((await auth.admin.getUserById(id)).data.user?.email).toBe('made@example.test');
    expect((await auth.admin.listUsers({ page: 1, perPage: 2 })).data.users).toHaveLength(2);
    expect((await auth.admin.createUser({ email: 'made@example.test' })).error?.code).toBe('email_exists');
    expect((await backend.anon().auth.admin.deleteUser(id)).error?.code).toBe('not_admin');
    await auth.admin.deleteUser(id);
    expect((await auth.admin.getUserById(id)).error?.code).toBe('user_not_found');
  });
});

describe('a session', () => {
  const sessionOf = async (email: string) => {
    await backend.service().auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = backend.anon();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    return client.auth;
  };
  const backdateSession = (email: string, column: 'created_at' | 'refreshed_at', days: number) =>
    backend.sql(
      `update auth.sessions set ${column} = now() - make_interval(days => $2)
       where user_id = (select id from auth.users where email = $1)`,
      [email, days],
    );

  test('survives 59 days without use, and ends after 60', async () => {
    const auth = await sessionOf('idle@example.test');
    await backdateSession('idle@example.test', 'refreshed_at', 59);
    expect((await auth.refreshSession()).error).toBeNull();
    await backdateSession('idle@example.test', 'refreshed_at', 61);
    expect((await auth.refreshSession()).error?.code).toBe('session_expired');
  });

  test('ends after 180 days, even if it is in use', async () => {
    const auth = await sessionOf('busy@example.test');
    await auth.refreshSession();
    await backdateSession('busy@example.test', 'created_at', 179);
    expect((await auth.refreshSession()).error).toBeNull();
    await backdateSession('busy@example.test', 'created_at', 181);
    expect((await auth.refreshSession()).error?.code).toBe('session_expired');
  });
});
