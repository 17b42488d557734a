// What the service worker does with notifications.
import { expect, test, vi } from 'vitest';
import { openNotification, renewSubscription, showNotification } from '@/app/push/notification-events';

type Scope = Parameters<typeof showNotification>[0];
/** As much of a worker's scope as is used. */
const scopeOf = (parts: object) => parts as unknown as Scope;
const shown = async (json: () => unknown) => {
  const show = vi.fn(() => Promise.resolve());
  // The browser's object has more methods.
  await showNotification(scopeOf({ registration: { showNotification: show } }), { json } as unknown as PushMessageData);
  return show.mock.calls[0];
};

test('shows the message under a tag, so that a second copy replaces it', async () => {
  const message = { id: 'm1', title: 'Urgent: Bridge closed', body: 'Top road', path: '/noticeboard' };
  expect(await shown(() => message)).toEqual([
    'Urgent: Bridge closed',
    expect.objectContaining({ body: 'Top road', tag: 'm1', data: { path: '/noticeboard' } }),
  ]);
});

test('shows that there is news if the message can’t be read, and never opens another site', async () => {
  const broken = () => {
    throw new SyntaxError('no JSON');
  };
  expect(await shown(broken)).toEqual(['Farm Diary', expect.objectContaining({ body: 'There is news.' })]);
  for (const path of ['//attacker.test', 'https://attacker.test', '/\\attacker.test', 7])
    expect(await shown(() => ({ id: 'm', title: 'T', body: 'B', path }))).toEqual([
      'T',
      expect.objectContaining({ data: { path: '/noticeboard' } }),
    ]);
});

type Answer = 'answers' | 'is silent' | 'can’t be focused';
function windowOf(answer: Answer, focused = false) {
  const asked: unknown[] = [];
  const client = {
    focused,
    focus: () => (answer === 'can’t be focused' ? Promise.reject(new Error('no')) : Promise.resolve(client)),
    postMessage: (message: unknown, [port]: MessagePort[]) => {
      asked.push(message);
      if (answer === 'answers') port?.postMessage('ok');
    },
  };
  return { client, asked };
}
async function tap(path: unknown, windows: ReturnType<typeof windowOf>[]) {
  const openWindow = vi.fn(() => Promise.resolve(null));
  const close = vi.fn();
  const clients = { matchAll: () => Promise.resolve(windows.map(({ client }) => client)), openWindow };
  await openNotification(scopeOf({ clients }), { close, data: { path } } as unknown as Notification);
  expect(close).toHaveBeenCalled();
  return openWindow.mock.calls.map((call: unknown[]) => call[0]);
}

test('a tap goes to the page in a window where the app runs, the visible one first', async () => {
  const [behind, visible] = [windowOf('answers'), windowOf('answers', true)];
  expect(await tap('/diary?view=day', [behind, visible])).toEqual([]);
  expect(visible.asked).toEqual([{ type: 'OPEN_PATH', path: '/diary?view=day' }]);
  expect(behind.asked).toEqual([]);
});

test('a tap opens the page in a new window if the app runs in none', async () => {
  expect(await tap('/diary', [])).toEqual(['/diary']);
  vi.useFakeTimers();
  const tapped = tap('/diary', [windowOf('is silent'), windowOf('can’t be focused')]);
  await vi.runAllTimersAsync();
  expect(await tapped).toEqual(['/diary']);
  vi.useRealTimers();
  expect(await tap('//attacker.test', [])).toEqual(['/noticeboard']);
});

test('an exchanged subscription is renewed with the same keys', async () => {
  const subscribe = vi.fn(() => Promise.resolve());
  const options = { userVisibleOnly: true, applicationServerKey: null };
  const scope = scopeOf({ registration: { pushManager: { subscribe } } });
  await renewSubscription(scope, { options } as unknown as PushSubscription);
  expect(subscribe).toHaveBeenCalledWith(options);
  await renewSubscription(scope, null);
  expect(subscribe).toHaveBeenCalledTimes(1);
});
