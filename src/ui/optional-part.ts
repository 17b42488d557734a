import { lazy, type ComponentType } from 'react';
import { prefetch } from '@/lib/prefetch';

/**
 * A part of a page, loaded on demand, that the page can do without. If its file is not on this device and cannot be
 * loaded, it shows nothing, and the page is neither reloaded nor replaced by an error.
 */
export const optionalPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await prefetch(load).catch((): ComponentType<Props> => () => null) }));
