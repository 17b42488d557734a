// Shifts in the outbox: values that the database only normalises, and clocking in on two devices at once.
import { describe, expect, test } from 'vitest';
import { differing } from '@/offline/outbox/send/compare';
import { coalesce, nextBatch, type Action, type Entry, type Columns } from '@/offline/outbox/entry';
import { TIME } from '@/records/time';
import type { Request } from '@/offline/outbox/send/request';
import { send } from '@/offline/outbox/send/send';
import type { RawResponse } from '@/offline/outbox/send/response-class';

const sent: Columns = {
  clock_in_at: '2026-10-24T21:00:00.000Z',
  clock_out_at: '2026-10-25T06:00:00.000Z',
  activity: 'Baling',
  customer: null,
  breaks: [{ start: '2026-10-25T00:30:00.000Z', end: '2026-10-25T01:00:00.000Z', paid: false }],
  manual_break_min: null,
  note: null,
  source: 'clock',
  clock_skew_s: 720,
};
const row: Columns = {
  ...sent,
  clock_in_at: '2026-10-24T21:00:00+00:00',
  clock_out_at: '2026-10-25T06:00:00+00:00',
  breaks: [{ end: '2026-10-25T01:00:00+00:00', paid: false, start: '2026-10-25T00:30:00Z' }],
  source: 'corrected',
  clock_skew_s: null,
};
const differs = (stored: Columns, fields = sent, action: Action = 'insert') => differing(TIME, action, fields, stored);

test('a shift read back matches the one sent if its instants are the same', () => {
  expect(differs(row)).toEqual([]);
  expect(differs({ ...row, clock_out_at: '2026-10-25T06:00:01+00:00' })).toEqual(['clock_out_at']);
  expect(differs({ ...row, clock_out_at: null })).toEqual(['clock_out_at']);
  expect(differs({ ...row, breaks: [] })).toEqual(['breaks']);
  expect(differs({ ...row, breaks: [{ start: '2026-10-25T00:30:00Z', end: null, paid: false }] })).toEqual(['breaks']);
  expect(differs({ ...row, activity: 'Carting', manual_break_min: 30 })).toEqual(['activity', 'manual_break_min']);
});

const entry = (id: string, fields: Columns, more: Partial<Entry> = {}): Entry => ({
  seq: 1,
  userId: 'u',
  accountId: 'a',
  kind: TIME.kind,
  id,
  action: 'insert',
  version: 1,
  fields,
  seen: null,
  parents: [],
  title: 'Time',
  recordedAt: '2026-11-20T10:00:00Z',
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
  ...more,
});
const answer = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });
const refusal = (details: string | null) =>
  answer(400, { code: '23514', message: "You're already clocked in since 07:12.", details });

describe('clocking in (case 16)', () => {
  const outcome = async (posted: RawResponse) => {
    const request: Request = ({ method }) => Promise.resolve(method === 'POST' ? posted : answer(200, []));
    return (await send([entry('one', sent)], { request, token: 't' }))[0];
  };

  test('a clock-in on a second device within a minute counts as done, and its entry is removed from the device', async () => {
    expect(await outcome(refusal('already'))).toEqual({ kind: 'existsElsewhere' });
  });

  test('a clock-in while an earlier shift runs needs attention, with the server’s message', async () => {
    expect(await outcome(refusal('running'))).toEqual({
      kind: 'attention',
      problem: { kind: 'refused', sentence: "You're already clocked in since 07:12." },
    });
  });

  test('clocking in on a second device does not block the other shifts of the batch', async () => {
    const request: Request = ({ method, body }) => {
      if (method !== 'POST') return Promise.resolve(answer(200, []));
      const rows = body as { id: string }[];
      return Promise.resolve(
        rows.some(({ id }) => id === 'two')
          ? refusal('already')
          : answer(
              201,
              rows.map(({ id }) => ({ id })),
            ),
      );
    };
    const all = ['one', 'two', 'three'].map((id) => entry(id, sent));
    expect((await send(all, { request, token: 't' })).map(({ kind }) => kind)).toEqual([
      'sent',
      'existsElsewhere',
      'sent',
    ]);
  });
});

test('deleted hours of another person, or submitted ones, are not added again under the user’s name', () => {
  expect(TIME.canAddAgain?.({ fields: { note: 'x' } })).toBe(true);
  expect(TIME.canAddAgain?.({ fields: { note: 'x', edit_reason: 'As told by phone' } })).toBe(false);
});

describe('clocking in and out on one phone', () => {
  const waiting = (more: Partial<Entry> = {}) =>
    entry('one', { ...sent, clock_out_at: null }, { state: 'queued', tried: 0, ...more });
  const clockOut = {
    ...waiting(),
    action: 'update' as const,
    fields: { clock_out_at: sent['clock_out_at'] ?? null },
    seen: {},
  };

  test('clocking in and out while offline makes one row', () => {
    const { put, add } = coalesce([waiting()], clockOut);
    expect(add).toBeNull();
    expect(put).toMatchObject([{ action: 'insert', fields: { clock_out_at: '2026-10-25T06:00:00.000Z' } }]);
  });

  test('a refused clock-in is saved by clocking out: the shift is sent with both its times', () => {
    const refused = waiting({
      state: 'attention',
      tried: 1,
      problem: { kind: 'refused', sentence: "You're already clocked in since 07:12." },
    });
    expect(coalesce([refused], clockOut).put).toMatchObject([{ state: 'queued', problem: null, action: 'insert' }]);
  });

  test('a changed job is sent in order: the end of the previous one before the start of the next', () => {
    const end = entry(
      'one',
      { clock_out_at: '2026-10-25T06:00:00.000Z' },
      { seq: 1, action: 'update', state: 'queued' },
    );
    const start = entry('two', sent, { seq: 2, state: 'queued' });
    expect(nextBatch([start, end], 0).map(({ id }) => id)).toEqual(['one']);
  });
});
