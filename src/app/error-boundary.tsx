import { Component, type ReactNode } from 'react';
import { storeAllInput } from '@/lib/before-reload';
import { BRAND } from '@/lib/brand';
import { hasNewVersion, activateNewVersion } from './version/new-version';
import { isLoadFailure } from './version/stale-version';

const NOT_LOADED = [
  'This page did not load',
  'Part of the app could not be fetched. Check your signal, then try again.',
] as const;
/** For pages that are not stored on the device, because they are of no use offline. */
const NO_SIGNAL = [
  'This page needs signal',
  'It opens when you are online again. What you saved on this device is safe.',
] as const;

const isFile = (url: string) => /\/assets\/[^?]+\.(?:js|css)$/.test(url);

/** Files that this page requested; a browser's message names the file that failed, not the file's own imports. */
const requestedFiles = ({ message }: Error) =>
  new Set(
    [...performance.getEntriesByType('resource').map(({ name }) => name), ...message.split(/\s+/)].filter(isFile),
  );

/** The browser may have cached a wrong response: request it once more, bypassing the cache. */
async function replaceWrongResponse(url: string) {
  const cached = await fetch(url, { cache: 'force-cache' });
  if (cached.headers.get('content-type')?.startsWith('text/html')) await fetch(url, { cache: 'reload' });
}

/**
 * Reloads the page after a file of the app failed to load, without getting the same bad response again. Switches to the
 * waiting version if there is one: the file may be missing from this version only.
 */
async function reloadPage(error: Error): Promise<void> {
  if (hasNewVersion()) return activateNewVersion();
  await Promise.allSettled([...[...requestedFiles(error)].map(replaceWrongResponse), storeAllInput()]);
  window.location.reload();
}

type Props = { children: ReactNode; resetKey?: string; onRetry?: () => void };
type State = { error: Error | null; resetKey: string | undefined };

/** Replaces a screen that failed. 'Try again' renders it again, or reloads the page if a file could not be loaded. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  /** Clears the error when the address changes, because another address is another screen. */
  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: null, resetKey };
  }

  retry = () => {
    if (this.state.error && isLoadFailure(this.state.error)) return void reloadPage(this.state.error);
    this.props.onRetry?.();
    this.setState({ error: null });
  };

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const notLoaded = isLoadFailure(error);
    const [title, text] = notLoaded
      ? navigator.onLine
        ? NOT_LOADED
        : NO_SIGNAL
      : ['This page stopped', 'Something went wrong while showing it. What you saved is safe.'];
    return (
      <main id="main" className="page">
        <title>{`${title} · ${BRAND}`}</title>
        <div className="state-panel" role="alert">
          <h1>{title}</h1>
          <p>{text}</p>
          {!notLoaded && <p className="hint">{error.message}</p>}
          <div className="state-panel-action flex flex-wrap justify-center gap-2">
            <button type="button" className="btn btn-main btn-l" onClick={this.retry}>
              Try again
            </button>
            <a href="/noticeboard" className="btn btn-plain btn-l">
              Back to Noticeboard
            </a>
          </div>
        </div>
      </main>
    );
  }
}
