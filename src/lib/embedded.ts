// The address of the embedded backend for development, tests and demonstrations.
// Loaded only by a build without a configured project.
import type { BackendConfig } from './env';

function textOf(body: object, name: string): string | null {
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' && value !== '' ? value : null;
}

const STORAGE_KEY = 'farm-diary-embedded';

function configOf(text: string): BackendConfig | null {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) return null;
  const url = textOf(body, 'url');
  const key = textOf(body, 'publishableKey');
  const mailbox = textOf(body, 'mailbox');
  return url && key && mailbox ? { url, key, embedded: { mailbox } } : null;
}

/** The last response. While offline there is none, which does not mean that there is no backend. */
function cachedConfig(): BackendConfig | null {
  try {
    return configOf(localStorage.getItem(STORAGE_KEY) ?? 'null');
  } catch {
    return null;
  }
}

function cacheConfig(text: string) {
  try {
    localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Storage is blocked or full: the app then needs a connection to open.
  }
}

/** Time out early and use the cached configuration. */
const TIMEOUT_MS = 5000;

/** Fetches the configuration; without a response, or if a captive portal responds, returns the cached one. */
async function fetchConfig(): Promise<BackendConfig | null> {
  try {
    const response = await fetch('/_embedded.json', {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = response.ok ? await response.text() : '';
    const config = response.headers.get('content-type')?.includes('json') ? configOf(text) : null;
    if (!config) return cachedConfig();
    cacheConfig(text);
    return config;
  } catch {
    return cachedConfig();
  }
}

let configPromise: Promise<BackendConfig | null> | undefined;

/** The configuration from the app's own origin, requested once. Null without an embedded backend, or offline if not cached. */
export function embeddedConfig(): Promise<BackendConfig | null> {
  configPromise ??= fetchConfig();
  return configPromise;
}
