// Notifications: whose device receives what, when a delivery is due, and what each answer of a push service leads to.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql('delete from public.push_messages');
  await backend.sql('delete from public.push_subscriptions');
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
});

const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/one';
const ALL = ['notice', 'machine', 'job', 'week', 'clock', 'defect', 'mail', 'declined', 'absence'];
const device = (more: object = {}) => ({
  ...{ p_endpoint: ENDPOINT, p_p256dh: 'A'.repeat(87), p_auth: 'B'.repeat(22), p_kinds: ALL },
  ...more,
});
const keep = async (person: Person, more: object = {}) =>
  (await person.rpc('keep_push_subscription', device(more))).error;
const devicesOf = async (person: Person) =>
  (await person.from('push_subscriptions').select('endpoint, kinds, quiet_from, quiet_to, show_details')).data;
/** Queues a message as the triggers do. */
const queue = async (person: Person, kind: string, key: string = crypto.randomUUID()) =>
  backend.sql(`select private.tell($1, array[$2::uuid], $3, $4, '/noticeboard', 'Title', 'Detail', null)`, [
    owner.id,
    person.id,
    kind,
    `${kind}:${key}:`,
  ]);

type Taken = {
  looked: number;
  jobs: { account: string; message: string; device: string; endpoint: string; kind: string }[];
};
async function take(at: string): Promise<Taken> {
  const { data, error } = await backend.service().rpc('take_pushes', { p_at: at });
  if (error) throw error;
  return data as Taken;
}
/** Reports the status that a push service answered. */
const report = async (job: Taken['jobs'][number] | undefined, p_status: number, at: string, more: object = {}) => {
  const { error } = await backend.service().rpc('push_answered', {
    ...{ p_account: job?.account ?? '', p_message: job?.message ?? '', p_device: job?.device ?? '' },
    ...{ p_status, p_at: at, ...more },
  });
  expect(error).toBeNull();
};
/** A time of day in winter, when London has UTC, later than the messages of the tests. */
const at = (time: string, day = '2099-01-05') => `${day}T${time}:00Z`;

test.each([
  'http://fcm.googleapis.com/fcm/send/one',
  'https://127.0.0.1/one',
  'https://169.254.169.254/latest/meta-data',
  'https://fcm.googleapis.com.attacker.test/one',
  'https://attacker.test/?fcm.googleapis.com/one',
  'https://fcm.googleapis.com@attacker.test/one',
  'https://fcm.googleapis.com:8443/one',
  'https://push.apple.com.attacker.test/one',
  `https://fcm.googleapis.com/${'x'.repeat(1000)}`,
])('refuses an address that is not a push service of a browser: %s', async (p_endpoint) => {
  expect(await keep(driver, { p_endpoint })).toMatchObject({ code: '23514' });
  expect(await devicesOf(driver)).toEqual([]);
});

test.each([
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/QGx',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('accepts the push service of each browser: %s', async (p_endpoint) => {
  expect(await keep(driver, { p_endpoint })).toBeNull();
});

test.each([
  [{ p_auth: 'short' }],
  [{ p_p256dh: '' }],
  [{ p_kinds: ['everything'] }],
  [{ p_quiet_from: 60, p_quiet_to: 60 }],
  [{ p_quiet_from: 60 }],
  [{ p_quiet_from: 60, p_quiet_to: 1440 }],
])('refuses settings that no screen sends: %j', async (wrong) => {
  expect(await keep(driver, wrong)).toMatchObject({ code: '23514' });
});

test('a second registration changes the settings, one without settings keeps them', async () => {
  expect(await keep(driver)).toBeNull();
  const settings = { p_kinds: ['job'], p_quiet_from: 1290, p_quiet_to: 360, p_show_details: true };
  expect(await keep(driver, settings)).toBeNull();
  const stored = [{ endpoint: ENDPOINT, kinds: ['job'], quiet_from: 1290, quiet_to: 360, show_details: true }];
  expect(await devicesOf(driver)).toEqual(stored);
  // The browser has replaced its address.
  const next = `${ENDPOINT}-next`;
  expect(await keep(driver, { p_endpoint: next, p_kinds: undefined, p_replaces: ENDPOINT })).toBeNull();
  expect(await devicesOf(driver)).toEqual([{ ...stored[0], endpoint: next }]);
});

test('the device of another person moves to the caller who has its keys, without the messages that are still to be sent', async () => {
  await keep(driver, { p_show_details: true });
  await queue(driver, 'job');
  expect(await keep(other, { p_auth: 'C'.repeat(22) })).toMatchObject({ code: '23514' });
  expect(await devicesOf(driver)).toHaveLength(1);
  expect(await keep(other, { p_kinds: undefined })).toBeNull();
  expect(await devicesOf(driver)).toEqual([]);
  expect(await devicesOf(other)).toMatchObject([{ endpoint: ENDPOINT, show_details: false }]);
  expect(await take(at('12:00'))).toEqual({ looked: 0, jobs: [] });
});

test('a person neither reads nor removes the device of another', async () => {
  await keep(driver);
  expect(await devicesOf(owner)).toEqual([]);
  await other.from('push_subscriptions').delete().eq('endpoint', ENDPOINT);
  // An address that is replaced has to be one's own.
  await keep(other, { p_endpoint: `${ENDPOINT}-2`, p_replaces: ENDPOINT });
  expect(await devicesOf(driver)).toHaveLength(1);
});

test('ten devices receive notifications: the oldest makes room for the eleventh', async () => {
  for (let n = 1; n <= 11; n += 1) await keep(driver, { p_endpoint: `${ENDPOINT}-${n}` });
  const endpoints = (await devicesOf(driver))?.map(({ endpoint }) => endpoint);
  expect(endpoints).toHaveLength(10);
  expect(endpoints).not.toContain(`${ENDPOINT}-1`);
});

describe('deliveries', () => {
  test('each device gets each message of the chosen kinds once', async () => {
    await keep(driver, { p_kinds: ['job'] });
    await keep(driver, { p_endpoint: `${ENDPOINT}-2`, p_kinds: ['job', 'week'] });
    await queue(driver, 'job', 'x');
    await queue(driver, 'job', 'x');
    await queue(driver, 'week');
    await queue(driver, 'defect');
    const { jobs } = await take(at('12:00'));
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['job', 'job', 'week']);
    for (const job of jobs) await report(job, 201, at('12:00'));
    expect((await take(at('13:00'))).jobs).toEqual([]);
  });

  test('the deliveries of an interrupted run are sent after two minutes, not before', async () => {
    await keep(driver);
    await queue(driver, 'job');
    expect((await take(at('12:00'))).jobs).toHaveLength(1);
    expect((await take(at('12:01'))).jobs).toEqual([]);
    expect((await take(at('12:03'))).jobs).toHaveLength(1);
  });

  test('a failing service is retried with growing pauses, for a day', async () => {
    await keep(driver);
    await queue(driver, 'job');
    const [first] = (await take(at('12:00'))).jobs;
    await report(first, 503, at('12:00'));
    expect((await take(at('12:00'))).jobs).toEqual([]);
    const [second] = (await take(at('12:01'))).jobs;
    await report(second, 0, at('12:01'));
    expect((await take(at('12:02'))).jobs).toEqual([]);
    const [third] = (await take(at('12:03'))).jobs;
    // The push service itself says how long to wait.
    await report(third, 429, at('12:03'), { p_retry_after: 1800 });
    expect((await take(at('12:32'))).jobs).toEqual([]);
    const [fourth] = (await take(at('12:33'))).jobs;
    await report(fourth, 500, at('12:33'), { p_retry_after: 86_000 });
    expect((await take(at('13:34'))).jobs, 'an hour is the longest pause').toHaveLength(1);
    expect(await take(at('12:10', '2099-01-06'))).toEqual({ looked: 1, jobs: [] });
    expect(await take(at('12:00', '2099-01-08'))).toEqual({ looked: 0, jobs: [] });
  });

  test.each([404, 410])('a device that the push service no longer knows (%i) is deleted', async (status) => {
    await keep(driver);
    await queue(driver, 'job');
    const [job] = (await take(at('12:00'))).jobs;
    await report(job, status, at('12:00'));
    expect(await devicesOf(driver)).toEqual([]);
  });

  test('a refused message is not sent again', async () => {
    await keep(driver);
    await queue(driver, 'job');
    const [job] = (await take(at('12:00'))).jobs;
    await report(job, 413, at('12:00'));
    expect((await take(at('13:00'))).looked).toBe(0);
    expect(await devicesOf(driver)).toHaveLength(1);
  });

  test('a message that was read in the app, or is for somebody who has left, is not sent', async () => {
    await keep(driver);
    await queue(driver, 'job');
    await backend.sql('update public.push_messages set read_at = now()');
    expect(await take(at('12:00'))).toEqual({ looked: 1, jobs: [] });
    await queue(driver, 'job');
    await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
    expect(await take(at('12:00'))).toEqual({ looked: 1, jobs: [] });
  });

  test('quiet hours hold a message back until they end, but not an urgent notice or a stopped machine', async () => {
    await keep(driver, { p_quiet_from: 21 * 60 + 30, p_quiet_to: 6 * 60 });
    for (const kind of ['job', 'notice', 'machine']) await queue(driver, kind);
    const { jobs } = await take(at('23:00'));
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['machine', 'notice']);
    for (const job of jobs) await report(job, 201, at('23:00'));
    expect((await take(at('05:59', '2099-01-06'))).jobs).toEqual([]);
    expect((await take(at('06:00', '2099-01-06'))).jobs).toHaveLength(1);
  });

  test('quiet hours follow the farm’s clock on the nights when it changes', async () => {
    const until = async (instant: string, from = 1290, to = 360) =>
      (
        await backend.sql<{ ends: string | null }>(
          `select to_char(private.quiet_until($1, $2, 'Europe/London', $3) at time zone 'UTC', 'MM-DD HH24:MI') as ends`,
          [from, to, instant],
        )
      )[0]?.ends ?? null;
    // Clocks go forward on 28 March 2027 and back on 31 October 2027.
    expect(await until('2027-03-27T22:00:00Z')).toBe('03-28 05:00');
    expect(await until('2027-03-28T04:59:00Z')).toBe('03-28 05:00');
    expect(await until('2027-03-28T05:00:00Z')).toBeNull();
    expect(await until('2027-10-30T21:00:00Z')).toBe('10-31 06:00');
    expect(await until('2027-10-31T05:30:00Z')).toBe('10-31 06:00');
    expect(await until('2027-10-31T06:00:00Z')).toBeNull();
    // By day, within one date.
    expect(await until('2027-01-05T12:30:00Z', 720, 780)).toBe('01-05 13:00');
    expect(await until('2027-01-05T13:00:00Z', 720, 780)).toBeNull();
  });
});

describe('a test message', () => {
  const sendTest = async (person: Person, p_endpoint = ENDPOINT) =>
    (await person.rpc('send_test_push', { p_endpoint })).error?.message ?? null;

  test('goes to the device that asked for it, to no other one of the person, and to nobody else', async () => {
    await keep(driver);
    await keep(driver, { p_endpoint: `${ENDPOINT}-2` });
    await keep(other, { p_endpoint: `${ENDPOINT}-3` });
    expect(await sendTest(driver, `${ENDPOINT}-2`)).toBeNull();
    const { jobs } = await take(at('12:00'));
    expect(jobs).toMatchObject([{ kind: 'test', endpoint: `${ENDPOINT}-2` }]);
  });

  test('can be sent once a minute by each person', async () => {
    await keep(driver);
    await keep(driver, { p_endpoint: `${ENDPOINT}-2` });
    await keep(other, { p_endpoint: `${ENDPOINT}-3` });
    // A test message of this minute, and one of the next in case the minute ends before the calls below.
    await backend.sql(
      `insert into public.push_messages (user_id, person_id, kind, message_key, path, title)
       select $1, $2, 'test', 'test:' || to_char((now() + n * interval '1 minute') at time zone 'UTC', 'YYYY-MM-DD HH24.MI'), '/noticeboard', 'Test'
       from generate_series(0, 1) n`,
      [owner.id, driver.id],
    );
    for (const endpoint of [ENDPOINT, `${ENDPOINT}-2`]) {
      expect(await sendTest(driver, endpoint)).toBe('You have just sent one. Wait a minute before you send another.');
    }
    expect(await sendTest(other, `${ENDPOINT}-3`)).toBeNull();
    await backend.sql(`delete from public.push_messages where person_id = $1`, [driver.id]);
    expect(await sendTest(driver)).toBeNull();
  });

  test('is sent in quiet hours, and even if every kind is switched off', async () => {
    await keep(driver, { p_kinds: [], p_quiet_from: 21 * 60 + 30, p_quiet_to: 6 * 60 });
    expect(await sendTest(driver)).toBeNull();
    expect((await take(at('23:00'))).jobs).toHaveLength(1);
  });

  test('is refused for a device that is not the caller’s, and the message says what to do', async () => {
    await keep(other);
    const words = 'Notifications are not on for this device any more. Turn them on again.';
    expect(await sendTest(driver)).toBe(words);
    expect(await sendTest(driver, '')).toBe(words);
    expect((await take(at('12:00'))).looked).toBe(0);
  });
});
