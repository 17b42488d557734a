// A whole job in a real browser: a gang, its machines and two lines are on the device together and in the database
// together, once, however the app ends in between.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  dispatchOnline,
  draftTexts,
  expectAllSent,
  expectWaiting,
  HILL_FARM_FORM,
  save,
  startProxiedServer,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
import type { Rule } from '@tests/support/browser/cutting-proxy';
import { phoneFactory, type Phones } from '@tests/support/browser/killed-phone';

let server: ProxiedServer;
let allPhones: Phones;

beforeAll(async () => {
  server = await startProxiedServer();
  allPhones = await phoneFactory(server.proxy.origin);
});
afterAll(async () => {
  await allPhones.stop();
  await server.stop();
});
beforeEach(() => server.startTest());

const isJob = ({ method, path }: Parameters<Rule>[0]) => method === 'POST' && path.startsWith('/rest/v1/rpc/log_job');
const whenSendingJobs =
  (fault: NonNullable<ReturnType<Rule>>): Rule =>
  (request) =>
    isJob(request) ? fault : null;
const sentJobs = () => server.proxy.exchanges.filter(isJob);

const parts = (page: Page) => page.getByRole('group', { name: 'More on this job' });
async function open(page: Page, path = HILL_FARM_FORM) {
  await page.goto(server.url(path));
  await page.locator('.app-frame').waitFor();
}
/** Adds the silage gang with its machines, and a second line over this many hours. */
async function addParts(page: Page, hours: number) {
  const dialog = page.getByRole('dialog');
  const done = async () => {
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await parts(page)
    .getByRole('button', { name: /^People/ })
    .click();
  await dialog.getByRole('button', { name: 'Silage gang', exact: true }).click();
  await dialog.getByLabel('Hours for everyone').fill('7.5');
  await done();
  await parts(page).getByRole('button', { name: /^Line/ }).click();
  await dialog.getByRole('button', { name: 'Add a line' }).click();
  await dialog.getByLabel('Task').fill('Carting');
  await dialog.getByLabel('Unit').selectOption('hour');
  await dialog.getByLabel('Hours').fill(String(hours));
  await done();
}
/** What the database has of the jobs of this test: the lines' quantities, and the people and machines of all jobs. */
async function stored() {
  const ids = (await server.rows()).map(({ id }) => id);
  const count = async (table: string) =>
    ((await server.ask(`${table}?select=id&job_id=in.(${ids.join()})`)) as unknown[]).length;
  const quantities = await server.quantities();
  return ids.length === 0
    ? { quantities, people: 0, machines: 0 }
    : { quantities, people: await count('job_people'), machines: await count('job_machines') };
}
const NOTHING = { quantities: [], people: 0, machines: 0 };
const jobOf = (...quantities: number[]) => ({ quantities, people: 6, machines: 5 });

test('a whole job confirmed offline is there after the app was killed, and is sent once (F1, F2)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start();
  await open(before.page);
  await addParts(before.page, 3);
  await before.context.setOffline(true);
  await save(before.page, 21);
  await before.kill();

  const after = await phone.start({ offline: true });
  await open(after.page, '/works-list');
  await expectWaiting(after.page, 1);
  const waiting = after.page.getByRole('region', { name: 'Waiting on this phone' });
  await waiting.getByText('21 bales').waitFor();
  await waiting.getByRole('link', { name: /Carting/ }).waitFor();
  expect(await stored()).toEqual(NOTHING);
  await after.context.setOffline(false);
  await expectAllSent(after.page);
  expect(await stored()).toEqual(jobOf(3, 21));
  await after.close();
});

test('the people, machines and lines of a job are restored if the app is killed while somebody types (F3)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start();
  await open(before.page);
  await addParts(before.page, 4);
  const typed = await parts(before.page).getByRole('button').allInnerTexts();
  await expect.poll(() => draftTexts(before.page)).toContain('"quantity":"4"');
  await before.kill();

  const after = await phone.start({ offline: true });
  await open(after.page, '/add-work');
  await after.page.getByText(/^Restored what you typed at/).waitFor();
  expect(await parts(after.page).getByRole('button').allInnerTexts()).toEqual(typed);
  expect(await stored()).toEqual(NOTHING);
  await save(after.page, 22);
  await after.context.setOffline(false);
  await expectAllSent(after.page);
  expect(await stored()).toEqual(jobOf(4, 22));
  await after.close();
});

test('a whole job is there once if its request arrives twice, its answers are lost and the app is killed (F4, F6, F7)', async () => {
  const phone = allPhones.phone();
  const before = await phone.start();
  await open(before.page);
  await addParts(before.page, 5);
  server.proxy.break(whenSendingJobs('response never arrives'));
  await save(before.page, 23);
  await expect.poll(() => sentJobs().filter(({ status }) => status === 200).length).toBe(1);
  await before.kill();

  server.proxy.break(whenSendingJobs('cut before response'));
  const next = await phone.start();
  await open(next.page, '/works-list');
  await expect.poll(() => sentJobs().filter(({ status }) => status === 200).length).toBeGreaterThan(1);
  await expectWaiting(next.page, 1);
  server.proxy.break(whenSendingJobs('forwarded twice'));
  await dispatchOnline(next.page);
  await expectAllSent(next.page);
  expect(new Set(sentJobs().map(({ body }) => body)).size).toBe(1);
  expect(await stored()).toEqual(jobOf(5, 23));
  await next.close();
});

test('whole jobs saved offline in two tabs are there once each when both come online (F8, F9)', async () => {
  const { context, page: first, close } = await allPhones.phone().start();
  const second = await context.newPage();
  await open(first);
  await open(second);
  await addParts(first, 6);
  await addParts(second, 7);
  await context.setOffline(true);
  await save(first, 24);
  await save(second, 25);
  await expectWaiting(first, 2);
  await expectWaiting(second, 2);
  await context.setOffline(false);
  await Promise.all([dispatchOnline(first), dispatchOnline(second)]);
  await expectAllSent(first);
  await expectAllSent(second);
  expect(await stored()).toEqual({ quantities: [6, 7, 24, 25], people: 12, machines: 10 });
  await close();
});
