// Loaded only if notifications are turned on for this device. Registers its push subscription for the signed-in user, and
// opens the page of a notification that is tapped while the app is open.
import { followDevice } from '@/data/push-devices';
import { OPEN_PATH } from '@/lib/worker-messages';

let navigate: (path: string) => void = () => undefined;
let isListening = false;

function onMessage({ data, ports }: MessageEvent<unknown>) {
  if (typeof data !== 'object' || data === null || !('type' in data) || data.type !== OPEN_PATH) return;
  ports[0]?.postMessage(OPEN_PATH);
  if ('path' in data && typeof data.path === 'string') navigate(data.path);
}

/** Registers the device for this user and listens for taps. A later call replaces `navigateTo`. */
export function followNotifications(userId: string, navigateTo: (path: string) => void): Promise<void> {
  navigate = navigateTo;
  if (!isListening && 'serviceWorker' in navigator) navigator.serviceWorker.addEventListener('message', onMessage);
  isListening = true;
  return followDevice(userId);
}
