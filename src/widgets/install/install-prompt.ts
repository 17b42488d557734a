// The browser's install prompt. The event fires early and only once, so it is stored until a button is shown.
import { useSyncExternalStore } from 'react';

type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

export type InstallOffer =
  | { kind: 'none' }
  /** The browser offers a prompt: show a button. */
  | { kind: 'prompt'; install: () => void }
  /** An iPhone or iPad: installed from the Share menu. */
  | { kind: 'ios' }
  /** Safari on a Mac: installed from the File menu. */
  | { kind: 'safari' };

const NONE: InstallOffer = { kind: 'none' };
const IOS: InstallOffer = { kind: 'ios' };
const SAFARI: InstallOffer = { kind: 'safari' };

let prompt: InstallOffer | null = null;
const listeners = new Set<() => void>();

function setPrompt(next: InstallOffer | null) {
  prompt = next;
  for (const listener of listeners) listener();
}

const isPrompt = (event: Event): event is InstallPromptEvent => 'prompt' in event;

/** Listens for the prompt; call it before the first render. */
export function captureInstallPrompt() {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    if (!isPrompt(event)) return;
    setPrompt({
      kind: 'prompt',
      install: () => {
        // A prompt can be used only once.
        setPrompt(null);
        void event.prompt();
      },
    });
  });
  window.addEventListener('appinstalled', () => setPrompt(null));
}

export function isStandalone(): boolean {
  const onIos = 'standalone' in navigator && navigator.standalone === true;
  return onIos || window.matchMedia('(display-mode: standalone)').matches;
}

function currentOffer(): InstallOffer {
  if (isStandalone()) return NONE;
  if (prompt) return prompt;
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad identifies itself as a Macintosh; only the touch screen tells them apart.
  const isMac = userAgent.includes('Macintosh');
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && maxTouchPoints > 1)) return IOS;
  const isSafari = /Version\/[\d.]+.* Safari\//.test(userAgent) && !/Chrom(e|ium)|Edg|OPR|Firefox/.test(userAgent);
  return isMac && isSafari ? SAFARI : NONE;
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How this browser can install the app, if at all. */
export const useInstallOffer = (): InstallOffer => useSyncExternalStore(subscribe, currentOffer, () => NONE);
