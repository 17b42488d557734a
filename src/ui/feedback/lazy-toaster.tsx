import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { prefetch } from '@/lib/prefetch';
import { toastStore } from '@/lib/toast';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const currentToast = () => toastStore.get();

let loading: Promise<ComponentType> | null = null;

/** Prefetches the toaster, since the device may be offline by the time a message has to be shown. */
export function prepareToaster(): Promise<ComponentType> {
  loading ??= prefetch(() => import('./toaster')).then(
    ({ Toaster }) => Toaster,
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/**
 * The toaster, loaded with the first message and kept from then on. Rendered once, in the root of the app. If loading
 * fails, only that message is lost: the next one tries again.
 */
export function LazyToaster() {
  const message = useSyncExternalStore(subscribe, currentToast, () => null);
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!message || Toaster) return;
    prepareToaster().then(
      (loadedToaster) => setToaster(() => loadedToaster),
      () => undefined,
    );
  }, [message, Toaster]);
  return Toaster && <Toaster />;
}
