import { describe, expect, test } from 'vitest';
import type { Subscription } from '@/domain/account/access';
import { subscriptionWords } from '@/domain/account/subscription';

const trial = (trialEndsAt: string): Subscription => ({
  subscriptionStatus: 'trialing',
  trialEndsAt,
  subscriptionEndsAt: null,
});
const paid = (status: string, subscriptionEndsAt: string | null): Subscription => ({
  subscriptionStatus: status,
  trialEndsAt: '2026-10-01T00:00:00Z',
  subscriptionEndsAt,
});
const words = (subscription: Subscription, now: string, cancels = false) =>
  subscriptionWords(subscription, { now: new Date(now), zone: 'Europe/London', cancels });

const RECORDS_STAY = 'Your records stay. You can export all of them at any time.';

describe('a trial', () => {
  test.each([
    ['2026-11-20T12:00:00Z', 'Free trial – 12 days left (ends 2 Dec 2026)', false],
    ['2026-11-25T12:01:00Z', 'Free trial – 7 days left (ends 2 Dec 2026)', true],
    ['2026-11-24T12:00:00Z', 'Free trial – 8 days left (ends 2 Dec 2026)', false],
    ['2026-12-02T11:30:00Z', 'Free trial – 1 day left (ends 2 Dec 2026)', true],
    // The last minute has begun.
    ['2026-12-02T11:59:00Z', 'Free trial – 1 day left (ends 2 Dec 2026)', true],
  ])('at %s it is described as "%s"', (now, state, warn) => {
    expect(words(trial('2026-12-02T12:00:00Z'), now)).toMatchObject({ kind: 'trial', state, warn });
  });

  test('is over at the exact second of its end', () => {
    expect(words(trial('2026-12-02T12:00:00Z'), '2026-12-02T12:00:00Z')).toEqual({
      kind: 'over',
      state: 'Inactive: the free trial ended on 2 Dec 2026',
      next: RECORDS_STAY,
      warn: false,
    });
  });

  test('says whether the paid year starts after its end', () => {
    const next = (now: string) => words(trial('2026-12-02T12:00:00Z'), now).next;
    expect(next('2026-11-30T10:59:00Z')).toBe('Subscribe whenever you like: the paid year starts when the trial ends.');
    expect(next('2026-11-30T11:00:00Z')).toBe('Subscribe to go on without a break. The paid year starts at once.');
  });
});

describe('a subscription', () => {
  test('a subscription that renews says until when it is active, and the price of the next year', () => {
    expect(words(paid('active', '2027-03-14T00:30:00Z'), '2026-11-20T12:00:00Z')).toEqual({
      kind: 'paid',
      state: 'Active until 14 Mar 2027',
      next: 'It renews by itself then, for £15.99.',
      warn: false,
    });
  });

  test('a subscription that was cancelled says until when, and that there is no refund', () => {
    expect(words(paid('active', '2027-03-14T00:30:00Z'), '2026-11-20T12:00:00Z', true).next).toBe(
      'You keep access until 14 Mar 2027. No refund for the current period.',
    );
  });

  test('ends on the date in the farm’s zone, not in UTC', () => {
    expect(words(paid('active', '2027-07-14T23:30:00Z'), '2026-11-20T12:00:00Z').state).toBe(
      'Active until 15 Jul 2027',
    );
  });

  test.each([
    ['active', '2026-11-20T12:00:00Z', 'over', 'Inactive: it ended on 20 Nov 2026'],
    ['canceled', '2026-11-02T12:00:00Z', 'over', 'Inactive: it ended on 2 Nov 2026'],
    ['past_due', '2027-11-02T12:00:00Z', 'unpaid', 'Inactive: the last payment did not go through'],
  ])('that is %s until %s is %s', (status, end, kind, state) => {
    expect(words(paid(status, end), '2026-11-20T12:00:00Z')).toMatchObject({ kind, state });
  });

  test('without data counts as over; if unpaid and without an end date, it can still be paid', () => {
    const none = { subscriptionStatus: null, trialEndsAt: null, subscriptionEndsAt: null };
    expect(words(none, '2026-11-20T12:00:00Z')).toMatchObject({ kind: 'over', state: 'Inactive' });
    expect(words(paid('past_due', null), '2026-11-20T12:00:00Z').next).toBe(
      `Pay it under Manage billing. ${RECORDS_STAY}`,
    );
  });
});
