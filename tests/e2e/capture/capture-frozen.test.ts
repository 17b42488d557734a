// A background tab frozen by its browser while sending, as phones do: another tab takes over, and nothing is
// duplicated.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PHONE } from '@tests/support/app';
import {
  sentBatches,
  HILL_FARM_FORM,
  dispatchOnline,
  save,
  expectAllSent,
  startProxiedServer,
  waitForSends,
  expectWaiting,
  whenSending,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';
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

test('another tab sends the entries of a frozen one once its lease has expired, and nothing is doubled when that resumes (F10)', async () => {
  await server.startTest();
  const { context, close } = await allPhones.phone().tabs();
  const tab = async (prepare?: () => void) => {
    const page = await context.newPage();
    await page.setViewportSize(PHONE);
    if (prepare) await page.addInitScript(prepare);
    await page.goto(server.url(HILL_FARM_FORM));
    await page.getByRole('button', { name: 'Save work' }).waitFor();
    return page;
  };
  const first = await tab();
  server.proxy.break(whenSending('response never arrives'));
  await save(first, 58);
  await waitForSends(server, 1, true);
  expect(await server.quantities()).toEqual([58]);
  await first.evaluate(() => {
    const lifecycle: string[] = [];
    Object.assign(window, { lifecycle });
    for (const name of ['freeze', 'resume']) document.addEventListener(name, () => lifecycle.push(name));
  });
  const devtools = await context.newCDPSession(first);
  // Evaluated without the page's own scripts: a frozen page still shows its state.
  const lifecycle = async () => {
    const expression = "window.lifecycle.join() + ' ' + document.visibilityState";
    return String((await devtools.send('Runtime.evaluate', { expression, returnByValue: true })).result.value);
  };
  // A clock that the test can advance, for this tab only; the frozen tab's is not changed.
  const second = await tab(() => {
    const real = Date.now;
    let ahead = 0;
    Date.now = () => real() + ahead;
    window.addEventListener('later', () => (ahead += 61_000));
  });
  await second.bringToFront();
  await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
  await expect.poll(lifecycle).toBe('freeze hidden');
  server.proxy.repair();
  await save(second, 59);
  await expectWaiting(second, 2);
  // The frozen tab's lease is still valid: no other tab takes its entries.
  await dispatchOnline(second);
  await second.waitForTimeout(1000);
  await expectWaiting(second, 2);
  expect(sentBatches(server)).toHaveLength(1);
  await second.evaluate(() => void window.dispatchEvent(new Event('later')));
  await dispatchOnline(second);
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([58, 59]);
  expect(await lifecycle()).toBe('freeze hidden');

  await devtools.send('Page.setWebLifecycleState', { state: 'active' });
  await first.bringToFront();
  // chromium-headless-shell leaves a page hidden that is brought back to the front.
  await expect.poll(lifecycle).toMatch(/^freeze,resume (visible|hidden)$/);
  // Its pending requests have timed out by now: it has nothing to add.
  await expect.poll(() => server.proxy.exchanges.every(({ finished: over }) => over)).toBe(true);
  await dispatchOnline(first);
  await expectAllSent(first);
  await expectAllSent(second);
  await expect.poll(() => server.quantities()).toEqual([58, 59]);
  await close();
});
