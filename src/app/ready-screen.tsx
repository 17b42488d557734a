// A part of the app in a chunk of its own.
import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * Renders at once if its chunk is loaded, otherwise once it has loaded (the nearest Suspense waits). React delays what
 * it reveals after a suspension by up to 300 ms, which nobody needs to wait for if everything is on the device.
 */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const loadComponent = async () => (loaded = await load());
  const LazyComponent: ComponentType<Props> = lazy(async () => ({ default: await loadComponent() }));
  function Screen(props: Props) {
    // Chosen once: replacing the component would remount it.
    const [Current] = useState(() => loaded ?? LazyComponent);
    return createElement(Current, props);
  }
  return Object.assign(Screen, { load: loadComponent });
}
