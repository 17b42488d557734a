// Passwords that are tried first, and ones that look like them but are not.
import { expect, test } from 'vitest';
import { GUESSABLE, guessableProblem } from '@/domain/account/guessable-password';

test.each([
  // The list, in any case, with what people add to please a rule.
  ...['password', 'iloveyou', 'TRUSTNO1', 'Liverpool1!', '1qaz2wsx', 'sunshine2026', 'passw0rd'],
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
  expect(await guessableProblem(password, 'mary.byrne@hillfarm.test')).toBe(GUESSABLE);
});

test.each([
  ...['correct horse 26', 'a gate and a hedge', 'tractor shed roof', 'Liverpool gate 7', '8 ewes in the yard'],
  ...['hjq7-wd2x', '350712894401', 'x'.repeat(30) + 'yz', 'Пароль из трёх слов', 'maryandthebull'],
])('%s is not', async (password) => {
  expect(await guessableProblem(password, 'mary.byrne@hillfarm.test')).toBeNull();
});
