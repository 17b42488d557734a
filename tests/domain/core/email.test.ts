import { expect, test } from 'vitest';
import { checkEmail, singleAddress } from '@/domain/core/identifiers';

test.each([
  [' hill@farm.test ', 'hill@farm.test'],
  ["o'brien+bills@hill-farm.co.uk", "o'brien+bills@hill-farm.co.uk"],
  // Copied with what stood around it.
  ['office@knockmore.test,', 'office@knockmore.test'],
  ['office@hill.test;', 'office@hill.test'],
  ['office@hill.test.', 'office@hill.test'],
  ['office@hill.test ; ', 'office@hill.test'],
  ['mailto:office@hill.test', 'office@hill.test'],
  ['MAILTO:office@hill.test?subject=Invoice', 'office@hill.test'],
  ['<office@hill.test>', 'office@hill.test'],
  ['Hill <a@b.test>', 'a@b.test'],
  ['"Hill, Ann" <mailto:a@b.test>;', 'a@b.test'],
  ['office@hill.test\u200B', 'office@hill.test'],
  ['\u202Aoffice@hill.test\u202C', 'office@hill.test'],
  ['\uFEFFoffice@hill.test\u00A0', 'office@hill.test'],
  ['office\u00AD@hill.test,\u200B', 'office@hill.test'],
])('%j is read as the address %j', (text, address) => {
  expect(singleAddress(text)).toBe(address);
  expect(checkEmail(text)).toEqual({ ok: true, value: address });
});

test.each([
  '',
  'hill',
  'hill@farm',
  '@demo.test',
  'owner@.',
  'a b@demo.test',
  'a@b@c.d',
  'a@b.test,c@d.test',
  'a@b.test;c@d.test',
  'a@b.test <c@d.test>',
  'Ann <a@b.test>, Bob <c@d.test>',
  'a@b.test\nBcc: c@d.test',
  'a@b.test%0abcc:c@d.test',
  'a@-b.test',
  // The mail service takes no accents before the at sign.
  'siân@example.ie',
  `${'x'.repeat(250)}@farm.test`,
  `a@${'.'.repeat(1_000_000)}@`,
])('%.40j is not one address', (text) => {
  expect(singleAddress(text)).toBeNull();
  expect(checkEmail(text)).toEqual({ ok: false, message: 'Please enter a valid email address.' });
});
