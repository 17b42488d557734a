// Opens the app at an address, as it is built: the real routes, gate and data calls, with the embedded backend of the
// test behind them and a person signed in on this device.
import { configure, prettyDOM, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { App } from '@/app/app';
import { Landing } from '@/app/landing';
import { startSession } from '@/session/session-store';
import type { Person, TestBackend } from './backend';
import { answerWith } from './line';

/** Prints the page when the message is read. Queries that wait fail many times, and printing it each time is slow. */
function elementError(message: string | null, container: Element) {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  const print = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get: print, configurable: true });
}

// A screen is compiled when it is first opened, and the backend takes its time on a busy machine.
configure({ asyncUtilTimeout: 15_000, getElementError: elementError });

const KEPT = 'sb-localhost-auth-token';

/** Leaves the person's session on this device, as signing in would. */
export async function keepSession(person: Person) {
  const { data } = await person.auth.getSession();
  if (!data.session) throw new Error('this person is not signed in');
  localStorage.setItem(KEPT, JSON.stringify(data.session));
}

type Options = {
  backend: Pick<TestBackend, 'fetch'>;
  /** Who is signed in on this device; nobody without. */
  person?: Person;
  /** State that travels with the link that led here. */
  state?: unknown;
};

/** Opens the app at a path ('/works-list?status=ready'). */
export async function renderPage(path: string, { backend, person, state = null }: Options) {
  answerWith(backend.fetch);
  if (person) await keepSession(person);
  window.history.replaceState({ usr: state, key: 'first', idx: 0 }, '', path);
  startSession();
  const user = userEvent.setup();
  const view = render(
    <BrowserRouter>
      <App landing={Landing} />
    </BrowserRouter>,
  );
  return {
    user,
    screen,
    view,
    /** Path and query of the address as it is now. */
    address: () => window.location.pathname + window.location.search,
  };
}
