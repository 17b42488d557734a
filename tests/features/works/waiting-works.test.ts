// Entries that wait or were just sent, as the works list shows them before it is fetched again.
import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '@/domain/account/account';
import { fromNumeric } from '@/domain/core/money';
import { useWaitingWorks } from '@/features/works/entries/waiting-works';
import { workMapper } from '@/features/works/entries/work-entries';
import type { Entry } from '@/offline/outbox/entry';
import * as outbox from '@/offline/outbox/outbox';
import type { Work } from '@/records/works';

let waiting: outbox.Waiting;
beforeEach(() => void vi.spyOn(outbox, 'useWaiting').mockImplementation(() => waiting));

/** When the list was fetched, in milliseconds. */
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
const entry = (action: Entry['action'], fields: Entry['fields'], values: Partial<Entry> = {}): Entry => ({
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
  ...values,
});
const job = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: null, quantity: 12 };
const ACKNOWLEDGED = { state: 'acknowledged', acknowledgedAt: READ_AT + 1 } as const;

const NOTHING_WAITS: outbox.Waiting = {
  entries: [],
  sent: [],
  lastSentAt: null,
  isLoaded: true,
  needsSignIn: false,
  broken: false,
};

function ownRowsAboveList(entries: Entry[], acknowledged: Entry[]) {
  waiting = { ...NOTHING_WAITS, entries, sent: acknowledged };
  const { result } = renderHook(() => useWaitingWorks([], READ_AT, account, '2026-11-20'));
  return result.current.entriesAbove.map(({ entry: one, work }) => [one.action, one.state, work.quantity]);
}
beforeEach(() => {
  seq = 0;
});

it('a waiting change is shown on the entry that was just sent', () => {
  const insert = entry('insert', job, ACKNOWLEDGED);
  expect(ownRowsAboveList([entry('update', { quantity: 13 }, { seen: job })], [insert])).toEqual([
    ['update', 'queued', 130_000],
  ]);
});

it('a change that was sent after its entry is shown', () => {
  const insert = entry('insert', job, ACKNOWLEDGED);
  expect(ownRowsAboveList([], [insert, entry('update', { quantity: 13 }, { ...ACKNOWLEDGED, seen: job })])).toEqual([
    ['insert', 'acknowledged', 130_000],
  ]);
});

it('the hours are recalculated if a waiting change moves the entry to a night with a clock change', () => {
  const times = { start_time: '22:00', finish_time: '06:00', breaks: 0, start_second: false, finish_second: false };
  const night = { ...job, ...times, chargeable_unit: 'hour', rate: 45, quantity: null, work_date: '2026-10-20' };
  const row = workMapper(account, '2026-11-20').fromEntry(entry('insert', night));
  waiting = { ...NOTHING_WAITS, entries: [entry('update', { work_date: '2026-10-24' }, { seen: night })] };
  const listed = (shown: Work) => renderHook(() => useWaitingWorks([shown], READ_AT, account, '2026-11-20'));
  expect(listed(row).result.current.rows[0]).toMatchObject({
    workDate: '2026-10-24',
    totalTime: 90_000,
    quantity: 90_000,
    totalValue: 4_050_000,
  });
  // A typed quantity stays.
  expect(listed({ ...row, quantity: fromNumeric(6) }).result.current.rows[0]).toMatchObject({
    totalTime: 90_000,
    quantity: 60_000,
    totalValue: 2_700_000,
  });
});

describe('a work that the database has not accepted', () => {
  const listed = workMapper(account, '2026-11-20').fromEntry(entry('insert', job));
  const refused = (action: Entry['action'], fields: Entry['fields'], theirs: Entry['fields']) => {
    const problem = { kind: 'conflict', sentence: 'Changed meanwhile.', theirs } as const;
    waiting = { ...NOTHING_WAITS, entries: [entry(action, fields, { state: 'attention', problem, seen: job })] };
    const { result } = renderHook(() => useWaitingWorks([listed], READ_AT, account, '2026-11-20'));
    const { rows, entriesAbove } = result.current;
    return [rows.map(({ quantity }) => quantity), entriesAbove.map(({ work }) => work.quantity)];
  };

  it('a refused change leaves the database’s values in the list, and shows this person’s values in an entry above', () => {
    expect(refused('update', { quantity: 13 }, { quantity: 14 })).toEqual([[120_000], [130_000]]);
  });

  it('a refused new work is shown with its own values if its id is that of another row', () => {
    expect(refused('insert', { ...job, quantity: 13 }, { quantity: 12 })).toEqual([[120_000], [130_000]]);
  });

  it('a work stays in the list if its deletion was refused', () => {
    expect(refused('delete', {}, { quantity: 12 })).toEqual([[120_000], [120_000]]);
  });
});

it('a work that waits for its deletion is taken off the list', () => {
  const listed = workMapper(account, '2026-11-20').fromEntry(entry('insert', job));
  waiting = { ...NOTHING_WAITS, entries: [entry('delete', {}, { seen: job })] };
  const { result } = renderHook(() => useWaitingWorks([listed], READ_AT, account, '2026-11-20'));
  expect(result.current).toMatchObject({
    rows: [],
    entriesAbove: [{ entry: { action: 'delete' }, work: { id: 'w' } }],
  });
});

it('a new work is shown as new while an edit waits behind it', () => {
  const insert = entry('insert', job, { state: 'sending' });
  expect(ownRowsAboveList([insert, entry('update', { quantity: 13 }, { seen: job })], [])).toEqual([
    ['insert', 'sending', 130_000],
  ]);
});

it('the edit of a new work is shown if the row is in the list already and its insert still waits for the response', () => {
  const insert = entry('insert', job, { state: 'sending' });
  const listed = workMapper(account, '2026-11-20').fromEntry(insert);
  waiting = { ...NOTHING_WAITS, entries: [insert, entry('update', { quantity: 13 }, { seen: job })] };
  const { result } = renderHook(() => useWaitingWorks([listed], READ_AT, account, '2026-11-20'));
  expect(result.current.entriesAbove.map(({ entry: one }) => one.action)).toEqual(['update']);
});
