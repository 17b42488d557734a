// Raises toasts; ui/feedback/toaster.tsx shows them. A store, so that data and session code can raise one outside React,
// and so that the toaster itself is loaded with the first one.
export type Toast = {
  tone: 'ok' | 'error';
  title: string;
  description?: string;
  /** Undoes the reported change. A message with it has an “Undo” button, and stays twice as long. */
  undo?: (() => void) | undefined;
};

type ShownToast = Toast & { id: number };
let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function show(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a message and replaces the one on screen: only one is visible at a time. */
export function toast(message: Toast) {
  lastId += 1;
  show({ ...message, id: lastId });
}

/** Hides the message, if it is still the one on screen. */
export function dismissToast(id: number) {
  if (current?.id === id) show(null);
}

/** For React's useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  get: () => current,
};
