// The function that sends notifications every minute: encrypted for each device, signed, and retried while a push
// service fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { pushDevice, pushStandIn, vapidClaims } from '@tests/support/embedded/push-stand-in';
import { newKeys } from '../../supabase/local/auth/tokens';

const VAPID = newKeys().vapid;
const ENDPOINT = 'https://fcm.googleapis.com/fcm/send/phone';

let backend: FunctionsBackend;
let service: Awaited<ReturnType<typeof pushStandIn>>;
let owner: Person;
let driver: Person;
let phone: ReturnType<typeof pushDevice>;

beforeAll(async () => {
  service = await pushStandIn();
  backend = await functionsBackend({
    env: () => ({
      ...{ VAPID_PUBLIC_KEY: VAPID.publicKey, VAPID_PRIVATE_KEY: VAPID.privateKey },
      ...{ VAPID_SUBJECT: 'mailto:support@farm-diary.example', PUSH_STAND_IN: service.url },
    }),
  });
});
afterAll(async () => {
  await backend.close();
  await service.close();
});
beforeEach(async () => {
  service.reset();
  await backend.sql('delete from public.push_messages');
  await backend.sql('delete from public.push_subscriptions');
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan' });
  phone = pushDevice();
});

const turnOn = async (more: object = {}) => {
  const { error } = await driver.rpc('keep_push_subscription', { p_endpoint: ENDPOINT, ...phone.keys, ...more });
  expect(error).toBeNull();
};
const WITH_DETAILS = { p_kinds: ['notice', 'job'], p_show_details: true };
const post = async (body = 'Use the top road.') => {
  const notice = { user_id: owner.id, title: 'Bridge closed', body, priority: 'urgent' };
  expect((await owner.from('notices').insert(notice)).error).toBeNull();
};
const run = (at?: string, token = backend.keys.secret) =>
  backend.call('send-pushes', { token, body: at ? { at } : {} });
const sent = (count: number, failed = 0) => ({ status: 200, body: { success: true, sent: count, failed } });
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const lastMessage = () => {
  const last = service.received.at(-1);
  if (!last) throw new Error('nothing was received');
  // What send-pushes writes.
  return JSON.parse(phone.decrypt(last.body)) as Record<'id' | 'title' | 'body' | 'path', string>;
};

test('an urgent notice reaches the device once, and only the device can read it', async () => {
  await turnOn(WITH_DETAILS);
  await post();
  expect(await run()).toMatchObject(sent(1));
  expect(service.received).toHaveLength(1);
  const [request] = service.received;
  expect(request).toMatchObject({
    path: '/fcm/send/phone',
    headers: { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' },
  });
  expect(request?.body.toString('latin1')).not.toContain('Bridge');
  expect(lastMessage()).toMatchObject({
    ...{ title: 'Urgent: Bridge closed', body: 'Use the top road.', path: '/noticeboard' },
  });
  expect(vapidClaims(request?.headers ?? {}, VAPID.publicKey)).toMatchObject({
    ...{ aud: 'https://fcm.googleapis.com', sub: 'mailto:support@farm-diary.example' },
  });
  expect(await run(later(60))).toMatchObject(sent(0));
  expect(service.received).toHaveLength(1);
});

test('without details a notification names neither the notice nor anything in it', async () => {
  await turnOn();
  await post();
  expect(await run()).toMatchObject(sent(1));
  const { title, body, path } = lastMessage();
  expect({ title, body, path }).toEqual({
    title: 'Farm Diary',
    body: 'There is an urgent notice.',
    path: '/noticeboard',
  });
});

test('a test message reaches the device, and says only that notifications work', async () => {
  await turnOn();
  expect((await driver.rpc('send_test_push', { p_endpoint: ENDPOINT })).error).toBeNull();
  expect(await run()).toMatchObject(sent(1));
  const { title, body } = lastMessage();
  expect([title, body]).toEqual(['Farm Diary', 'Notifications work on this device.']);
});

test('a text that is too long is cut between two characters, to the size that a push service accepts', async () => {
  await turnOn(WITH_DETAILS);
  await post('🚜'.repeat(1500));
  expect(await run()).toMatchObject(sent(1));
  expect(service.received[0]?.body.length).toBeLessThanOrEqual(4096);
  expect(lastMessage().body).toMatch(/^(🚜)+…$/u);
});

test.each([404, 410])('a device that the push service no longer knows (%i) is deleted', async (status) => {
  await turnOn();
  await post();
  service.answerWith({ status });
  expect(await run()).toMatchObject(sent(0, 1));
  expect((await driver.from('push_subscriptions').select('id')).data).toEqual([]);
  expect(await run(later(60))).toMatchObject(sent(0));
});

test('a failing push service is retried for a day, and a message is not sent again once it is accepted', async () => {
  await turnOn();
  await post();
  service.answerWith({ status: 503 });
  expect(await run()).toMatchObject(sent(0, 1));
  expect(await run()).toMatchObject(sent(0));
  expect(await run(later(2))).toMatchObject(sent(0, 1));
  service.answerWith({ status: 429, headers: { 'retry-after': '600' } });
  expect(await run(later(10))).toMatchObject(sent(0, 1));
  service.reset();
  expect(await run(later(15))).toMatchObject(sent(0));
  expect(await run(later(21))).toMatchObject(sent(1));
  expect(await run(later(100))).toMatchObject(sent(0));
  await post('Another');
  service.answerWith({ status: 503 });
  for (const minutes of [0, 700, 1400]) expect(await run(later(minutes))).toMatchObject(sent(0, 1));
  service.reset();
  expect(await run(later(1500))).toMatchObject(sent(0));
});

test('a redirect is not followed', async () => {
  await turnOn();
  await post();
  service.answerWith({ status: 307, headers: { location: `${service.url}/elsewhere` } });
  expect(await run()).toMatchObject(sent(0, 1));
  expect(service.received.map(({ path }) => path)).toEqual(['/fcm/send/phone']);
});

test('a device with invalid keys does not prevent sending to the others', async () => {
  await turnOn({ p_endpoint: `${ENDPOINT}-broken`, p_p256dh: 'A'.repeat(87) });
  await turnOn();
  await post();
  expect(await run()).toMatchObject(sent(1, 1));
  expect(await run(later(60))).toMatchObject(sent(0));
});

test('only the project itself can start a run', async () => {
  await turnOn();
  await post();
  for (const person of [owner, driver])
    expect((await backend.call('send-pushes', { person, body: {} })).status).toBe(401);
  expect((await run(undefined, backend.keys.publishable)).status).toBe(401);
  expect(service.received).toEqual([]);
});
