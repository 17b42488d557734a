// The built app behind a proxy that can break the connection: opens it on phones, logs jobs, and queries the database.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE, startApp } from '../app';
import { openProxy, type Exchange, type Rule } from './cutting-proxy';
import { DEMO_PASSWORD, DRIVER, newSession, openAs, OWNER } from './sign-in';

/** The form for a new job, with customer and task chosen. */
export const HILL_FARM_FORM = '/add-work?customer=Hill+Farm&task=Baling';

/** A job as stored in the database. */
type Row = { id: string; customer: string; task_name: string; quantity: number; total_value: number };
export type ProxiedServer = Awaited<ReturnType<typeof startProxiedServer>>;
type Query = (path: string) => Promise<unknown>;

/** Queries the backend as this person, bypassing the proxy. */
async function queryAs(origin: string, email: string): Promise<Query> {
  const {
    apikey,
    session: { access_token: token },
  } = await newSession(origin, { email, password: DEMO_PASSWORD });
  return async (path) => {
    const rows = await fetch(`${origin}/rest/v1/${path}`, { headers: { apikey, authorization: `Bearer ${token}` } });
    if (!rows.ok) throw new Error(`${path}: ${await rows.text()}`);
    return (await rows.json()) as unknown;
  };
}

export async function startProxiedServer(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options);
  const proxy = await openProxy(app.origin);
  let server = app;
  let ask = await queryAs(app.origin, OWNER);
  /** Rows that were created after this time, by the database's clock, belong to the current test. */
  let since = '';
  const rowsSince = (table: string, columns: string) =>
    ask(`${table}?select=${columns}&created_at=gt.${encodeURIComponent(since)}&order=created_at,id`);
  const startTest = async () => {
    proxy.repair();
    proxy.exchanges.length = 0;
    const newest = (table: string) => ask(`${table}?select=created_at&order=created_at.desc&limit=1`);
    // Both queries return rows with one text column.
    const newestRows = (await Promise.all([newest('works'), newest('customers')])) as { created_at: string }[][];
    since =
      newestRows
        .flatMap((rows) => rows.map((row) => row.created_at))
        .toSorted()
        .at(-1) ?? '2000-01-01';
  };
  await startTest();
  return {
    app,
    proxy,
    /** Reads rows as the account holder; `path` is a table with its query. */
    ask: (path: string) => ask(path),
    /** A second server on the same data replaces the first, as after an outage. */
    replaceServer: async () => {
      server = await startApp(options);
      proxy.forwardTo(server.origin);
      ask = await queryAs(server.origin, OWNER);
    },
    /** Repairs the connection and ignores earlier rows: call it before each test. */
    startTest,
    /** The jobs of the whole account since the test began, as the account holder reads them. */
    rows: async () => (await rowsSince('works', 'id,customer,task_name,quantity,total_value')) as Row[],
    quantities: async () =>
      ((await rowsSince('works', 'quantity')) as Row[]).map(({ quantity }) => quantity).toSorted((a, b) => a - b),
    newCustomers: async () => ((await rowsSince('customers', 'name')) as { name: string }[]).map(({ name }) => name),
    url: (path: string) => proxy.origin + path,
    /** A phone in a new browser profile, the driver signed in, the app installed on it. */
    open: async () => {
      const opened = await app.open({ viewport: PHONE, origin: proxy.origin });
      await signInAndInstall(opened.page, proxy.origin);
      return opened;
    },
    stop: async () => {
      await proxy.close();
      if (server !== app) await server.stop();
      await app.stop();
    },
  };
}

/** Opens the driver's form for a job (or another person's), and waits until the app could be opened offline. */
export async function signInAndInstall(page: Page, origin: string, email = DRIVER) {
  await openAs(page, origin, email, HILL_FARM_FORM);
  await page.getByRole('button', { name: 'Save work' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null));
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: 'Save work' }).waitFor();
}

export async function typeQuantity(page: Page, quantity: number) {
  for (const key of String(quantity)) await page.getByRole('button', { name: key, exact: true }).click();
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save work' });
const isNight = async (page: Page) =>
  Number(
    await page.evaluate(() => new Date().toLocaleString('en-GB', { hour: 'numeric', timeZone: 'Europe/London' })),
  ) < 4;

/**
 * The button that saves a job whose date was not chosen, at any hour. Between midnight and 4:00 on the farm the app first
 * asks for the day: then it is the button "Today".
 */
export async function confirmingSaveButton(page: Page): Promise<Locator> {
  if (!(await isNight(page))) return saveButton(page);
  await saveButton(page).click();
  return page.getByRole('button', { name: /^Today, / });
}

export const pressSave = async (page: Page, press = (button: Locator) => button.click()) =>
  press(await confirmingSaveButton(page));

/** Waits until the app says that the job is saved. */
export const waitForSaved = (page: Page) => page.getByRole('heading', { name: 'Work entry saved!' }).waitFor();

/** Types this many bales into the open form, saves it, and waits for the confirmation. */
export async function save(page: Page, quantity: number) {
  await typeQuantity(page, quantity);
  await pressSave(page);
  await waitForSaved(page);
}

/** Opens the form for another job of the same customer, without leaving the app. */
export async function addAnotherJob(page: Page, task = 'Baling') {
  await page.getByRole('button', { name: /^Add another for/ }).click();
  await page.getByRole('button', { name: new RegExp(`^${task}`) }).click();
  await page.getByRole('button', { name: 'Save work' }).waitFor();
}

/** Waits until the header says this; the app waits half a minute before it reopens a store. */
async function headerSays(page: Page, words: RegExp, timeout?: number) {
  const header = page.locator('.send-state');
  await header
    .filter({ hasText: words })
    .waitFor(timeout === undefined ? {} : { timeout })
    .catch(async (cause: unknown) => {
      throw new Error(`the header says: ${(await header.allInnerTexts()).join(' / ')}`, { cause });
    });
}
/** The header says that this many entries are waiting on this phone. */
export const expectWaiting = (page: Page, count: number) =>
  headerSays(page, new RegExp(`^${count} (entry waits|entries wait) on this phone`));
/**
 * The header says that nothing is waiting. It is told of a new entry a moment after the entry's confirmation: right after
 * an online `save` it may still speak of earlier ones.
 */
export const expectAllSent = (page: Page, timeout?: number) =>
  headerSays(page, /^Nothing waits on this phone/, timeout);

/** Every draft on the device, as text. */
export const draftTexts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((done, fail) => {
        const opening = indexedDB.open('farm-diary-outbox');
        opening.onerror = () => fail(new Error('not opened'));
        opening.onsuccess = () => {
          const all = opening.result.transaction('drafts').objectStore('drafts').getAll();
          all.onsuccess = () => {
            opening.result.close();
            done(JSON.stringify(all.result));
          };
        };
      }),
  );

/** The browser event that reports that the connection is back. */
export const dispatchOnline = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));

const SEND = /^\/rest\/v1\/works(\?|$)/;
export const isSend = ({ method, path }: Pick<Exchange, 'method' | 'path'>) => method === 'POST' && SEND.test(path);
/** A fault for requests that send jobs, and for nothing else. */
export const whenSending =
  (fault: NonNullable<ReturnType<Rule>>): Rule =>
  (request) =>
    isSend(request) ? fault : null;

export const sentBatches = ({ proxy }: ProxiedServer) =>
  proxy.exchanges.filter(isSend).map((exchange) => ({ ...exchange, rows: JSON.parse(exchange.body) as Row[] }));

/**
 * Waits until the phone has made this many requests with jobs; with `answered`, until the server has answered this many.
 */
export const waitForSends = (server: ProxiedServer, times: number, answered = false) =>
  expect
    .poll(() => sentBatches(server).filter(({ status }) => !answered || status !== null).length)
    .toBeGreaterThanOrEqual(times);
