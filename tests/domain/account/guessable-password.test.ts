// Passwords that are tried first, and ones that look like them but are not.
import { expect, test } from 'vitest';
import { commonPasswords, isGuessable } from '@/domain/account/guessable-password';

const refuses = async (password: string) => isGuessable(password, 'mary.byrne@hillfarm.test', await commonPasswords());

test.each([
  // The list, in any case, with what people add to please a rule.
  ...[
    'password',
    'iloveyou',
    'TRUSTNO1',
    'Liverpool1!',
    '1qaz2wsx',
    'sunshine2026',
    'passw0rd',
    'Monkey2026!',
    'dragon99',
  ],
  // The product, the trade and the person's own address.
  ...[
    'FarmDiary',
    'farmdiary2026!',
    'JohnDeere7810',
    'tractor123',
    'mary.byrne@hillfarm.test',
    'Hillfarm2026',
    'byrne_1985',
  ],
  // Dates and other digits, and one or two keys.
  ...['24121985', '123456789', '00000000000', 'aaaaaaaaaaaa', 'ababababab'],
])('%s is refused', async (password) => {
  expect(await refuses(password)).toBe(true);
});

test.each([
  ...['correct horse 26', 'a gate and a hedge', 'tractor shed roof', 'Liverpool gate 7', '8 ewes in the yard'],
  ...['hjq7-wd2x', '350712894401', 'x'.repeat(30) + 'yz', 'Пароль из трёх слов', 'maryandthebull'],
])('%s is not', async (password) => {
  expect(await refuses(password)).toBe(false);
});

test('without the list, words of the trade and the address are still refused', () => {
  expect(
    ['tractor123', 'hillfarm1', 'liverpool1'].map((one) => isGuessable(one, 'mary.byrne@hillfarm.test', [])),
  ).toEqual([...[true, true, false]]);
});
