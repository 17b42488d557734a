// What has to be typed before an account is deleted.
import { describe, expect, test } from 'vitest';
import { deletionPhrase, confirmsDeletion } from '@/domain/account/account';

test.each([
  ['Hill Farm', 'ann@hill.farm', 'Hill Farm'],
  ['  Hill Farm ', 'ann@hill.farm', 'Hill Farm'],
  [null, 'ann@hill.farm', 'ann@hill.farm'],
  ['   ', 'ann@hill.farm', 'ann@hill.farm'],
  [null, null, ''],
])('for the farm %j with the address %j the phrase to type is %j', (farm, email, phrase) => {
  expect(deletionPhrase(farm, email)).toBe(phrase);
});

describe('the typed text', () => {
  test.each(['Hill Farm', ' hill  farm ', 'HILL FARM'])('%j is accepted', (typed) => {
    expect(confirmsDeletion(typed, 'Hill Farm')).toBe(true);
  });
  test('a decomposed accent is accepted', () => {
    expect(confirmsDeletion('Fe\u0301ile', 'F\u00e9ile')).toBe(true);
  });
  test.each(['', 'Hill', 'HillFarm', 'Hill Farm 2'])('%j is refused', (typed) => {
    expect(confirmsDeletion(typed, 'Hill Farm')).toBe(false);
  });
  test('an empty text is never accepted', () => {
    expect(confirmsDeletion('', '')).toBe(false);
  });
});
