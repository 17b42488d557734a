import { describe, expect, test } from 'vitest';
import {
  accessFor,
  allowedPath,
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
    ['active with its end ahead', active, true, 114],
    ['the trial ends at this instant', trial('2026-11-20T12:00:00Z'), false, 0],
    ['a thousandth of a second is left', trial('2026-11-20T12:00:00.001Z'), true, 1],
    ['half an hour is left', trial('2026-11-20T12:30:00Z'), true, 1],
    ['a day and a second', trial('2026-11-21T12:00:01Z'), true, 2],
    ['exactly a day', trial('2026-11-21T12:00:00Z'), true, 1],
    ['active without an end', { ...active, subscriptionEndsAt: null }, false, 0],
    ['active, only the trial’s end ahead', { ...active, subscriptionEndsAt: null, trialEndsAt: later }, false, 0],
    ['trialing, only the subscription’s end ahead', { ...active, subscriptionStatus: 'trialing' }, false, 0],
    ['trialing without an end', trial(null), false, 0],
    ['an end that is no date', trial('soon'), false, 0],
    ['cancelled', { ...active, subscriptionStatus: 'canceled' }, false, 0],
    ['no status', { ...active, subscriptionStatus: null }, false, 0],
  ])('%s', (_, subscription, is, days) => {
    expect(isSubscriptionActive(subscription, now)).toBe(is);
    expect(daysLeft(subscription, now)).toBe(days);
  });
});

describe('states', () => {
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
    ['nobody is signed in', input({ session: 'signedOut' }), 'signedOut', 'signedOut'],
    ['a password is reset', input({ session: 'recovery', profile: 'missing' }), 'recovery', 'recovery'],
    ['the profile loads', input({ profile: 'loading' }), 'loading', 'offlineUnknown'],
    ['there is no row', input({ profile: 'missing' }), 'noProfile', 'offlineUnknown'],
    ['nobody answers', input({ profile: 'unreachable' }), 'offlineUnknown', 'offlineUnknown'],
    ['the last person’s row', input({ profile: { ...admin, id: 'other' } }), 'loading', 'offlineUnknown'],
    ['an admin', input({}), 'active', 'active'],
    ['an admin, lapsed', input({ profile: { ...admin, ...lapsed } }), 'adminInactive', 'adminInactive'],
    ['an admin ignores another subscription', input({ adminSubscription: lapsed }), 'active', 'active'],
    ['an employee', crew({}), 'active', 'active'],
    ['case 61: the account has lapsed', crew({ adminSubscription: lapsed }), 'employeeSuspended', 'employeeSuspended'],
    ['the account is gone', crew({ adminSubscription: 'missing' }), 'employeeSuspended', 'offlineUnknown'],
    ['the account loads', crew({ adminSubscription: 'loading' }), 'loading', 'offlineUnknown'],
    ['the account was not asked yet', crew({ adminSubscription: null }), 'loading', 'offlineUnknown'],
    ['the account cannot be asked', crew({ adminSubscription: 'unreachable' }), 'offlineUnknown', 'offlineUnknown'],
    [
      'suspended by the account holder',
      crew({ profile: { ...employee, personStatus: 'suspended' } }),
      'employeeSuspended',
      'employeeSuspended',
    ],
    ['removed', crew({ profile: { ...employee, adminId: null } }), 'unlinkedEmployee', 'unlinkedEmployee'],
    [
      'an own subscription does not help an employee',
      crew({ profile: { ...employee, ...active }, adminSubscription: lapsed }),
      'employeeSuspended',
      'employeeSuspended',
    ],
  ])('%s', (_, asked, online, offline) => {
    expect(accessFor(asked).kind).toBe(online);
    expect(accessFor({ ...asked, online: false }).kind).toBe(offline);
  });

  test('an active person works on the account holder’s records', () => {
    expect(accessFor(input({}))).toMatchObject({ accountId: 'owner', role: 'admin', subscription: admin });
    expect(accessFor(crew({}))).toMatchObject({ accountId: 'owner', role: 'employee', subscription: active });
  });
});

describe('where a path leads', () => {
  const states: Record<Access['kind'], Access> = {
    loading: { kind: 'loading' },
    signedOut: { kind: 'signedOut' },
    recovery: { kind: 'recovery' },
    noProfile: { kind: 'noProfile' },
    offlineUnknown: { kind: 'offlineUnknown' },
    unlinkedEmployee: { kind: 'unlinkedEmployee', profile: employee },
    employeeSuspended: { kind: 'employeeSuspended', profile: employee },
    adminInactive: { kind: 'adminInactive', profile: admin },
    active: { kind: 'active', profile: admin, role: 'admin', accountId: 'owner', subscription: admin },
  };
  test.each<[Access['kind'], string, string]>([
    ['signedOut', '/', '/'],
    ['signedOut', '/forgot-password', '/forgot-password'],
    ['signedOut', '/update-password', '/update-password'],
    ['signedOut', '/works-list', '/'],
    ['signedOut', '/works-list?invite=T#x', '/?invite=T#x'],
    ['signedOut', '/?invite=T', '/?invite=T'],
    ['recovery', '/', '/update-password'],
    ['recovery', '/update-password', '/update-password'],
    ['recovery', '/account', '/update-password'],
    ['adminInactive', '/', '/'],
    ['adminInactive', '/?session_id=cs_1', '/?session_id=cs_1'],
    ['adminInactive', '/account', '/account'],
    ['adminInactive', '/account/', '/account/'],
    ['adminInactive', '/noticeboard', '/account'],
    ['adminInactive', '/works-list?q=a', '/account'],
    ['adminInactive', '/manage-account', '/account'],
    ['adminInactive', '/nowhere', '/account'],
    ['adminInactive', '/update-password', '/account'],
    ['employeeSuspended', '/', '/manage-account'],
    ['employeeSuspended', '/manage-account', '/manage-account'],
    ['employeeSuspended', '/add-work', '/manage-account'],
    ['unlinkedEmployee', '/', '/'],
    ['unlinkedEmployee', '/?invite=T', '/?invite=T'],
    ['unlinkedEmployee', '/works-list', '/'],
    ['unlinkedEmployee', '/manage-account', '/manage-account'],
    ['active', '/', '/'],
    ['active', '/noticeboard', '/noticeboard'],
    ['active', '/works-list?status=ready', '/works-list?status=ready'],
    ['active', '/works-list/', '/works-list/'],
    ['active', '/machinery', '/machinery'],
    ['active', '/machinery/7/service/new', '/machinery/7/service/new'],
    ['active', '/fields/map', '/fields/map'],
    ['active', '/fieldsmap', '/noticeboard'],
    ['active', '/forgot-password', '/noticeboard'],
    ['active', '/update-password', '/noticeboard'],
    ['active', '/nowhere', '/noticeboard'],
    ['active', '/constructor', '/noticeboard'],
    ['loading', '/works-list?q=a', '/works-list?q=a'],
    ['noProfile', '/works-list', '/works-list'],
    ['offlineUnknown', '/works-list', '/works-list'],
  ])('%s: %s → %s', (kind, path, target) => {
    expect(allowedPath(states[kind], path)).toBe(target);
  });

  test('public pages are open in every state, and there are no redirect loops', () => {
    for (const access of Object.values(states)) {
      for (const path of [
        '/features',
        '/about',
        '/pricing',
        '/contact',
        '/privacy-policy',
        '/terms-and-conditions?x=1',
      ]) {
        expect(allowedPath(access, path)).toBe(path);
      }
      for (const path of ['/', '/nowhere', '/forgot-password', '/account', '/manage-account', '/update-password']) {
        const target = allowedPath(access, path);
        expect(allowedPath(access, target)).toBe(target);
      }
    }
  });

  test('every specified route is open to both roles', () => {
    const routes =
      '/diary /account /manage-account /add-work /works-list /invoices /view-invoices /invoice-settings /tasks /customers ' +
      '/manage-users /add-note /view-notes /manage-note-titles /create-checklist /add-checklist /view-checklists ' +
      '/completed-checklists /time-tracker /time-diary /tmr-mixes /meal-mixes /stocking-rate /slurry-storage /np-loading ' +
      '/compliance-center';
    const crew: Access = {
      ...states.active,
      kind: 'active',
      profile: employee,
      role: 'employee',
      accountId: 'owner',
      subscription: active,
    };
    for (const path of routes.split(' ')) {
      expect([allowedPath(states.active, path), allowedPath(crew, path)]).toEqual([path, path]);
    }
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
