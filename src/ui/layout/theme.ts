import { useSyncExternalStore } from 'react';

// The theme, stored on this device. public/boot.js applies it in the same way before the first paint.
export type Theme = 'light' | 'dark' | 'sunlight' | 'auto';

const KEY = 'farm-diary-theme';
const THEMES: readonly Theme[] = ['light', 'dark', 'sunlight'];
const listeners = new Set<() => void>();
let unsaved: Theme | null = null;

/** The chosen theme; 'auto' follows the device. */
export function getTheme(): Theme {
  if (unsaved) return unsaved;
  try {
    const stored = localStorage.getItem(KEY);
    return THEMES.find((theme) => theme === stored) ?? 'auto';
  } catch {
    return 'auto';
  }
}

/** Changes the theme at once and stores it. If local storage is unavailable, it lasts until the page is left. */
export function setTheme(theme: Theme) {
  try {
    if (theme === 'auto') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
    unsaved = null;
  } catch {
    unsaved = theme;
  }
  if (theme === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme, () => 'auto' as const);
}
