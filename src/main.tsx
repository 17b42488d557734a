// Mounts the app: hydrates the prerendered page, or renders it from scratch.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, loadSignedInApp, type AppPages } from './app/app';
import { registerWorker } from './app/version/new-version';
import { reloadOnceForNewVersion } from './app/version/stale-version';
import { answerStartedQuery } from './app/version/started-query';
import { trackInput } from './lib/before-reload';
import { currentSession, startSession } from './session/session-store';
import { captureInstallPrompt } from './widgets/install/install-prompt';

// Tells boot.js that the script has run.
document.documentElement.dataset['script'] = 'runs';
captureInstallPrompt();
trackInput();
reloadOnceForNewVersion();
startSession();

/** The prerendered page in this document, with all it needs; null if the document is not for this URL. */
async function prerenderedPages(root: HTMLElement): Promise<AppPages | null> {
  if (!root.firstElementChild) return null;
  if (document.documentElement.dataset['page'] === '/contact') {
    return { publicPages: (await import('./app/public-site/eager-contact')).EagerContact };
  }
  if (window.location.pathname !== '/' || currentSession().kind !== 'signedOut') return null;
  return { landing: (await import('./app/public-site/landing')).Landing };
}

/**
 * Waits for the full stylesheet, which loads after the prerendered page: nothing is rendered before it arrives or
 * fails.
 */
async function stylesheetLoaded() {
  const link = document.querySelector<HTMLLinkElement>('link[data-whole]');
  if (!link || link.sheet) return;
  await new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = resolve;
  });
}

async function mount() {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const view = (pages: AppPages) => (
    <StrictMode>
      <BrowserRouter>
        <App {...pages} />
      </BrowserRouter>
    </StrictMode>
  );
  const pages = await prerenderedPages(root);
  // Hydration keeps what was typed before this script ran.
  if (pages) hydrateRoot(root, view(pages));
  else {
    // While waiting, the document shows its own loading message.
    await Promise.all([stylesheetLoaded(), currentSession().kind === 'signedIn' && loadSignedInApp()]);
    root.replaceChildren();
    createRoot(root).render(view({}));
  }
  document.getElementById('shell-loading')?.remove();
  delete document.documentElement.dataset['shell'];
}

// The script is async, so it may run before the document is complete.
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', () => void mount(), { once: true });
else void mount();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  answerStartedQuery();
  const register = () => void registerWorker();
  // This module may run after the load event.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
