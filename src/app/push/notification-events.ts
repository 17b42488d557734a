// What the service worker does with notifications: shows them, opens their page, and renews an address that the push
// service has exchanged.
import { OPEN_PATH } from '@/lib/worker-messages';

type Scope = Pick<ServiceWorkerGlobalScope, 'registration' | 'clients'>;
type Shown = { id: string; title: string; body: string; path: string };

const isPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path);

/** A browser ends a subscription whose messages show nothing, so an unreadable message is shown with a general text. */
function shownOf(data: PushMessageData | null): Shown {
  const general = { id: 'news', title: 'Farm Diary', body: 'There is news.', path: '/noticeboard' };
  try {
    const message: unknown = data?.json();
    if (typeof message !== 'object' || message === null) return general;
    const { id, title, body, path }: Partial<Record<keyof Shown, unknown>> = message;
    const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
    return {
      id: text(id, general.id),
      title: text(title, general.title),
      body: text(body, general.body),
      path: isPath(path) ? path : general.path,
    };
  } catch {
    return general;
  }
}

/** A message that arrives twice is shown once, because a notification replaces an earlier one with the same tag. */
export function showNotification({ registration }: Scope, data: PushMessageData | null): Promise<void> {
  const { id, title, body, path } = shownOf(data);
  return registration.showNotification(title, {
    body,
    tag: id,
    data: { path },
    icon: '/icons/icon-192.png',
  });
}

const ANSWER_TIMEOUT_MS = 1000;

/** Whether the app runs in this window and goes to the page. */
const goesTo = (client: WindowClient, path: string) =>
  new Promise<boolean>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS);
    client.postMessage({ type: OPEN_PATH, path }, [port2]);
  });

/** Goes to the page in a window where the app runs, the visible one first; otherwise opens it in a new window. */
export async function openNotification({ clients }: Scope, notification: Notification): Promise<void> {
  notification.close();
  const { path: stored }: { path?: unknown } = (notification.data as { path?: unknown } | null) ?? {};
  const path = isPath(stored) ? stored : '/noticeboard';
  const open = await clients.matchAll({ type: 'window' });
  for (const client of open.toSorted((a, b) => Number(b.focused) - Number(a.focused))) {
    // Focus first: browsers allow it only shortly after the click.
    const focused = await client.focus().catch(() => null);
    if (focused && (await goesTo(focused, path))) return;
  }
  await clients.openWindow(path);
}

/** The app registers the new address when it next starts (followDevice): the worker is not signed in. */
export async function renewSubscription({ registration }: Scope, old: PushSubscription | null | undefined) {
  if (old) await registration.pushManager.subscribe(old.options);
}
