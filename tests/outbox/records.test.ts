// The record types: values that the database normalises count as unchanged, any other difference does not.
import { describe, expect, it } from 'vitest';
import type { Action, Columns } from '@/offline/outbox/entry';
import { COMPLETION } from '@/records/completions';
import { MEAL_BATCH } from '@/records/rations/meal-batches';
import { TMR_FEEDING } from '@/records/rations/tmr-feedings';
import { CUSTOMER } from '@/records/customers';
import { differing } from '@/offline/outbox/send/compare';
import { send } from '@/offline/outbox/send/send';
import type { Request } from '@/offline/outbox/send/request';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import type { Entry } from '@/offline/outbox/entry';
import { WORK } from '@/records/works';

const sent: Columns = {
  employee_id: null,
  created_by_name: 'Sam',
  customer: 'hill farm',
  task_name: 'Baling ',
  chargeable_unit: 'hour',
  rate: 45,
  quantity: null,
  start_time: '13:10',
  notes: null,
};
const row: Columns = {
  ...sent,
  employee_id: 'e1',
  created_by_name: 'Sam Driver',
  customer: 'Hill Farm',
  task_name: 'Baling',
  quantity: 7.3333,
  start_time: '13:10:00',
  notes: '',
  value_overridden: false,
};
const differs = (fields: Columns, stored: Columns, action: Action = 'insert') =>
  differing(WORK, action, fields, stored);

describe('a work read back', () => {
  it('matches the one sent if the database only normalised it: names, hours from the times, times, empty texts', () => {
    expect(differs(sent, row)).toEqual([]);
  });

  it('does not match if money or amounts differ', () => {
    expect(differs(sent, { ...row, rate: 46 })).toEqual(['rate']);
    expect(differs({ ...sent, quantity: 7 }, row)).toEqual(['quantity']);
    expect(differs(sent, { ...row, work_date: '2026-11-01', notes: 'wet' })).toEqual(['notes']);
  });

  it('matches without a rate if an employee logged it, who may not see prices, but not if the account holder logged it', () => {
    expect(differs(sent, { ...row, rate: null })).toEqual([]);
    expect(differs(sent, { ...row, rate: null, employee_id: null })).toEqual(['rate']);
  });

  it('with a fixed price does not count the quantity as a difference, only the unit', () => {
    expect(differs({ ...sent, quantity: 3 }, { ...row, chargeable_unit: 'fixed', quantity: 1 })).toEqual([
      'chargeable_unit',
    ]);
  });

  it('after an edit does not match if the name differs, or if a cleared quantity or typed value is still there', () => {
    expect(differs({ customer: 'Manor' }, row, 'update')).toEqual(['customer']);
    expect(differs({ quantity: null }, row, 'update')).toEqual(['quantity']);
    expect(differs({ total_value: null }, { ...row, total_value: 330 }, 'update')).toEqual([]);
    const typed = { ...row, total_value: 300, value_overridden: true };
    expect(differs({ total_value: null }, typed, 'update')).toEqual(['total_value']);
  });
});

const customer = (name: string): Entry => ({
  seq: 1,
  userId: 'u',
  accountId: 'a',
  kind: CUSTOMER.kind,
  id: 'c1',
  action: 'insert',
  version: 1,
  fields: { name },
  seen: null,
  parents: [],
  title: name,
  recordedAt: '2026-11-20T10:00:00Z',
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
});
const answer = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });

describe('a customer (F37)', () => {
  const outcome = async (posted: RawResponse, read: RawResponse) => {
    const requests: string[] = [];
    const request: Request = ({ method, path, body }) => {
      requests.push(`${method} ${path.split('?')[0] ?? ''}`);
      if (method === 'POST') expect(JSON.stringify(body)).not.toContain('recorded_at');
      if (path.startsWith('profiles')) return Promise.resolve(answer(200, [{ id: 'u' }]));
      return Promise.resolve(method === 'POST' ? posted : read);
    };
    const [one] = await send([customer('Hill Farm')], { request, token: 't' });
    return { kind: one?.kind, requests };
  };
  const duplicateName = answer(409, {
    code: '23505',
    message: 'duplicate key value violates unique constraint "customers_name_key"',
  });

  it('counts as sent if a read after the insert finds it; if not, the insert is repeated before it counts as a duplicate', async () => {
    expect((await outcome(answer(201, undefined), answer(200, [{ id: 'c1' }]))).kind).toBe('sent');
    // An intermediary can also answer with 201 or an empty list. So the sender reads the customer and the user's own
    // profile, then inserts and reads again.
    const onePass = ['POST customers', 'GET crew_customers', 'GET profiles'];
    expect(await outcome(answer(201, undefined), answer(200, []))).toEqual({
      kind: 'existsElsewhere',
      requests: [...onePass, ...onePass],
    });
  });

  it('a customer whose name exists already counts as done, and its entry is removed from the device', async () => {
    expect((await outcome(duplicateName, answer(200, []))).kind).toBe('existsElsewhere');
  });

  it('does not count as sent when a captive portal answers (F11)', async () => {
    expect((await outcome(answer(200, undefined), answer(200, undefined))).kind).toBe('later');
    expect((await outcome(answer(201, undefined), answer(200, undefined))).kind).toBe('later');
  });

  it('a refused customer needs attention', async () => {
    const refusal = answer(400, { code: '23514', message: 'The name is too long.', details: null });
    expect((await outcome(refusal, answer(200, []))).kind).toBe('attention');
  });
});

describe('a completed checklist read back', () => {
  const answers = [{ value: 'ok', comment: '', photos: ['a'] }];
  const saved: Columns = {
    template_id: 't',
    version: 3,
    answers,
    completed_at: '2026-11-20T07:10:00.000Z',
    machine: ' JD ',
  };
  // The database orders keys itself, and corrects a clock that is far off.
  const stored = (photo: string): Columns => ({
    ...{ template_id: 't', version: 3, completed_at: '2026-11-21T09:00:00+00:00', machine: 'JD' },
    answers: [{ photos: [photo], value: 'ok', comment: '' }],
  });
  it('matches the one sent, in any order of keys', () => {
    expect(differing(COMPLETION, 'insert', saved, stored('a'))).toEqual([]);
  });
  it('does not match if an answer, the version or the machine differs', () => {
    expect(differing(COMPLETION, 'insert', saved, stored('b'))).toEqual(['answers']);
    expect(differing(COMPLETION, 'insert', { ...saved, version: 4 }, stored('a'))).toEqual(['version']);
    expect(differing(COMPLETION, 'insert', { ...saved, machine: 'Case' }, stored('a'))).toEqual(['machine']);
  });
});

describe('a feeding and a batch read back', () => {
  const fed = { feed: 'f', name: 'Barley', planned: 353.5, actual: 355 };
  const saved: Columns = { mix_id: 'm', fed_at: '2026-11-20T07:10:00.000Z', head_count: 118, items: [fed] };
  // The database orders keys itself, and corrects a clock that is far off.
  const stored = (actual: number): Columns => ({
    ...{ mix_id: 'm', fed_at: '2026-11-21T09:00:00+00:00', head_count: 118 },
    items: [{ actual, feed: 'f', name: 'Barley', planned: 353.5 }],
  });
  it('matches the one sent, in any order of keys, and not if something else was loaded', () => {
    expect(differing(TMR_FEEDING, 'insert', saved, stored(355))).toEqual([]);
    expect(differing(TMR_FEEDING, 'insert', saved, stored(354))).toEqual(['items']);
    expect(differing(TMR_FEEDING, 'insert', { ...saved, head_count: 117 }, stored(355))).toEqual(['head_count']);
    const batch = (lot: string): Columns => ({
      mix_id: 'm',
      kg: 10,
      items: [{ lot, kg: 10, feed: 'f', name: 'Barley' }],
    });
    const sent: Columns = { ...batch('L1'), items: [{ feed: 'f', name: 'Barley', kg: 10, lot: 'L1' }] };
    expect(differing(MEAL_BATCH, 'insert', sent, batch('L1'))).toEqual([]);
    expect(differing(MEAL_BATCH, 'insert', sent, batch('L2'))).toEqual(['items']);
  });
});
