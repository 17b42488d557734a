// Two tabs of a browser without Web Locks: each job is sent once.
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  HILL_FARM_FORM,
  dispatchOnline,
  save,
  expectAllSent,
  startProxiedServer,
  expectWaiting,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

let server: ProxiedServer;

beforeAll(async () => {
  server = await startProxiedServer();
});
afterAll(() => server.stop());

test('two tabs without Web Locks that come online at the same time send each job once (F7)', async () => {
  const { context, page } = await server.open();
  await page.close();
  await server.startTest();
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined }));
  const openTab = async () => {
    const page = await context.newPage();
    await page.goto(server.url(HILL_FARM_FORM));
    await page.getByRole('button', { name: 'Save work' }).waitFor();
    return page;
  };
  const [first, second] = [await openTab(), await openTab()];
  await context.setOffline(true);
  await save(first, 56);
  await save(second, 57);
  await expectWaiting(first, 2);
  await context.setOffline(false);
  await Promise.all([dispatchOnline(first), dispatchOnline(second), dispatchOnline(first), dispatchOnline(second)]);
  await expectAllSent(first);
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([56, 57]);
});
