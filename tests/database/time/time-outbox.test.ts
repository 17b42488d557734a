// Shifts as the outbox sends them, into a real database: stored once, even if responses are lost.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Json } from '@/lib/database.types';
import type { Entry, Columns } from '@/offline/outbox/entry';
import { TIME } from '@/records/time';
import type { Request } from '@/offline/outbox/send/request';
import { send } from '@/offline/outbox/send/send';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
});

/**
 * Makes requests like the outbox, with this person's token. `lost`: the server handles the request, but its response
 * is lost.
 */
async function sender(person: Person, lost = false) {
  const { data } = await person.auth.getSession();
  const token = data.session?.access_token ?? '';
  const request: Request = async ({ method, path, body, prefer }) => {
    const response = await backend.fetch(`http://localhost:3000/rest/v1/${path}`, {
      method,
      headers: {
        apikey: backend.keys.publishable,
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(prefer ? { prefer } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (lost) return { status: 0, body: undefined, retryAfterMs: null };
    return { status: response.status, body: JSON.parse(text || 'null') as Json, retryAfterMs: null };
  };
  return { request, token };
}

const entry = (fields: Columns, more: Partial<Entry> = {}): Entry => ({
  userId: driver.id,
  accountId: owner.id,
  kind: TIME.kind,
  id: crypto.randomUUID(),
  action: 'insert',
  version: 1,
  fields: {
    clock_out_at: null,
    activity: 'Hedge cutting',
    customer: 'Hill Farm',
    breaks: [],
    manual_break_min: null,
    note: null,
    source: 'clock',
    clock_skew_s: 0,
    ...fields,
  },
  seen: null,
  parents: [],
  title: 'Time',
  seq: 1,
  recordedAt: '2026-11-20T10:00:00Z',
  state: 'sending',
  leaseUntil: null,
  tried: 1,
  problem: null,
  acknowledgedAt: null,
  ...more,
});
/** A change of an entry that was sent; it contains only the changed columns. */
const edit = (
  original: Entry,
  fields: Columns,
  seen: Columns | null,
  action: 'update' | 'delete' = 'update',
): Entry => ({
  ...original,
  action,
  fields: action === 'delete' ? {} : fields,
  seen,
});
const NIGHT = {
  clock_in_at: '2026-10-24T21:00:00.000Z',
  clock_out_at: '2026-10-25T06:00:00.000Z',
  breaks: [{ start: '2026-10-25T00:30:00.000Z', end: '2026-10-25T01:00:00.000Z', paid: false }],
};
const rows = () =>
  backend.sql<{ paid_min: number | null; status: string }>(
    `select paid_min, status from public.time_entries where user_id = $1 order by clock_in_at, id`,
    [owner.id],
  );

test('a night across the clock change is stored once, with its minutes (F1, F28)', async () => {
  expect(await send([entry(NIGHT)], await sender(driver))).toEqual([{ kind: 'sent' }]);
  expect(await rows()).toEqual([{ paid_min: 510, status: 'open' }]);
});

test('a shift sent again after a lost response, or twice at once, is stored once (F4, F6, F7)', async () => {
  const shift = entry(NIGHT);
  expect(await send([shift], await sender(driver, true))).toMatchObject([{ kind: 'later', afterMs: null }]);
  expect(await send([shift], await sender(driver))).toEqual([{ kind: 'sent' }]);
  const other = entry({ clock_in_at: '2026-11-02T08:00:00.123Z', clock_out_at: '2026-11-02T09:00:00.456Z' });
  const driverSender = await sender(driver);
  expect(await Promise.all([send([other], driverSender), send([other], driverSender)])).toEqual([
    [{ kind: 'sent' }],
    [{ kind: 'sent' }],
  ]);
  expect(await rows()).toEqual([
    { paid_min: 510, status: 'open' },
    { paid_min: 60, status: 'open' },
  ]);
});

test('clocking out is compared with what the person saw, and sent again after a lost response', async () => {
  const { clock_in_at } = NIGHT;
  const shift = entry({ clock_in_at });
  const driverSender = await sender(driver);
  await send([shift], driverSender);
  const clockOut = edit(
    shift,
    { clock_out_at: NIGHT.clock_out_at, breaks: NIGHT.breaks },
    { clock_out_at: null, breaks: [] },
  );
  const [retry] = await send([clockOut], driverSender);
  if (retry?.kind !== 'rowChanged') throw new Error('the row was not looked at');
  const seen = { ...clockOut, seen: retry.seen };
  expect(await send([seen], await sender(driver, true))).toMatchObject([{ kind: 'later', afterMs: null }]);
  expect(await send([seen], driverSender)).toEqual([{ kind: 'sent' }]);
  expect(await rows()).toEqual([{ paid_min: 510, status: 'open' }]);
});

test('a shift that the database refuses does not affect the others (F20)', async () => {
  const day = (date: string) => entry({ clock_in_at: `${date}T08:00:00Z`, clock_out_at: `${date}T16:00:00Z` });
  const invalid = entry({ clock_in_at: '2026-11-03T08:00:00Z', clock_out_at: '2026-11-03T07:00:00Z' });
  const outcomes = await send([day('2026-11-02'), invalid, day('2026-11-04')], await sender(driver));
  expect(outcomes).toEqual([
    { kind: 'sent' },
    { kind: 'attention', problem: { kind: 'refused', sentence: 'Finish must be after start.' } },
    { kind: 'sent' },
  ]);
});

test('a clock a day ahead is refused, a clock a year behind is stored as sent (F26)', async () => {
  const ahead = new Date(Date.now() + 86_400_000).toISOString();
  expect(await send([entry({ clock_in_at: ahead })], await sender(driver))).toEqual([
    { kind: 'attention', problem: { kind: 'refused', sentence: 'That is in the future.' } },
  ]);
  const behind = entry({ clock_in_at: '2025-11-20T08:00:00Z', clock_out_at: '2025-11-20T16:00:00Z' });
  expect(await send([behind], await sender(driver))).toEqual([{ kind: 'sent' }]);
});

describe('two phones (case 16, 18)', () => {
  test('clocking in at once: one shift runs, and the other phone discards its entry', async () => {
    const at = Date.now() - 600_000;
    const driverSender = await sender(driver);
    const both = [0, 800].map((later) => entry({ clock_in_at: new Date(at + later).toISOString() }));
    const outcomes = await Promise.all(both.map((shift) => send([shift], driverSender)));
    expect(
      outcomes
        .flat()
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(['existsElsewhere', 'sent']);
    expect(await rows()).toHaveLength(1);
  });

  test('working at the same time: both shifts are kept for review', async () => {
    const driverSender = await sender(driver);
    await send([entry(NIGHT)], driverSender);
    const other = entry({ clock_in_at: '2026-10-25T05:00:00Z', clock_out_at: '2026-10-25T07:00:00Z' });
    expect(await send([other], driverSender)).toEqual([{ kind: 'sent' }]);
    expect((await rows()).map(({ status }) => status)).toEqual(['needs_review', 'needs_review']);
    // Read back, it still matches what was sent.
    expect(await send([other], driverSender)).toEqual([{ kind: 'sent' }]);
  });

  test('changing the same shift: the second is shown both values (F34)', async () => {
    const shift = entry(NIGHT);
    const driverSender = await sender(driver);
    await send([shift], driverSender);
    const seen = { activity: 'Hedge cutting' };
    const [retry] = await send([edit(shift, { activity: 'Baling' }, seen)], driverSender);
    if (retry?.kind !== 'rowChanged') throw new Error('the row was not looked at');
    expect(await send([edit(shift, { activity: 'Baling' }, retry.seen)], driverSender)).toEqual([{ kind: 'sent' }]);
    expect(await send([edit(shift, { activity: 'Carting' }, retry.seen)], driverSender)).toMatchObject([
      { kind: 'attention', problem: { kind: 'conflict', theirs: { activity: 'Baling' } } },
    ]);
  });
});

test('a shift deleted meanwhile is not restored, and the person learns who deleted it (F33)', async () => {
  const shift = entry(NIGHT);
  const driverSender = await sender(driver);
  await send([shift], driverSender);
  await driver.from('time_entries').delete().eq('id', shift.id);
  expect(await send([shift], driverSender)).toMatchObject([
    {
      kind: 'attention',
      problem: { kind: 'deleted', sentence: expect.stringMatching(/^Deleted by Dan Driver on /) as string },
    },
  ]);
  expect(await rows()).toEqual([]);
});

test('a shift of a removed person or of a lapsed account waits with the reason (F18, F19)', async () => {
  const shift = entry(NIGHT);
  await backend.lapse(owner);
  expect(await send([shift], await sender(driver))).toEqual([
    {
      kind: 'attention',
      problem: { kind: 'denied', sentence: 'Your account can read but not write at the moment.' },
    },
  ]);
  await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
  expect(await send([shift], await sender(driver))).toEqual([
    { kind: 'attention', problem: { kind: 'denied', sentence: "Couldn't send – you're no longer on this farm." } },
  ]);
});

test('clocking out while suspended or lapsed waits too, and is not reported as deleted (F18, F19)', async () => {
  const shift = entry({ clock_in_at: NIGHT.clock_in_at });
  const driverSender = await sender(driver);
  await send([shift], driverSender);
  const clockOut = (action?: 'delete') =>
    edit(shift, { clock_out_at: NIGHT.clock_out_at }, { clock_out_at: null }, action);
  const denied = (sentence: string) => [{ kind: 'attention', problem: { kind: 'denied', sentence } }];
  await owner.rpc('suspend_employee', { p_employee: driver.id, p_suspended: true });
  for (const action of [undefined, 'delete'] as const)
    expect(await send([clockOut(action)], driverSender)).toEqual(
      denied('You have no access to this farm at the moment.'),
    );
  await owner.rpc('suspend_employee', { p_employee: driver.id, p_suspended: false });
  await backend.lapse(owner);
  expect((await send([clockOut()], driverSender))[0]).toMatchObject({ kind: 'rowChanged' });
  const [row] = await backend.sql<{ at: string }>(
    `select to_json(updated_at) #>> '{}' as at from public.time_entries where id = $1`,
    [shift.id],
  );
  const seen = { ...clockOut(), seen: { clock_out_at: null, updated_at: row?.at ?? '' } };
  expect(await send([seen], driverSender)).toEqual(denied('You may not change this entry at the moment.'));
  expect(await rows()).toEqual([{ paid_min: null, status: 'open' }]);
});

test('an approved week accepts nothing more, and says whom to ask', async () => {
  await send(
    [entry({ clock_in_at: '2026-11-02T08:00:00Z', clock_out_at: '2026-11-02T16:00:00Z' })],
    await sender(driver),
  );
  const week = { p_employee: driver.id, p_monday: '2026-11-02' };
  await driver.rpc('step_week', { ...week, p_step: 'submit' });
  await owner.rpc('step_week', { ...week, p_step: 'approve' });
  const late = entry({ clock_in_at: '2026-11-03T08:00:00Z', clock_out_at: '2026-11-03T16:00:00Z' });
  expect(await send([late], await sender(driver))).toEqual([
    { kind: 'attention', problem: { kind: 'refused', sentence: 'This week is approved. Ask Ann to reopen it.' } },
  ]);
});
