// A build for a project warns about missing settings: the site's address and its operator.
import { expect, test } from 'vitest';
import { missingSettings } from '@/app/public-site/site';

const SETTINGS = {
  VITE_SUPABASE_URL: 'https://abc.supabase.co',
  VITE_SITE_URL: 'https://farm.example',
  VITE_OPERATOR_NAME: 'Hill Software Ltd',
  VITE_OPERATOR_ADDRESS: '1 High Street, Hexham NE46 1AA',
};

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
