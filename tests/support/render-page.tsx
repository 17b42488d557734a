// Opens the app at an address, as it is built: the real routes, access gate and data calls, with the test's embedded
// backend and a person signed in on this device.
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { expect } from 'vitest';
import { App } from '@/app/app';
import { Landing } from '@/app/public-site/landing';
import { startSession } from '@/session/session-store';
import type { Person, TestBackend } from './embedded/backend';
import { connect } from './test-network';

const SESSION_KEY = 'sb-localhost-auth-token';

/** Stores the person's session on this device, as signing in would. */
export async function storeSession(person: Person) {
  const { data } = await person.auth.getSession();
  if (!data.session) throw new Error('this person is not signed in');
  localStorage.setItem(SESSION_KEY, JSON.stringify(data.session));
}

type Options = {
  backend: Pick<TestBackend, 'fetch'>;
  /** The person signed in on this device; none if missing. */
  person?: Person;
  /** The history state of the link that led here. */
  state?: unknown;
};

/** A person whose click waits while a button is busy, because such a button ignores it. */
function patientUser() {
  const user = userEvent.setup();
  const { click } = user;
  const isBusy = (element: Element) => element.isConnected && element.matches('[aria-busy=true]');
  return Object.assign(user, {
    click: async (element: Element) => {
      if (isBusy(element)) await waitFor(() => expect(isBusy(element)).toBe(false));
      await click(element);
    },
    /** The click of a hasty person. */
    clickBusy: click,
  });
}

/** Opens the app at a path ('/works-list?status=ready'). */
export async function renderPage(path: string, { backend, person, state = null }: Options) {
  connect(backend.fetch);
  if (person) await storeSession(person);
  window.history.replaceState({ usr: state, key: 'first', idx: 0 }, '', path);
  startSession();
  const user = patientUser();
  const view = render(
    <BrowserRouter>
      <App landing={Landing} />
    </BrowserRouter>,
  );
  return {
    user,
    screen,
    view,
    /** Path and query of the current address. */
    address: () => window.location.pathname + window.location.search,
  };
}
