// A build with the secret key is refused, because every visitor could read the key.
import { resolveConfig } from 'vite';
import { expect, test, vi } from 'vitest';
import { secretKeyProblem } from '../../../build/key-plugin';

const jwt = (role: string) =>
  [
    { alg: 'HS256', typ: 'JWT' },
    { iss: 'supabase', role },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat('c2lnbmF0dXJl')
    .join('.');

test.each([
  ['sb_secret_abcdefghijklmnop'],
  [' sb_secret_abcdefghijklmnop'],
  ['"sb_secret_abcdefghijklmnop"'],
  [jwt('service_role')],
  [` ${jwt('service_role')}\n`],
  [jwt('supabase_admin')],
  ['sbp_0123456789abcdef'],
])('the secret key %j is refused with a message', (key) => {
  expect(secretKeyProblem({ VITE_SUPABASE_PUBLISHABLE_KEY: key })).toBe(
    'VITE_SUPABASE_PUBLISHABLE_KEY holds a secret key. Everybody who opens the app could read it and do anything with your data. ' +
      'Put the publishable key (sb_publishable_…) there. If a build with the secret key was ever published, replace that key in the project.',
  );
});

test.each([[undefined], [''], ['sb_publishable_abc'], [jwt('anon')], ['not a key'], ['a.b.c'], ['..']])(
  'the key %j is accepted',
  (key) => {
    expect(secretKeyProblem(key === undefined ? {} : { VITE_SUPABASE_PUBLISHABLE_KEY: key })).toBeNull();
  },
);

test('every variable that a build exposes to the browser is checked', () => {
  expect(secretKeyProblem({ VITE_OTHER: 'sb_secret_abc' })).toMatch(/^VITE_OTHER holds a secret key\./);
  expect(secretKeyProblem({ SUPABASE_SECRET_KEY: 'sb_secret_abc' })).toBeNull();
});

test('the app’s own build with a secret key fails and says why', async () => {
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc');
  // The key is refused before anything is built.
  const config = resolveConfig({ configFile: 'vite.config.ts', logLevel: 'silent' }, 'build');
  await expect(config).rejects.toThrow('VITE_SUPABASE_PUBLISHABLE_KEY holds a secret key.');
  vi.unstubAllEnvs();
});
