import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastStore } from '@/lib/toast';
import { unasked } from '@/lib/unasked';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const shown = () => toastStore.get();

let fetched: Promise<ComponentType> | null = null;

/** Fetches it ahead, where there may be no signal any more by the time that something has to be said. */
export function prepareToaster(): Promise<ComponentType> {
  fetched ??= unasked(() => import('./toaster')).then(
    ({ Toaster }) => Toaster,
    (error: unknown) => {
      fetched = null;
      throw error;
    },
  );
  return fetched;
}

/**
 * The toaster, fetched with the first message and kept from then on. Stands once, in the root of the app. One that did
 * not come costs its message, never the page: the next message asks again.
 */
export function LazyToaster() {
  const message = useSyncExternalStore(subscribe, shown, () => null);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!message || Toaster) return;
    prepareToaster().then(
      (it) => setToaster(() => it),
      () => undefined,
    );
  }, [message, Toaster]);
  return Toaster && <Toaster />;
}
