// The works list just after something was sent, and before the list was read again.
import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Account } from '@/domain/account';
import type { Entry } from '@/outbox/entry';
import type { Waiting } from '@/outbox/outbox';
import { useWaitingWorks } from '@/features/works/waiting-works';

let waiting: Waiting;
vi.mock(import('@/outbox/outbox'), async (original) => ({ ...(await original()), useWaiting: () => waiting }));

const READ_AT = 1000;
const account: Account = {
  userId: 'u',
  ownerId: 'u',
  role: 'admin',
  firstName: 'Alex',
  lastName: null,
  email: null,
  ownerFirstName: null,
  canWrite: true,
  subscription: { subscriptionStatus: 'active', trialEndsAt: null, subscriptionEndsAt: null },
  settings: {
    farmName: null,
    region: 'england',
    zone: 'Europe/London',
    currency: 'GBP',
    incrementMinutes: 0,
    seesRates: true,
    seesAllWorks: true,
  },
};

let seq = 0;
const entry = (action: Entry['action'], fields: Entry['fields'], more: Partial<Entry> = {}): Entry => ({
  seq: (seq += 1),
  userId: 'u',
  accountId: 'u',
  kind: 'work',
  id: 'w',
  action,
  version: 1,
  fields,
  seen: null,
  parents: [],
  title: '',
  recordedAt: '',
  state: 'queued',
  leaseUntil: null,
  tried: 0,
  problem: null,
  acknowledgedAt: null,
  ...more,
});
const job = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: null, quantity: 12 };
const sent = { state: 'acknowledged', acknowledgedAt: READ_AT + 1 } as const;

function above(entries: Entry[], acknowledged: Entry[]) {
  waiting = { entries, sent: acknowledged, lastSentAt: null, read: true, needsSignIn: false, broken: false };
  const { result } = renderHook(() => useWaitingWorks([], READ_AT, account, '2026-11-20'));
  return result.current.above.map(({ entry: one, work }) => [one.action, one.state, work.quantity]);
}
beforeEach(() => {
  seq = 0;
});

it('shows a change on the entry that was just sent, not the entry over its change', () => {
  const made = entry('insert', job, sent);
  expect(above([entry('update', { quantity: 13 }, { seen: job })], [made])).toEqual([['update', 'queued', 130_000]]);
});

it('shows the change that was sent after it too', () => {
  const made = entry('insert', job, sent);
  expect(above([], [made, entry('update', { quantity: 13 }, { ...sent, seen: job })])).toEqual([
    ['insert', 'acknowledged', 130_000],
  ]);
});
