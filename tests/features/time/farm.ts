// A farm with a driver and their phone, for the tests of shifts.
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
type Farm = { owner: Person; driver: Person; connection: ReturnType<typeof connectionTo> };

/** A new farm for each test of the file. */
export function timeFarm() {
  let backend: TestBackend;
  let farm: Farm | undefined;
  const currentFarm = (): Farm => {
    if (!farm) throw new Error('the farm is created before each test');
    return farm;
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
    farm = { owner, driver, connection: connectionTo(backend) };
  });
  return {
    farm: currentFarm,
    lapse: () => backend.lapse(currentFarm().owner),
    renew: () => backend.renew(currentFarm().owner),
    /** The shifts in the database, oldest first. */
    storedShifts: () =>
      backend.sql<StoredShift>(
        `select id, clock_skew_s, employee_id, activity, customer, clock_in_at::text, clock_out_at::text, breaks, paid_min, status, source, edit_reason, log_key
         from public.time_entries where user_id = $1 order by clock_in_at, id`,
        [currentFarm().owner.id],
      ),
    open: (path: string, person = currentFarm().driver) =>
      renderPage(path, { backend: currentFarm().connection, person }),
    /** Opens the page on a phone whose clock is this many minutes ahead of the server's. */
    openWithClockAhead: (path: string, minutes: number) => {
      const { connection, driver } = currentFarm();
      const fetch: typeof connection.fetch = async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url);
        return pathname.endsWith('/rpc/server_time')
          ? Response.json(minutesAgo(minutes))
          : connection.fetch(input, init);
      };
      return renderPage(path, { backend: { fetch }, person: driver });
    },
    /** Opens the page with a server that fails requests whose address contains this text. */
    openWithFailingRequests: (addressPart: string, path: string, person = currentFarm().driver) => {
      const { connection } = currentFarm();
      const fetch: typeof connection.fetch = async (input, init) =>
        new Request(input, init).url.includes(addressPart)
          ? Response.json({ message: 'down' }, { status: 503 })
          : connection.fetch(input, init);
      return renderPage(path, { backend: { fetch }, person });
    },
    /** Inserts a shift as its person; returns its id. */
    addShift: async (person: Person, from: string, to: string | null, columns: object = {}): Promise<string> => {
      const id = crypto.randomUUID();
      const row = { id, user_id: currentFarm().owner.id, clock_in_at: from, clock_out_at: to, ...columns };
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
