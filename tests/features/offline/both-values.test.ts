// A waiting change beside another person's change of the same record: each value as the app displays it.
import { expect, test } from 'vitest';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { bothValues } from '@/widgets/unsent/both-values';

const NOW = new Date(2026, 10, 20, 18);
const at = (hour: number, minute: number, day = 20) => new Date(2026, 10, day, hour, minute).toISOString();

const bothTextsOfHolder = (mine: Columns, theirs: Columns) => bothTexts('work', mine, theirs, 'insert', 'owner');

function bothTexts(kind: string, mine: Columns, theirs: Columns, action: Entry['action'] = 'update', userId = 'me') {
  const entry: Entry = {
    seq: 1,
    userId,
    accountId: 'owner',
    kind,
    id: 'one',
    action,
    version: 1,
    fields: action === 'delete' ? {} : mine,
    seen: action === 'delete' ? mine : null,
    parents: [],
    title: 'One',
    recordedAt: at(17, 0),
    state: 'attention',
    leaseUntil: null,
    tried: 1,
    problem: { kind: 'conflict', sentence: 'Somebody changed this entry meanwhile.', theirs },
    acknowledgedAt: null,
  };
  return bothValues(entry, NOW).map(({ label, mine: own, theirs: other }) => `${label}: ${own} | ${other}`);
}

test('a job shows money with two decimals, a quantity as typed, dates, times and units', () => {
  expect(bothTexts('work', { rate: 7, quantity: 12.5 }, { rate: 8.5, quantity: 12 })).toEqual([
    'Rate: 7.00 | 8.50',
    'Quantity: 12.5 | 12',
  ]);
  expect(
    bothTexts('work', { work_date: '2026-11-20', start_time: '08:00' }, { work_date: '2026-11-19', start_time: null }),
  ).toEqual(['Date: Fri 20 Nov | Thu 19 Nov', 'Start: 08:00 | Nothing']);
  expect(bothTexts('work', { chargeable_unit: 'bale' }, { chargeable_unit: 'hour' })).toEqual([
    'Unit: per bale | per hour',
  ]);
});

test('a new job shows its computed value beside the value that the account holder typed', () => {
  const mine = { chargeable_unit: 'bale', rate: 2, quantity: 12 };
  const theirs = { ...mine, quantity: 19, total_value: 1021 };
  expect(bothTextsOfHolder(mine, theirs)).toContain('Value: 24.00 | 1021.00');
});

test('a deletion shows the values that the user saw before it', () => {
  expect(bothTexts('work', { notes: 'Wet' }, { notes: 'Dry' }, 'delete')).toEqual(['Note: Wet | Dry']);
});

test('a shift shows clock times, and its breaks with start and end', () => {
  const breakTime = { start: at(12, 0), end: at(12, 30), paid: false };
  expect(
    bothTexts(
      'time',
      { clock_out_at: at(17, 0), breaks: [breakTime, { ...breakTime, start: at(15, 0), end: null }] },
      { clock_out_at: at(17, 0, 19), breaks: [] },
    ),
  ).toEqual(['Finish: 17:00 | 19 Nov, 17:00', 'Breaks: 12:00–12:30, 15:00–now | Nothing']);
});

test('a note shows the assignee without an id, and yes and no as words', () => {
  expect(bothTexts('note', { assigned_to: 'me', shared: true }, { assigned_to: 'owner', shared: false })).toEqual([
    'Who sees to it: Me | The account holder',
    'Shared with the crew: Yes | No',
  ]);
  expect(bothTexts('note', { assigned_to: null }, { assigned_to: 'other' })).toEqual([
    'Who sees to it: Nobody yet | One of the crew',
  ]);
});
