// The messages shown when the backend fails; each text is part of the specification. The embedded backend cannot fail
// on demand, so msw answers instead.
import { MutationObserver, QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { backOff } from '@/lib/back-off';
import { toastStore } from '@/lib/toast';
import { createQueryClient } from '@/lib/query-client';
import * as keys from '@/lib/query-keys';
import { ORIGIN } from '@tests/support/embedded/backend';

const REASON = 'the disk of the database is full';
const ID = '11111111-1111-4111-8111-111111111111';
const admin = { ownerId: ID, userId: ID, role: 'admin' as const, firstName: 'Alex', lastName: null };
const viewer = { ...admin, seesRates: true };
const server = setupServer(
  http.all(`${ORIGIN}/rest/v1/*`, () => {
    requests += 1;
    return HttpResponse.json({ code: '53100', message: REASON, details: null, hint: null }, { status: 503 });
  }),
);
let client: QueryClient;
let requests = 0;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => {
  vi.mocked(backOff).mockRestore();
  client = createQueryClient();
});
afterEach(() => client.clear());
afterAll(() => server.close());

/** Runs the mutation as a screen does, and returns its error. */
async function failMutation(options: object, variables: unknown) {
  const observer = new MutationObserver<unknown, Error, unknown>(client, options);
  await expect(observer.mutate(variables)).rejects.toThrow(REASON);
  return toastStore.get();
}

const task = { name: 'Baling', chargeableUnit: null, defaultRate: null, description: null, category: null };

// The data layer imports the client, which keeps a reference to fetch, so it is loaded after the msw server listens.
const modules = {
  works: () => import('@/data/works/work-changes'),
  customers: () => import('@/data/customers/customers'),
  tasks: () => import('@/data/prices/tasks'),
  invoices: () => import('@/data/invoices/invoice-changes'),
  settings: () => import('@/data/invoices/invoice-settings'),
};

test.each([
  [
    'Error',
    'Could not save customer.',
    async () => (await modules.customers()).addCustomer,
    { id: ID, ownerId: ID, fields: { name: 'Hill Farm' } },
  ],
  ['Error', 'Could not save task.', async () => (await modules.tasks()).addTask, { id: ID, ownerId: ID, fields: task }],
  [
    'Error',
    'Could not update task.',
    async () => (await modules.tasks()).updateTask,
    { id: ID, fields: task, alsoRename: false },
  ],
  ['Error', 'Could not delete task.', async () => (await modules.tasks()).deleteTask, ID],
  [
    'Error Updating Status',
    REASON,
    async () => (await modules.invoices()).markInvoices,
    { requestId: ID, invoiceIds: [ID], status: 'sent', onDate: '2026-10-01' },
  ],
  [
    'Error',
    'Could not save invoice settings.',
    async () => (await modules.settings()).saveInvoiceSettings,
    { ownerId: ID, settings: { town: 'Ambridge' } },
  ],
])('a failed change shows the message "%s": %s', async (title, description, change, variables) => {
  expect(await failMutation(await change(), variables)).toMatchObject({ tone: 'error', title, description });
});

test.each([
  [
    'Error Fetching Data',
    'Could not load your information from the database.',
    async () => (await import('@/data/works/works')).worksOfInvoiceQuery(viewer, 'INV-0001'),
  ],
  [
    'Error Fetching Data',
    'Could not load your information from the database.',
    async () => (await modules.customers()).customersQuery(admin),
  ],
  [
    'Error Fetching Data',
    'Could not load your information from the database.',
    async () => (await modules.tasks()).tasksQuery(admin),
  ],
  ['Error Fetching Settings', REASON, async () => (await modules.settings()).invoiceSettingsQuery(ID)],
])('a failed query shows the message "%s": %s', async (title, description, query) => {
  // The queries return different rows; this test needs only their keys.
  const options = (await query()) as { queryKey: QueryKey };
  requests = 0;
  await expect(client.query({ ...options, retry: false })).rejects.toThrow(REASON);
  expect(requests, 'attempts that the query client did not ask for').toBe(1);
  expect(toastStore.get()).toMatchObject({ tone: 'error', title, description });
});

test('a list on the screen that gets no response shows no message: the list itself says so; a press that reads does', async () => {
  const options = {
    queryKey: [keys.clock] as const,
    queryFn: () => Promise.reject(new TypeError('Failed to fetch')),
    meta: { failed: { title: 'Error Fetching Data' } },
    retry: false,
  };
  const observer = new QueryObserver(client, options);
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(observer.getCurrentResult().isError).toBe(true));
  expect(toastStore.get()).toBeNull();
  unsubscribe();
  client.clear();
  await expect(client.query(options)).rejects.toThrow('Failed to fetch');
  expect(toastStore.get()).toMatchObject({ title: 'Error Fetching Data' });
});

test('a request is retried three times, after 1, 2 and 4 seconds, and data stays fresh for five minutes', async () => {
  vi.useFakeTimers();
  const attempts: number[] = [];
  const from = Date.now();
  const observer = new QueryObserver(client, {
    queryKey: [keys.clock],
    queryFn: () => {
      attempts.push(Date.now() - from);
      return Promise.reject(new Error(REASON));
    },
  });
  const unsubscribe = observer.subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(60_000);
  unsubscribe();
  expect(attempts).toEqual([0, 1000, 3000, 7000]);
  expect(client.getDefaultOptions().queries).toMatchObject({
    staleTime: 300_000,
    gcTime: 300_000,
    refetchOnWindowFocus: false,
  });
});

test('the delay between attempts doubles and never exceeds 30 seconds', () => {
  const retryDelay = client.getDefaultOptions().queries?.retryDelay;
  if (typeof retryDelay !== 'function') throw new Error('the delay is not a function of the attempt');
  const delays = [0, 1, 2, 3, 4, 5, 9].map((attempt) => retryDelay(attempt, new Error(REASON)));
  expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});
