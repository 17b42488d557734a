// Screens that are loaded as chunks of their own.
import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * Renders without suspending if the chunk is already loaded: after a suspension React may delay the reveal by up to
 * 300 ms. Otherwise suspends until it has loaded.
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
