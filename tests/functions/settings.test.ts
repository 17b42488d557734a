// Documentation and configuration match the code: settings and secrets, token verification, and how long links last.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../supabase/local/functions/deno';
import { mailSecrets, withoutResendStandIn } from '../../supabase/local/mail/mail-secrets';
import { readProjectConfig, readToml } from '../../supabase/local/project-config';

const FOLDER = 'supabase/functions';
const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const sourceText = files.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8')).join('\n');
const functionNames = readdirSync(FOLDER).filter((name) => existsSync(`${FOLDER}/${name}/index.ts`));

/** The settings that functions read, without those that a project sets by itself. */
const usedSettings = [...sourceText.matchAll(/\b(?:setting|requiredSetting|secret|Deno\.env\.get)\('([A-Z_]+)'\)/g)]
  .map(([, name]) => name ?? '')
  .filter((name) => !name.startsWith('SUPABASE_'));
const documented = Object.keys(readEnvironment(`${FOLDER}/.env.example`)).sort();

test('.env.example has every setting that a function reads, and no other', () => {
  expect(documented).toEqual([...new Set(usedSettings)].sort());
});

test('docs/deploy.md explains every setting', () => {
  const guide = readFileSync('docs/deploy.md', 'utf8');
  expect(documented.filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('config.toml turns off token verification for every function, because each checks its caller itself', () => {
  const config = readProjectConfig('supabase/config.toml');
  expect(functionNames.length).toBeGreaterThan(0);
  expect(functionNames.filter((name) => config.verifiesToken(name))).toEqual([]);
});

test('functions import each package in one version, that of package.json', () => {
  const imported = [...new Set([...sourceText.matchAll(/from 'npm:([^']+)'/g)].map(([, name]) => name ?? ''))];
  const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const installed = Object.entries({ ...dependencies, ...devDependencies }).map(
    ([name, version]) => `${name}@${version}`,
  );
  expect(imported.filter((name) => !installed.includes(name))).toEqual([]);
});

test('a configured Resend key selects Resend, and a configured address takes precedence', () => {
  const given = mailSecrets('http://127.0.0.1:1');
  expect(withoutResendStandIn(given, {})).toEqual(given);
  expect(withoutResendStandIn(given, { RESEND_API_KEY: 're_own' })).not.toHaveProperty('RESEND_BASE_URL');
  expect(given['RESEND_BASE_URL']).toBe('http://127.0.0.1:1/_resend');
});

test('docs/deploy.md explains each setting that protects the sign-in, with the value of config.toml', () => {
  const config = readToml(readFileSync('supabase/config.toml', 'utf8'));
  const guide = readFileSync('docs/deploy.md', 'utf8');
  const explained = Object.fromEntries(
    [...guide.matchAll(/^\| `([a-z0-9_.]+)`\s*\| `([^`]+)`\s*\|/gm)].map(([, key = '', value]) => [key, value]),
  );
  expect(Object.keys(explained).sort()).toEqual([
    'auth.captcha.enabled',
    'auth.email.otp_expiry',
    'auth.email.otp_length',
    'auth.email.smtp.enabled',
    'auth.rate_limit.email_sent',
    'auth.sessions.inactivity_timeout',
    'auth.sessions.timebox',
    'db.network_restrictions.allowed_cidrs',
    'db.network_restrictions.allowed_cidrs_v6',
    'db.network_restrictions.enabled',
    'db.ssl_enforcement.enabled',
    'realtime.enabled',
  ]);
  const unquoted = (value = '') => value.replaceAll('"', '');
  expect(explained).toEqual(Object.fromEntries(Object.keys(explained).map((key) => [key, unquoted(config.get(key))])));
});

test('pages and mails state how many minutes a link is valid', () => {
  const minutes = readProjectConfig('supabase/config.toml').linkSeconds / 60;
  const templates = ['confirmation', 'recovery', 'email-change'].map((name) => `supabase/templates/${name}.html`);
  const pages = ['forgot-password-page', 'update-password-page'].map((name) => `src/features/sign-in/${name}.tsx`);
  for (const file of [...templates, ...pages])
    expect(readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '), file).toContain(`${minutes} minutes`);
});
