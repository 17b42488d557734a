// Only a token signed by this backend is accepted.
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest, tokenOf } from '@tests/support/database/rest';

let backend: TestBackend;
let ann: Person;
let validToken: string;
beforeAll(async () => {
  backend = await testBackend();
  ann = await backend.user();
  validToken = await tokenOf(ann);
});
afterAll(() => backend.close());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
function signClaims(claims: object, secret: string, header: object = { alg: 'HS256', typ: 'JWT' }) {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}
const claims = () => ({
  sub: ann.id,
  role: 'authenticated',
  aud: 'authenticated',
  exp: Math.floor(Date.now() / 1000) + 60,
});
const ask = (token: string, path: string) =>
  rest(backend, null)('GET', path, undefined, { authorization: `Bearer ${token}` });

describe.each(['/rest/v1/profiles?select=id', '/auth/v1/user'])('%s', (path) => {
  test('accepts a valid token', async () => {
    expect(await ask(validToken, path)).toMatchObject({ status: 200 });
    expect(await ask(signClaims(claims(), backend.keys.jwtSecret), path)).toMatchObject({ status: 200 });
  });

  const forged: [string, () => string][] = [
    ['one signed with another secret', () => signClaims(claims(), 'x'.repeat(40))],
    ['one signed with the public key', () => signClaims(claims(), backend.keys.publishable)],
    ['one without a signature', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
    ['one of two parts', () => `${encode({ alg: 'none' })}.${encode(claims())}`],
    ['one that names alg none and is signed', () => signClaims(claims(), backend.keys.jwtSecret, { alg: 'none' })],
    [
      'one whose claims were changed',
      () => validToken.replace(/\.(.*)\./, `.${encode({ ...claims(), role: 'service_role' })}.`),
    ],
    ['one that has expired', () => signClaims({ ...claims(), exp: 1 }, backend.keys.jwtSecret)],
    ['something that is no token', () => 'not-a-token'],
  ];
  test.each(forged)('refuses %s', async (_, token) => {
    const { status, body } = await ask(token(), path);
    if (path.startsWith('/auth')) expect([401, 403]).toContain(status);
    // PGRST30x is the code of an invalid token; an anonymous request would get a 401 with another code.
    else expect(`${status} ${JSON.stringify(body)}`).toMatch(/^401 .*"PGRST30[13]"/);
  });
});

test('refuses a role other than anon, authenticated and service_role, even with a valid signature', async () => {
  const token = signClaims({ ...claims(), role: 'postgres' }, backend.keys.jwtSecret);
  expect(await ask(token, '/rest/v1/profiles')).toMatchObject({ status: 401, body: { code: 'PGRST301' } });
});

test('a token without an API key is refused', async () => {
  const response = await backend.fetch('http://localhost:3000/rest/v1/profiles', {
    headers: { authorization: `Bearer ${validToken}` },
  });
  expect(response.status).toBe(401);
});

test('the secret key is refused when sent by a browser', async () => {
  const answer = await rest(backend, 'service')('GET', '/rest/v1/profiles', undefined, {
    'user-agent': 'Mozilla/5.0 (X11)',
  });
  expect(answer.status).toBe(401);
});
