// Notifications on this device, as the browser sees them.

/** The public key with which a browser subscribes; null if notifications are not set up here. */
export async function pushKey(): Promise<string | null> {
  if (import.meta.env.VITE_VAPID_PUBLIC_KEY) return import.meta.env.VITE_VAPID_PUBLIC_KEY;
  // The variable is read here without a helper, so that a build for a project can leave out the code below.
  if (import.meta.env.VITE_SUPABASE_URL) return null;
  const response = await fetch('/_embedded.json', { headers: { accept: 'application/json' } });
  const body: unknown = response.ok ? await response.json() : null;
  const embedded: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'vapidPublicKey') : null;
  return typeof embedded === 'string' ? embedded : null;
}

/** Null without a service worker, and in browsers without notifications. */
async function registrationHere(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return null;
  return (await navigator.serviceWorker.getRegistration()) ?? null;
}

export const canReceivePushes = async (): Promise<boolean> => (await registrationHere()) !== null;

export const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await registrationHere())?.pushManager.getSubscription()) ?? null;

/** Asks for the permission. Null if it was not given. Call it in response to a click. */
export async function subscribe(key: string): Promise<PushSubscription | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await registrationHere();
  if (!registration) return null;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await registration.pushManager.subscribe(options);
  } catch (error) {
    // A subscription with an earlier key prevents a new one, so it is removed first.
    const earlier = await registration.pushManager.getSubscription();
    if (!earlier) throw error;
    await earlier.unsubscribe();
    return registration.pushManager.subscribe(options);
  }
}
