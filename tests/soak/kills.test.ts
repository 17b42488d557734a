// The browser killed at any moment while somebody saves and the app sends: what was shown as saved is there, once.
import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HILL_FARM, isSend, startField, type Field } from '@tests/support/field';
import { phones, type Phones } from '@tests/support/killed-phone';
import type { Fault } from '@tests/support/cutting-proxy';

const { SOAK_KILLS = '200', SOAK_FROM = '1', SOAK_REPORT } = process.env;
const kills = Number(SOAK_KILLS);

/** The same numbers for the same seed. */
function chances(seed: number) {
  let state = seed;
  return (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

let field: Field;
let all: Phones;
beforeAll(async () => {
  field = await startField();
  all = await phones(field.line.origin);
}, 300_000);
afterAll(async () => {
  await all.stop();
  await field.stop();
});

/** Runs in the page: logs job after job as fast as it can, and tells each that the page shows as saved. */
function hurry(from: number) {
  const told = (window as unknown as { told: (quantity: string) => void }).told;
  const pause = () => new Promise((done) => setTimeout(done, 4));
  const texts = (selector: string, begins: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.textContent.trim().startsWith(begins));
  const until = async <T>(find: () => T | null | undefined): Promise<T> => {
    for (;;) {
      const found = find();
      if (found) return found;
      await pause();
    }
  };
  const log = async () => {
    for (let next = from; ; next += 1) {
      await until(() => texts('button', 'Save work'));
      // What a killed app had left in the form.
      texts('button', 'Discard')?.click();
      await pause();
      for (const key of String(next)) {
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === key)?.click();
        await pause();
      }
      const input = document.querySelector<HTMLInputElement>('form[aria-label="Work entry"] input');
      const quantity = input?.value ?? '';
      texts('button', 'Save work')?.click();
      await until(() => {
        // Between midnight and four it is asked which day is meant.
        texts('button', 'Today, ')?.click();
        return texts('h2', 'Work entry saved!');
      });
      told(quantity);
      (await until(() => texts('button', 'Add another for'))).click();
      (await until(() => texts('button', 'Baling'))).click();
    }
  };
  void log();
}

/** Runs in the page: how many entries this device keeps that the database does not surely have. */
const waiting = () =>
  new Promise<number>((done, fail) => {
    const opening = indexedDB.open('farm-diary-outbox');
    opening.onerror = () => fail(new Error('not opened'));
    opening.onsuccess = () => {
      const all = opening.result.transaction('entries').objectStore('entries').getAll();
      all.onsuccess = () => {
        opening.result.close();
        const entries = all.result as { state: string }[];
        done(entries.filter(({ state }) => state !== 'acknowledged').length);
      };
    };
  });

/** Waits for the form; where it does not come, says what the page shows in its place. */
async function formOf(page: Page, when: string) {
  const save = page.getByRole('button', { name: 'Save work' }).first();
  await save.waitFor({ timeout: 60_000 }).catch(async (cause: unknown) => {
    const text = await page.locator('body').innerText({ timeout: 5000 });
    throw new Error(`${when}, and no form after a minute, but: ${text}`, { cause });
  });
}

/** All jobs in the database: a page at a time, since no answer holds more. */
async function jobs() {
  const all: { id: string; quantity: number }[] = [];
  for (;;) {
    const page = await field.ask(`works?select=id,quantity&order=id&limit=1000&offset=${all.length}`);
    // Rows of the two columns asked for.
    const rows = page as typeof all;
    all.push(...rows);
    if (rows.length === 0) return all;
  }
}

const FAULTS: Fault[] = ['cut before', 'cut after', 'cut in the middle', 'silent after', { status: 503 }];

it('loses nothing and doubles nothing', async () => {
  const chance = chances(Number(SOAK_FROM));
  const told = new Set<number>();
  const phone = all.phone();
  const before = new Set((await jobs()).map(({ id }) => id));
  const begun = Date.now();
  for (let n = 1; n <= kills; n += 1) {
    const offline = chance() < 0.4;
    field.line.mend();
    const killed = await phone.start({ offline });
    const { page, context } = killed;
    await page.exposeFunction('told', (quantity: string) => void told.add(Number(quantity)));
    await page.addInitScript(hurry, n * 100);
    const [fault] = FAULTS.slice(Math.floor(chance() * FAULTS.length));
    if (fault && chance() < 0.4) field.line.break((request) => (isSend(request) && chance() < 0.5 ? fault : null));
    // Some die before the app stands, most in the middle of it.
    const early = chance() < 0.15;
    const going = page.goto(field.url(HILL_FARM)).then(
      () => 'opened',
      (error: unknown) => String(error),
    );
    if (!early) await formOf(page, `kill ${n}${offline ? ', without signal' : ''}: ${await going}`);
    await new Promise((done) => setTimeout(done, chance() * (early ? 800 : 1500)));
    if (chance() < 0.3) void context.setOffline(!offline).catch(() => undefined);
    await new Promise((done) => setTimeout(done, chance() * 300));
    await killed.kill();
    if (n % 10 === 0)
      console.log(`${n} of ${kills} kills, ${told.size} jobs told, ${Math.round((Date.now() - begun) / 1000)} s`);
  }
  field.line.mend();
  const started = await phone.start();
  await started.page.goto(field.url('/works-list'));
  await expect.poll(() => started.page.evaluate(waiting), { timeout: 600_000, interval: 1000 }).toBe(0);
  const held = (await jobs()).filter(({ id }) => !before.has(id)).map(({ quantity }) => quantity);
  const lost = [...told].filter((quantity) => !held.includes(quantity));
  const doubled = held.filter((quantity, at) => held.indexOf(quantity) !== at);
  await started.close();
  console.log(
    `${kills} kills: ${told.size} jobs told, ${held.length} in the database; lost ${lost.length}, doubled ${doubled.length}`,
  );
  const report = { kills, told: told.size, held: held.length, lost: lost.length, doubled: doubled.length };
  if (SOAK_REPORT) writeFileSync(SOAK_REPORT, JSON.stringify(report));
  expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
  expect(told.size).toBeGreaterThan(kills / 2);
}, 3_600_000);
