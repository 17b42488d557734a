// Completed checklists in the outbox: when one counts as sent, what the database may normalise, and its photos.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installUploadRequest } from '@tests/support/uploads';
import type { ChecklistAnswer, ChecklistItem } from '@/domain/checklists/checklist';
import type { Entry, Columns, NewEntry } from '@/offline/outbox/entry';
import type { RawResponse } from '@/offline/outbox/send/response-class';
import type { Json } from '@/lib/database.types';
import { ACCOUNT, ANN, fakeDatabase, startPhone } from './phone';

const ITEM: ChecklistItem = {
  ...{ section: 'Cab', prompt: 'Handbrake holds', type: 'ok_defect_na', unit: '', min: null, max: null },
  ...{ required: true, critical: true, help: '' },
};
const TYRES: ChecklistItem = { ...ITEM, prompt: 'Tyres', type: 'number', unit: 'bar', min: 1.2, max: 2 };
const PHOTO = '00000000-0000-4000-8000-0000000000f1';
const ANSWERS: ChecklistAnswer[] = [
  { value: 'defect', comment: 'Rolls on the ramp', photos: [PHOTO] },
  { value: 1.6, comment: '', photos: [] },
];
const sent: Columns = {
  ...{ template_id: 't', version: 3, machine: 'JD 6155R', hours_reading: 2812.5 },
  items: [ITEM, TYRES],
  answers: ANSWERS as unknown as Json,
  ...{ signature: 'M10 20L30 40', notes: null },
  ...{ started_at: '1970-01-01T00:00:00.000Z', completed_at: '1970-01-01T00:04:00.000Z' },
};
/** The same row as Postgres returns it: keys in its own order, no trailing zeros, an implausible clock corrected. */
const asPostgresReturns = (value: Json): Json =>
  Array.isArray(value)
    ? value.map(asPostgresReturns)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toReversed()
            .map(([key, one]) => [key, asPostgresReturns(one ?? null)]),
        )
      : value;
const row: Columns = {
  ...(asPostgresReturns(sent) as Columns),
  started_at: '2026-11-20T06:56:00+00:00',
  completed_at: '2026-11-20T07:00:00+00:00',
  result: 'fail',
  updated_at: '2026-11-20T07:00:00+00:00',
};

async function setUp() {
  const one = await startPhone();
  const [{ PHOTO: photo }, { COMPLETION }, { send }, { differing }, files] = await Promise.all([
    import('@/records/photos'),
    import('@/records/completions'),
    import('@/offline/outbox/send/send'),
    import('@/offline/outbox/send/compare'),
    import('@/offline/outbox/store/files'),
  ]);
  return {
    ...one,
    kind: COMPLETION.kind,
    photo,
    sendOnce: send,
    files,
    differs: (held: Columns) => differing(COMPLETION, 'insert', sent, held),
  };
}
const entry = (kind: string, id = 'one', more: Partial<Entry> = {}): Entry => ({
  ...{ seq: 1, userId: ANN, accountId: ACCOUNT, kind, id, action: 'insert', version: 1, fields: sent, seen: null },
  ...{ parents: [], title: 'Checklist: Tractor', recordedAt: '2026-11-20T07:00:00Z', state: 'sending' },
  ...{ leaseUntil: null, tried: 1, problem: null, acknowledgedAt: null },
  ...more,
});
const answer = (status: number, body: RawResponse['body']): RawResponse => ({ status, body, retryAfterMs: null });

describe('a completed checklist', () => {
  test('a row read back matches the one sent, however keys, numbers and the clock were corrected', async () => {
    const { differs } = await setUp();
    expect(differs(row)).toEqual([]);
    const other = (more: Partial<ChecklistAnswer>) => [{ ...ANSWERS[0], ...more }, ANSWERS[1]] as unknown as Json;
    expect(differs({ ...row, answers: other({ value: 'ok' }) })).toEqual(['answers']);
    expect(differs({ ...row, answers: other({ photos: [] }) })).toEqual(['answers']);
    expect(differs({ ...row, items: [{ ...ITEM, critical: false }, TYRES] })).toEqual(['items']);
    expect(differs({ ...row, version: 4, machine: null, signature: null })).toEqual([
      'version',
      'machine',
      'signature',
    ]);
  });

  const outcome = async (posted: RawResponse, read: RawResponse = answer(200, [])) => {
    const { sendOnce, kind } = await setUp();
    const request = ({ method, path, body }: { method: string; path: string; body?: unknown }) => {
      expect(path).toMatch(/^checklist_completions\?/);
      if (method === 'POST')
        expect(body).toMatchObject([{ id: 'one', user_id: ACCOUNT, recorded_at: '2026-11-20T07:00:00Z' }]);
      return Promise.resolve(method === 'POST' ? posted : read);
    };
    const [one] = await sendOnce([entry(kind)], { request, token: 't' });
    return one;
  };

  test('counts as sent if it is there already, also when the first response was lost (F4, F5, F6)', async () => {
    expect(await outcome(answer(201, [{ id: 'one' }]))).toEqual({ kind: 'sent' });
    expect(await outcome(answer(201, []), answer(200, [{ ...row, id: 'one' }]))).toEqual({ kind: 'sent' });
    expect(await outcome(answer(0, undefined))).toMatchObject({ kind: 'later' });
  });

  test('is shown to its author if another record has its id', async () => {
    const conflict = await outcome(answer(201, []), answer(200, [{ ...row, id: 'one', machine: 'Manitou' }]));
    expect(conflict).toMatchObject({
      kind: 'attention',
      problem: { kind: 'conflict', theirs: { machine: 'Manitou' } },
    });
  });

  test('does not count as sent by a captive portal, and waits while the server is down (F11, F13)', async () => {
    expect((await outcome(answer(200, undefined)))?.kind).toBe('later');
    expect((await outcome(answer(503, undefined)))?.kind).toBe('later');
  });

  test('waits until its author signs in (F15)', async () => {
    expect((await outcome(answer(401, { code: 'PGRST303', message: 'JWT expired' })))?.kind).toBe('signIn');
  });

  test.each([
    ['F18', 403, '42501', 'This belongs to another account.', 'denied'],
    ['F19', 403, '42501', 'Your account can read but not write at the moment.', 'denied'],
    ['F20', 400, '23514', 'Answer “Handbrake holds”.', 'refused'],
  ])('a refused checklist is kept with the reason (%s)', async (_, status, code, message, kind) => {
    expect(await outcome(answer(status, { code, message, details: null }))).toMatchObject({
      kind: 'attention',
      problem: { kind, sentence: message },
    });
  });

  test('one refused checklist among twenty blocks none of the others (F20)', async () => {
    const { sendOnce, kind } = await setUp();
    const bad = answer(400, { code: '23514', message: 'Answer “Lights”.', details: null });
    const all = Array.from({ length: 20 }, (_, at) => entry(kind, `e${at}`));
    const request = ({ method, body }: { method: string; body?: unknown }) => {
      const rows = (body ?? []) as { id: string }[];
      if (method !== 'POST') return Promise.resolve(answer(200, []));
      return Promise.resolve(
        rows.some(({ id }) => id === 'e7')
          ? bad
          : answer(
              201,
              rows.map(({ id }) => ({ id })),
            ),
      );
    };
    const kinds = (await sendOnce(all, { request, token: 't' })).map((one) => one.kind);
    expect(kinds.filter((one) => one === 'sent')).toHaveLength(19);
    expect(kinds[7]).toBe('attention');
  });

  test('waits for the update if a newer version of the app saved it (F29)', async () => {
    const { sendOnce, kind } = await setUp();
    const request = () => Promise.reject(new Error('nothing is sent'));
    const [one] = await sendOnce([entry(kind, 'one', { version: 2 })], { request, token: 't' });
    expect(one).toMatchObject({ kind: 'attention', problem: { kind: 'denied' } });
  });
});

describe('photos of a completed checklist', () => {
  const ID = '00000000-0000-4000-8000-0000000000c1';
  const path = `${ACCOUNT}/checklist_completions/${ID}/${PHOTO}.jpg`;
  beforeEach(installUploadRequest);
  afterEach(() => vi.unstubAllGlobals());

  async function savedWithPhoto() {
    const one = await setUp();
    const entry: NewEntry = {
      ...{ userId: ANN, accountId: ACCOUNT, kind: one.photo.kind, id: PHOTO, action: 'insert', version: 1, seen: null },
      fields: {
        parent_table: 'checklist_completions',
        parent_id: ID,
        storage_path: path,
        mime: 'image/jpeg',
        bytes: 1,
      },
      ...{ parents: [ID], title: 'Photo', file: true },
    };
    const bytes = new Uint8Array([1]).buffer;
    await one.files.storeFile({ userId: ANN, id: PHOTO, parent: ID, bytes, mime: 'image/jpeg', at: Date.now(), entry });
    // Photos of a checklist that was not saved are not sent.
    expect(await one.waiting()).toEqual([]);
    await one.save(ID, sent, { kind: one.kind });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(JSON.stringify({ Key: `photos/${path}` }))));
    return one;
  }

  test('are saved in the same transaction as the checklist, and are sent after it (F2, F9)', async () => {
    const one = await savedWithPhoto();
    expect((await one.waiting()).map(({ kind }) => kind)).toEqual([one.kind, one.photo.kind]);
    const db = fakeDatabase();
    await one.send(db.request);
    expect(db.commits).toEqual([ID, PHOTO]);
    expect(await one.waiting()).toEqual([]);
  });

  test('wait with the checklist when it is refused, and are sent with it once access returns (F37)', async () => {
    const one = await savedWithPhoto();
    const db = fakeDatabase();
    await one.send((call) =>
      call.method === 'POST' && call.path.startsWith('checklist_completions')
        ? Promise.resolve(answer(403, { code: '42501', message: 'Your account can read but not write at the moment.' }))
        : db.request(call),
    );
    expect(db.commits).toEqual([]);
    expect((await one.waiting()).map(({ kind }) => kind)).toEqual([one.kind, one.photo.kind]);
    await one.store.endBackOff(ANN);
    await one.send(db.request);
    expect(db.commits).toEqual([ID, PHOTO]);
  });
});
