// Confirmations of notices, and notes: what counts as said, and what of a note the database may word in its own way.
import { describe, expect, it } from 'vitest';
import { differing } from '@/outbox/compare';
import type { Entry, Fields } from '@/outbox/entry';
import { NOTE, NOTICE_READ } from '@/outbox/records';
import type { Request } from '@/outbox/request';
import { send } from '@/outbox/send';
import type { Answer } from '@/outbox/verdict';

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
const answer = (status: number, body: Answer['body']): Answer => ({ status, body, retryAfterMs: null });

describe('a confirmation', () => {
  const outcome = async (posted: Answer, read: Answer) => {
    const asked: string[] = [];
    const request: Request = ({ method, path, body }) => {
      asked.push(`${method} ${path.split('?')[0] ?? ''}`);
      // When it was pressed is part of the proof.
      if (method === 'POST') expect(body).toMatchObject([{ recorded_at: '2026-11-20T06:31:00Z', user_id: 'a' }]);
      if (path.startsWith('profiles')) return Promise.resolve(answer(200, [{ id: confirmation().userId }]));
      return Promise.resolve(method === 'POST' ? posted : read);
    };
    const [one] = await send([confirmation()], { request, token: 't' });
    return { kind: one?.kind, asked };
  };
  const duplicate = (key: string) =>
    answer(409, { code: '23505', message: `duplicate key value violates unique constraint "${key}"` });

  it('F4: is sent where its own row is there, also when the first answer was lost', async () => {
    const there = answer(200, [{ id: 'x' }]);
    expect(await outcome(answer(201, undefined), there)).toEqual({
      kind: 'sent',
      asked: ['POST notice_reads', 'GET notice_reads'],
    });
    expect((await outcome(duplicate('notice_reads_pkey'), there)).kind).toBe('sent');
  });

  it('that was said on another phone meanwhile is what was wanted, and nothing is kept of it', async () => {
    expect((await outcome(duplicate('notice_reads_person_key'), answer(200, []))).kind).toBe('elsewhere');
  });

  it('F11: is not believed to a page in between', async () => {
    expect((await outcome(answer(200, undefined), answer(200, undefined))).kind).toBe('later');
  });

  it('F19: of a lapsed account waits for its person, as does one of a notice that is gone', async () => {
    const lapsed = answer(403, { code: '42501', message: 'Your account can read but not write at the moment.' });
    expect((await outcome(lapsed, answer(200, []))).kind).toBe('attention');
    const gone = answer(400, { code: '23514', message: 'This notice is not on the board any more.', details: null });
    expect((await outcome(gone, answer(200, []))).kind).toBe('attention');
  });
});

describe('a note read back', () => {
  const sent: Fields = {
    title: 'Rainfall',
    body: '',
    note_time: '06:30',
    customer: null,
    value_num: 12.5,
    value_unit: 'mm',
    needs_action: false,
    assigned_to: null,
  };
  const held: Fields = { ...sent, body: '', note_time: '06:30:00', customer: '' };
  const differs = (row: Fields) => differing(NOTE, 'insert', sent, row);

  it('is the one sent, in the database’s way of writing times and nothing', () => {
    expect(differs(held)).toEqual([]);
  });

  it('is the one sent where the database asks for somebody to see to it, and not the other way round', () => {
    expect(differs({ ...held, needs_action: true })).toEqual([]);
    expect(differing(NOTE, 'insert', { ...sent, needs_action: true }, held)).toEqual(['needs_action']);
  });

  it('is another where words or measures differ', () => {
    expect(differs({ ...held, value_num: 12 })).toEqual(['value_num']);
    expect(differs({ ...held, title: 'Fuel' })).toEqual(['title']);
  });
});
