import { describe, expect, test } from 'vitest';
import {
  accessFor,
  daysLeft,
  initials,
  isSubscriptionActive,
  type Access,
  type AccessInput,
  type Profile,
  type Subscription,
} from '@/domain/account/access';

const now = new Date('2026-11-20T12:00:00Z');
const later = '2027-03-14T00:00:00Z';
const active: Subscription = { subscriptionStatus: 'active', subscriptionEndsAt: later, trialEndsAt: null };
const lapsed: Subscription = { ...active, subscriptionEndsAt: '2026-11-20T11:59:59Z' };
const admin: Profile = {
  ...active,
  id: 'owner',
  firstName: 'Alex',
  lastName: 'Hill',
  avatarUrl: null,
  role: 'admin',
  adminId: null,
};
const employee: Profile = {
  ...admin,
  id: 'sam',
  role: 'employee',
  adminId: 'owner',
  subscriptionStatus: null,
  subscriptionEndsAt: null,
};

describe('the subscription (case 83)', () => {
  const trial = (trialEndsAt: string | null): Subscription => ({
    subscriptionStatus: 'trialing',
    trialEndsAt,
    subscriptionEndsAt: null,
  });
  test.each([
    ['active, with an end in the future', active, true, 114],
    ['the trial ends at this instant', trial('2026-11-20T12:00:00Z'), false, 0],
    ['a millisecond is left', trial('2026-11-20T12:00:00.001Z'), true, 1],
    ['half an hour is left', trial('2026-11-20T12:30:00Z'), true, 1],
    ['a day and a second are left', trial('2026-11-21T12:00:01Z'), true, 2],
    ['exactly a day is left', trial('2026-11-21T12:00:00Z'), true, 1],
    ['active without an end', { ...active, subscriptionEndsAt: null }, false, 0],
    [
      'active, but only the trial ends in the future',
      { ...active, subscriptionEndsAt: null, trialEndsAt: later },
      false,
      0,
    ],
    ['trialing, but only the subscription ends in the future', { ...active, subscriptionStatus: 'trialing' }, false, 0],
    ['trialing without an end', trial(null), false, 0],
    ['an invalid end date', trial('soon'), false, 0],
    ['cancelled', { ...active, subscriptionStatus: 'canceled' }, false, 0],
    ['no status', { ...active, subscriptionStatus: null }, false, 0],
  ])('%s', (_, subscription, isActive, days) => {
    expect(isSubscriptionActive(subscription, now)).toBe(isActive);
    expect(daysLeft(subscription, now)).toBe(days);
  });
});

describe('the access state', () => {
  const input = (more: Partial<AccessInput>): AccessInput => ({
    session: { userId: 'owner' },
    profile: admin,
    adminSubscription: null,
    now,
    online: true,
    ...more,
  });
  const crew = (more: Partial<AccessInput>) =>
    input({ session: { userId: 'sam' }, profile: employee, adminSubscription: active, ...more });

  test.each<[string, AccessInput, Access['kind'], Access['kind']]>([
    ['the session loads', input({ session: 'loading' }), 'loading', 'loading'],
    ['the person is signed out', input({ session: 'signedOut' }), 'signedOut', 'signedOut'],
    ['a password is reset', input({ session: 'recovery', profile: 'missing' }), 'recovery', 'recovery'],
    ['the profile loads', input({ profile: 'loading' }), 'loading', 'offlineUnknown'],
    ['the profile has no row', input({ profile: 'missing' }), 'noProfile', 'offlineUnknown'],
    ['the server does not respond', input({ profile: 'unreachable' }), 'offlineUnknown', 'offlineUnknown'],
    [
      'the profile is that of the person who was signed in before',
      input({ profile: { ...admin, id: 'other' } }),
      'loading',
      'offlineUnknown',
    ],
    ['an admin', input({}), 'active', 'active'],
    [
      'an admin whose subscription has lapsed',
      input({ profile: { ...admin, ...lapsed } }),
      'adminInactive',
      'adminInactive',
    ],
    ['an admin ignores another subscription', input({ adminSubscription: lapsed }), 'active', 'active'],
    ['an employee', crew({}), 'active', 'active'],
    ['the account has lapsed (case 61)', crew({ adminSubscription: lapsed }), 'employeeSuspended', 'employeeSuspended'],
    ['the account does not exist', crew({ adminSubscription: 'missing' }), 'employeeSuspended', 'offlineUnknown'],
    ['the account loads', crew({ adminSubscription: 'loading' }), 'loading', 'offlineUnknown'],
    ['the account was not requested yet', crew({ adminSubscription: null }), 'loading', 'offlineUnknown'],
    ['the account cannot be requested', crew({ adminSubscription: 'unreachable' }), 'offlineUnknown', 'offlineUnknown'],
    [
      'suspended by the account holder',
      crew({ profile: { ...employee, personStatus: 'suspended' } }),
      'employeeSuspended',
      'employeeSuspended',
    ],
    ['removed', crew({ profile: { ...employee, adminId: null } }), 'unlinkedEmployee', 'unlinkedEmployee'],
    [
      'an employee’s own subscription gives no access',
      crew({ profile: { ...employee, ...active }, adminSubscription: lapsed }),
      'employeeSuspended',
      'employeeSuspended',
    ],
  ])('%s', (_, given, online, offline) => {
    expect(accessFor(given).kind).toBe(online);
    expect(accessFor({ ...given, online: false }).kind).toBe(offline);
  });

  test('an active person works on the account holder’s records', () => {
    expect(accessFor(input({}))).toMatchObject({ accountId: 'owner', role: 'admin', subscription: admin });
    expect(accessFor(crew({}))).toMatchObject({ accountId: 'owner', role: 'employee', subscription: active });
  });
});

test.each([
  ['Alex', 'Hill', null, 'AH'],
  [' siân ', 'ní dhálaigh', null, 'SN'],
  ['ŷ', 'Gwyn', null, 'ŶG'],
  ['E\u0301ilis', 'Łuczak', null, 'ÉŁ'],
  ['👩‍🌾', 'Smith', null, '👩‍🌾S'],
  ['Alex', null, 'x@demo.test', 'A'],
  [null, 'Hill', null, 'H'],
  [null, ' ', 'owner@demo.test', 'O'],
  [null, null, null, ''],
])('initials of %s %s (%s) are %s', (first, last, email, text) => {
  expect(initials(first, last, email)).toBe(text);
});
