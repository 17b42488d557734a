// An account with a driver and their phone, for the tests of shifts.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

export type StoredShift = {
  id: string;
  employee_id: string;
  activity: string;
  customer: string | null;
  clock_in_at: string;
  clock_out_at: string | null;
  breaks: { start: string; end: string | null; paid: boolean }[];
  paid_min: number | null;
  status: string;
  source: string;
  edit_reason: string | null;
  log_key: string;
  clock_skew_s: number | null;
};
type Account = { owner: Person; driver: Person; connection: ReturnType<typeof connectionTo> };

/** A new account for each test of the file. */
export function timeAccount() {
  let backend: TestBackend;
  let account: Account | undefined;
  const currentAccount = (): Account => {
    if (!account) throw new Error('the account is created before each test');
    return account;
  };
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    await clearDisk();
    localStorage.clear();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    account = { owner, driver, connection: connectionTo(backend) };
  });
  return {
    account: currentAccount,
    lapse: () => backend.lapse(currentAccount().owner),
    renew: () => backend.renew(currentAccount().owner),
    /** The shifts in the database, oldest first. */
    storedShifts: () =>
      backend.sql<StoredShift>(
        `select id, clock_skew_s, employee_id, activity, customer, clock_in_at::text, clock_out_at::text, breaks, paid_min, status, source, edit_reason, log_key
         from public.time_entries where user_id = $1 order by clock_in_at, id`,
        [currentAccount().owner.id],
      ),
    open: (path: string, person = currentAccount().driver) =>
      renderPage(path, { backend: currentAccount().connection, person }),
    /** Opens the page on a phone whose clock is this many minutes ahead of the server's. */
    openWithClockAhead: (path: string, minutes: number) => {
      const { connection, driver } = currentAccount();
      const fetch: typeof connection.fetch = async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url);
        return pathname.endsWith('/rpc/server_time')
          ? Response.json(minutesAgo(minutes))
          : connection.fetch(input, init);
      };
      return renderPage(path, { backend: { fetch }, person: driver });
    },
    /** Opens the page with a server that fails requests whose address contains this text. */
    openWithFailingRequests: (addressPart: string, path: string, person = currentAccount().driver) => {
      const { connection } = currentAccount();
      const fetch: typeof connection.fetch = async (input, init) =>
        new Request(input, init).url.includes(addressPart)
          ? Response.json({ message: 'down' }, { status: 503 })
          : connection.fetch(input, init);
      return renderPage(path, { backend: { fetch }, person });
    },
    /** Inserts a shift as its person; returns its id. */
    addShift: async (person: Person, from: string, to: string | null, columns: object = {}): Promise<string> => {
      const id = crypto.randomUUID();
      const row = { id, user_id: currentAccount().owner.id, clock_in_at: from, clock_out_at: to, ...columns };
      const { error } = await person.from('time_entries').insert(row);
      if (error) throw error;
      return id;
    },
  };
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Closes the app; the device's storage stays. */
export const closeApp = () => act(() => cleanup());
/** The button, once enabled: the clock waits until this device's stored entries are loaded. */
export async function enabledButton(name: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  return screen.getByRole('button', { name });
}
