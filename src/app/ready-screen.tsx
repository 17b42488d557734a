// A part of the app that is a chunk of its own.
import { createElement, lazy, useState, type ComponentType } from 'react';

/**
 * Drawn at once where its chunk is here already, else when it has come (the nearest Suspense waits). React holds back
 * what it reveals after a wait, by up to 300 ms: nobody needs to wait for that who has everything on the device.
 */
export function screenOf<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let here: ComponentType<Props> | null = null;
  const fetchIt = async () => (here = await load());
  const Later: ComponentType<Props> = lazy(async () => ({ default: await fetchIt() }));
  function Screen(props: Props) {
    // Chosen once: another component in its place would begin anew.
    const [Chosen] = useState(() => here ?? Later);
    return createElement(Chosen, props);
  }
  return Object.assign(Screen, { load: fetchIt });
}
