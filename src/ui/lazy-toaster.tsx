import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { toastStore } from '@/lib/toast';

const subscribe = (listener: () => void) => toastStore.subscribe(listener);
const shown = () => toastStore.get();

const Toaster = lazy(async () => ({ default: (await import('./toaster')).Toaster }));

/** The toaster, fetched with the first message and kept from then on. Stands once, in the root of the app. */
export function LazyToaster() {
  const message = useSyncExternalStore(subscribe, shown, () => null);
  const [needed, setNeeded] = useState(false);
  if (message && !needed) setNeeded(true);
  return needed ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
