// An account with four jobs, and a phone that has read them, for the tests of reading offline.
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import { FIRST_SYNC } from '@/offline/snapshot/sync-times';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { addTasks, findRows, logSampleJobs, resizeWindow } from '../works/works-helpers';
import { clearDisk, connectionTo, disk, waitForCopy, waitForWorksOnDisk } from './phone';

type Account = { backend: TestBackend; owner: Person; driver: Person; connection: ReturnType<typeof connectionTo> };

const SESSION_KEY = 'sb-localhost-auth-token';
const PRICED = /"(totalValue|rate|defaultRate)":\d/;

/** A new account with sample jobs for each test of the file. */
export function worksOnPhone() {
  let backend: TestBackend;
  let account: Account | undefined;
  const current = (): Account => {
    if (!account) throw new Error('the account is created before each test');
    return account;
  };
  beforeAll(async () => {
    FIRST_SYNC.ms = 100;
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    // The client library logs each failed token refresh to the console, also of the previous test and during setup.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    resizeWindow(1440);
    await clearDisk();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    account = { backend, owner, driver, connection: connectionTo(backend) };
    await logSampleJobs(owner, driver);
  });
  const open = (path: string, person?: Person) =>
    renderPage(path, { backend: current().connection, ...(person && { person }) });
  /** Opens the list online, waits until all of it is cached, and closes the app. */
  const openOnline = async (person: Person, entries = 4) => {
    await open('/works-list', person);
    await screen.findByRole('link', { name: /^Open Ploughing/ });
    await waitForWorksOnDisk(entries);
    await waitForCopy('profile', person.id);
    cleanup();
  };
  return {
    account: current,
    open,
    openOnline,
    /** Changes the stored session: its token expired this many hours ago. */
    expireToken: (hours: number) => {
      const session: unknown = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null');
      if (typeof session !== 'object' || session === null) throw new Error('no session is stored');
      const expires_at = Math.floor(Date.now() / 1000) - hours * 3600;
      localStorage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at }));
    },
    /** A driver has read prices, which are then hidden: they are gone from the phone at the next contact, and offline. */
    expectPricesDeleted: async (hide: (account: Account) => Promise<unknown>) => {
      const { owner, driver, connection } = current();
      await addTasks(owner, [['Baling', 'bale', 6.22]]);
      await openOnline(driver);
      expect((await disk()).text).toMatch(PRICED);
      await hide(current());
      const { view } = await open('/works-list?person=all');
      await waitFor(() => expect(view.container).not.toHaveTextContent('£'));
      await waitFor(async () => expect((await disk()).text).not.toMatch(PRICED));
      await waitForWorksOnDisk(4);
      expect((await disk()).text).not.toMatch(PRICED);
      cleanup();
      connection.cut('refused', true);
      const again = await open('/works-list?person=all');
      expect(await findRows()).toHaveLength(4);
      expect(again.view.container).not.toHaveTextContent('£');
    },
  };
}
