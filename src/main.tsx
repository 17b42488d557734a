// Mounts the app: takes over the page that the build rendered ahead, or renders anew.
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { App, fetchSignedIn, type AppPages } from './app/app';
import { keepWorker } from './app/new-version';
import { reloadOnceForNewVersion } from './app/stale-version';
import { answerStarted } from './app/started';
import { followTyping } from './lib/leaving';
import { currentSession, startSession } from './session/session-store';
import { keepInstallPrompt } from './widgets/install-prompt';

// Tells boot.js that the script has come.
document.documentElement.dataset['script'] = 'runs';
keepInstallPrompt();
followTyping();
reloadOnceForNewVersion();
startSession();

/** The page that stands in this document, with all it needs; null where the document is not of this address. */
async function standing(root: HTMLElement): Promise<AppPages | null> {
  if (!root.firstElementChild) return null;
  if (document.documentElement.dataset['page'] === '/contact') {
    return { open: (await import('./app/open-contact')).OpenContact };
  }
  if (window.location.pathname !== '/' || currentSession().kind !== 'signedOut') return null;
  return { landing: (await import('./app/landing')).Landing };
}

/** The whole stylesheet comes after the page that stands: nothing is drawn anew without it, or where it fails, then. */
async function styled() {
  const link = document.querySelector<HTMLLinkElement>('link[data-whole]');
  if (!link || link.sheet) return;
  await new Promise((done) => {
    link.onload = done;
    link.onerror = done;
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
  const pages = await standing(root);
  // What was typed before this script came is kept by taking the page over as it is.
  if (pages) hydrateRoot(root, view(pages));
  else {
    // Until then the page says by itself that it loads.
    await Promise.all([styled(), currentSession().kind === 'signedIn' && fetchSignedIn()]);
    root.replaceChildren();
    createRoot(root).render(view({}));
  }
  document.getElementById('shell-loading')?.remove();
  delete document.documentElement.dataset['shell'];
}

// The page does not wait for this script, so this script may come before the whole page.
if (document.readyState === 'loading')
  document.addEventListener('DOMContentLoaded', () => void mount(), { once: true });
else void mount();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  answerStarted();
  const register = () => void keepWorker();
  // This module may run after the event.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}
