import { describe, expect, test } from 'vitest';
import { inviteLink, tokenIn } from '@/domain/account/invite-link';
import { inviteWords, seatsUsed, seatWords } from '@/domain/account/seats';

const now = new Date('2026-11-20T12:00:00Z');
const until = (expiresAt: string) => ({ expiresAt });

describe('seats', () => {
  test('employees and open invitations take seats, an expired invitation does not (case 62)', () => {
    const open = until('2026-11-20T12:00:01Z');
    const expired = until('2026-11-20T12:00:00Z');
    expect(seatsUsed(4, [open, open], now)).toBe(6);
    expect(seatsUsed(5, [expired], now)).toBe(5);
    expect(seatsUsed(0, [], now)).toBe(0);
    expect(seatWords(4)).toBe('4 of 6 seats used');
  });

  test.each([
    ['2026-11-27T12:00:00Z', 'Invited · expires in 7 d'],
    ['2026-11-23T11:00:00Z', 'Invited · expires in 3 d'],
    ['2026-11-21T12:30:00Z', 'Invited · expires in 2 d'],
    ['2026-11-21T12:00:00Z', 'Invited · expires in 24 h'],
    ['2026-11-20T12:00:01Z', 'Invited · expires in 1 h'],
    ['2026-11-20T12:00:00Z', 'Invitation expired'],
  ])('an invitation that expires at %s is shown as "%s"', (expiresAt, words) => {
    expect(inviteWords(until(expiresAt), now)).toBe(words);
  });
});

describe('the link of an invitation', () => {
  const token = '0123456789abcdef'.repeat(4);
  test('contains its token, which can be read from it', () => {
    expect(tokenIn(new URL(inviteLink('https://your.app', token)).search)).toBe(token);
    expect(tokenIn(`?x=1&invite=${token}&y=2`)).toBe(token);
  });
  test.each([
    '',
    '?invite=',
    '?invite=TOKEN',
    `?invite=${token}0`,
    `?invite=${token.toUpperCase()}`,
    `?noinvite=${token}`,
    '?invite=javascript:alert(1)',
  ])('has no token if its query is "%s"', (search) => {
    expect(tokenIn(search)).toBeNull();
  });
});
