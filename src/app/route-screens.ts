// The screens of the routes, each in its own chunk: loaded when it is first opened, or earlier.
import type { ComponentType } from 'react';
import type { Role } from '@/domain/account/access';
import { prefetch } from '@/lib/prefetch';
import { lazyScreen } from './lazy-screen';
import { isOpenTo, routeAt, routes, type AppRoute } from './routes';
import { hasNewVersion } from './version/new-version';

type Load = () => Promise<ComponentType>;

// Keyed by the loading function: two paths with the same function share a screen, which stays mounted between them.
const screens = new Map<Load, ReturnType<typeof lazyScreen>>(routes.map(({ screen }) => [screen, lazyScreen(screen)]));

/** The screen of a route. */
export const screenAt = ({ screen }: AppRoute) => screens.get(screen);

/**
 * Loads every screen of this role, so that the next press in a menu renders at once. One after another: in parallel
 * they block a phone for a fifth of a second. What fails to load now is loaded when it is opened. Stops when a new version
 * waits: that one has files of its own, and takes over only while the previous worker has no requests. Never rejects.
 */
export async function prefetchScreens(role: Role) {
  const openScreens = new Set(routes.filter((route) => isOpenTo(route, role)).map(screenAt));
  for (const screen of openScreens) if (screen && !hasNewVersion()) await prefetch(screen.load).catch(() => undefined);
}

/**
 * Loads the screen of an address in parallel with the data needed to show it. Not for a route that redirects some roles,
 * because the role is not known yet. Resolves once it is loaded, or has failed.
 */
export async function prefetchScreen(pathname: string) {
  const route = routeAt(pathname);
  if (route?.redirectTo === undefined) await (route && screenAt(route))?.load().catch(() => undefined);
}
