// The settings of a build: it names its operator, and a build for a project warns about those that are missing.
import { afterEach, expect, test, vi } from 'vitest';
import { missingSettings } from '@/app/public-site/site';

const SETTINGS = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SITE_URL: 'https://farm.example',
  VITE_OPERATOR_NAME: 'Hill Software Ltd',
  VITE_OPERATOR_ADDRESS: '1 High Street, Hexham NE46 1AA',
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

test('the operator comes from the settings; without them there is a placeholder', async () => {
  const operator = async () => (await import('@/features/public/operator')).OPERATOR;
  expect(await operator()).toEqual({ name: '[name of the operator]', address: '[address of the operator]' });
  vi.resetModules();
  vi.stubEnv('VITE_OPERATOR_NAME', ` ${SETTINGS.VITE_OPERATOR_NAME} `);
  vi.stubEnv('VITE_OPERATOR_ADDRESS', SETTINGS.VITE_OPERATOR_ADDRESS);
  expect(await operator()).toEqual({ name: 'Hill Software Ltd', address: '1 High Street, Hexham NE46 1AA' });
});

test('a build for a project with all settings gets no warning', () => {
  expect(missingSettings(SETTINGS)).toEqual([]);
});

test.each([
  [{ VITE_OPERATOR_NAME: '' }, /^VITE_OPERATOR_NAME is not set: the privacy policy/],
  [{ VITE_OPERATOR_ADDRESS: '  ' }, /^VITE_OPERATOR_ADDRESS is not set: the privacy policy/],
  [
    { VITE_OPERATOR_NAME: undefined, VITE_OPERATOR_ADDRESS: undefined },
    /^VITE_OPERATOR_NAME and VITE_OPERATOR_ADDRESS are not set/,
  ],
  [{ VITE_SITE_URL: '' }, /^VITE_SITE_URL is not set/],
])('without %o it gets a warning', (missing, sentence) => {
  expect(missingSettings({ ...SETTINGS, ...missing })).toEqual([expect.stringMatching(sentence)]);
});

test('development gets no warning', () => {
  expect(missingSettings({})).toEqual([]);
});
