import { expect, test } from 'vitest';
import { mailLink, phoneLink } from '@/domain/customers/contact-links';

test.each([
  ['office@farm.test', 'mailto:office@farm.test'],
  [' Office@Farm.test ', 'mailto:Office@Farm.test'],
  ["pat.o'neill+farm@farm.co.uk", "mailto:pat.o'neill%2Bfarm@farm.co.uk"],
  ['a&b@farm.test', 'mailto:a%26b@farm.test'],
])('the address %j becomes a link to exactly that address', (text, link) => {
  expect(mailLink(text)).toBe(link);
});

test.each([
  '',
  'farm',
  'a@b',
  'a@b.test,c@d.test',
  'a@b.test;c@d.test',
  'a@b.test c@d.test',
  'a@b.test?bcc=c%40d.test',
  'a@b.test?subject=x&body=y',
  'a@b.test#x',
  'a@b.test\r\nBcc: c@d.test',
  'a%0d%0aBcc:c@d.test',
  'a@b.test%0ABcc%3Ac@d.test',
  '"a b"@c.test',
  'Pat <a@b.test>',
  'a@b.test/x',
  `${'x'.repeat(65)}@b.test`,
  `a@${'b'.repeat(260)}.test`,
])('%j becomes no link', (text) => {
  expect(mailLink(text)).toBeNull();
});

test('a question mark in a name before the @ adds no header to the mail', () => {
  expect(mailLink('a?bcc=x@b.test')).toBe('mailto:a%3Fbcc%3Dx@b.test');
});

test.each([
  ['07700 900123', 'tel:07700900123'],
  ['+44 (0)7700 900-123', 'tel:+447700900123'],
  ['01686.412 345', 'tel:01686412345'],
  ['07700 900123 / 01686 412345', 'tel:07700900123'],
  ['07700 900123, evenings', 'tel:07700900123'],
  ['07700 900123 ext 4', 'tel:07700900123'],
  ['07700 900123 (home)', 'tel:07700900123'],
  ['07700 900123; 01686 412345', 'tel:07700900123'],
  // Copied from contacts, or typed on a phone's keyboard.
  ['\u202A+353 87 123 4567\u202C', 'tel:+353871234567'],
  ['\u2068+44 7700 900123\u2069', 'tel:+447700900123'],
  ['07700\u2011900\u2011123', 'tel:07700900123'],
  ['07700\u2013900123', 'tel:07700900123'],
  ['Mob: 07700 900123', 'tel:07700900123'],
  ['Tel. 01432 555123', 'tel:01432555123'],
])('the number %j is dialled as %s', (text, link) => {
  expect(phoneLink(text)).toBe(link);
});

test.each([
  '',
  'ask Pat',
  '*#06#',
  '*21*07700900123#',
  '12',
  '1'.repeat(30),
  '07700900123;phone-context=x.test',
  '07700900123;ext=4',
])('%j becomes no phone link', (text) => {
  expect(phoneLink(text)).toBeNull();
});
