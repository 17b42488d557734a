// A farm with a driver and their phone, for the tests of hours.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { clearDisk, lineTo } from '@tests/features/offline/phone';
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
type Farm = { owner: Person; driver: Person; line: ReturnType<typeof lineTo> };

/** A new farm for each test of the file. */
export function timeFarm() {
  let backend: TestBackend;
  let farm: Farm | undefined;
  const now = (): Farm => {
    if (!farm) throw new Error('the farm is made before each test');
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
    farm = { owner, driver, line: lineTo(backend) };
  });
  return {
    now,
    lapse: () => backend.lapse(now().owner),
    renew: () => backend.renew(now().owner),
    /** What the database holds, oldest first. */
    stored: () =>
      backend.sql<StoredShift>(
        `select id, clock_skew_s, employee_id, activity, customer, clock_in_at::text, clock_out_at::text, breaks, paid_min, status, source, edit_reason, log_key
         from public.time_entries where user_id = $1 order by clock_in_at, id`,
        [now().owner.id],
      ),
    open: (path: string, person = now().driver) => renderPage(path, { backend: now().line, person }),
    /** Opens on a phone whose clock is this many minutes ahead of the server's. */
    openAhead: (path: string, minutes: number) => {
      const { line, driver } = now();
      const fetch: typeof line.fetch = async (input, init) => {
        const { pathname } = new URL(new Request(input, init).url);
        return pathname.endsWith('/rpc/server_time') ? Response.json(minutesAgo(minutes)) : line.fetch(input, init);
      };
      return renderPage(path, { backend: { fetch }, person: driver });
    },
    /** Opens with a server that does not respond to requests whose address contains this text. */
    openWithout: (words: string, path: string, person = now().driver) => {
      const { line } = now();
      const fetch: typeof line.fetch = async (input, init) =>
        new Request(input, init).url.includes(words)
          ? Response.json({ message: 'down' }, { status: 503 })
          : line.fetch(input, init);
      return renderPage(path, { backend: { fetch }, person });
    },
    /** Inserts a shift as its person; returns its id. */
    clocked: async (person: Person, from: string, to: string | null, more: object = {}): Promise<string> => {
      const id = crypto.randomUUID();
      const row = { id, user_id: now().owner.id, clock_in_at: from, clock_out_at: to, ...more };
      const { error } = await person.from('time_entries').insert(row);
      if (error) throw error;
      return id;
    },
  };
}

export const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** Closes the app; the device's storage stays. */
export const kill = () => act(() => cleanup());
/** The button, once enabled: the clock waits until this device's stored entries are loaded. */
export async function press(name: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('button', { name })).toBeEnabled());
  return screen.getByRole('button', { name });
}
