import { describe, expect, test } from 'vitest';
import { allowedPath } from '@/app/gate/allowed-path';
import type { Access, Profile, Subscription } from '@/domain/account/access';

const active: Subscription = {
  subscriptionStatus: 'active',
  subscriptionEndsAt: '2027-03-14T00:00:00Z',
  trialEndsAt: null,
};
const admin: Profile = {
  ...active,
  id: 'owner',
  firstName: 'Alex',
  lastName: 'Hill',
  avatarUrl: null,
  role: 'admin',
  adminId: null,
};
const employee: Profile = { ...admin, id: 'sam', role: 'employee', adminId: 'owner' };

describe('the allowed path', () => {
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
  ])('in the state %s the path %s leads to %s', (kind, path, target) => {
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

  test('each of these routes is open to both roles', () => {
    const routes =
      '/diary /account /manage-account /add-work /works-list /invoices /view-invoices /reports /invoice-settings /tasks /customers ' +
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
