// Confirmations of notices, and notes: when they count as sent, and which columns of a note the database may normalise.
import { describe, expect, it } from 'vitest';
import { differing } from '@/offline/outbox/send/compare';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { NOTICE_READ } from '@/records/notice-reads';
import { NOTE } from '@/records/notes';
import type { Request } from '@/offline/outbox/send/request';
import { send } from '@/offline/outbox/send/send';
import type { RawResponse } from '@/offline/outbox/send/response-class';

const confirmation = (): Entry => ({
  seq: 1,
  userId: 'u',
  accountId: 'a',
  kind: NOTICE_READ.kind,
  id: 'x',
  action: 'insert',
  version: 1,
  fields: { notice_id: 'n', edition: 1, acknowledged: true },
  seen: null,
  parents: [],
  title: 'Confirmed: Bridge closed',
  recordedAt: '2026-11-20T06:31:00Z',
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
});
const answer = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });

describe('a confirmation', () => {
  const outcome = async (posted: RawResponse, read: RawResponse) => {
    const requests: string[] = [];
    const request: Request = ({ method, path, body }) => {
      requests.push(`${method} ${path.split('?')[0] ?? ''}`);
      // The time at which the user confirmed is sent: it is part of the evidence.
      if (method === 'POST') expect(body).toMatchObject([{ recorded_at: '2026-11-20T06:31:00Z', user_id: 'a' }]);
      if (path.startsWith('profiles')) return Promise.resolve(answer(200, [{ id: confirmation().userId }]));
      return Promise.resolve(method === 'POST' ? posted : read);
    };
    const [one] = await send([confirmation()], { request, token: 't' });
    return { kind: one?.kind, requests };
  };
  const duplicate = (key: string) =>
    answer(409, { code: '23505', message: `duplicate key value violates unique constraint "${key}"` });

  it('counts as sent if its own row is there, also when the first response was lost (F4)', async () => {
    const there = answer(200, [{ id: 'x' }]);
    expect(await outcome(answer(201, undefined), there)).toEqual({
      kind: 'sent',
      requests: ['POST notice_reads', 'GET notice_reads'],
    });
    expect((await outcome(duplicate('notice_reads_pkey'), there)).kind).toBe('sent');
  });

  it('counts as done if it was confirmed on another phone meanwhile, and its entry is removed from the device', async () => {
    expect((await outcome(duplicate('notice_reads_person_key'), answer(200, []))).kind).toBe('existsElsewhere');
  });

  it('does not count as sent when a captive portal answers (F11)', async () => {
    expect((await outcome(answer(200, undefined), answer(200, undefined))).kind).toBe('later');
  });

  it('needs attention if the account has lapsed or the notice was deleted (F19)', async () => {
    const lapsed = answer(403, { code: '42501', message: 'Your account can read but not write at the moment.' });
    expect((await outcome(lapsed, answer(200, []))).kind).toBe('attention');
    const gone = answer(400, { code: '23514', message: 'This notice is not on the board any more.', details: null });
    expect((await outcome(gone, answer(200, []))).kind).toBe('attention');
  });
});

describe('a note read back', () => {
  const sent: Columns = {
    title: 'Rainfall',
    body: '',
    note_time: '06:30',
    customer: null,
    value_num: 12.5,
    value_unit: 'mm',
    needs_action: false,
    assigned_to: null,
  };
  const stored: Columns = { ...sent, body: '', note_time: '06:30:00', customer: '' };
  const differs = (row: Columns) => differing(NOTE, 'insert', sent, row);

  it('matches the one sent if the database only normalised times and null', () => {
    expect(differs(stored)).toEqual([]);
  });

  it('matches the one sent if the database marks it for action, but not the other way round', () => {
    expect(differs({ ...stored, needs_action: true })).toEqual([]);
    expect(differing(NOTE, 'insert', { ...sent, needs_action: true }, stored)).toEqual(['needs_action']);
  });

  it('does not match if words or measures differ', () => {
    expect(differs({ ...stored, value_num: 12 })).toEqual(['value_num']);
    expect(differs({ ...stored, title: 'Fuel' })).toEqual(['title']);
  });
});
