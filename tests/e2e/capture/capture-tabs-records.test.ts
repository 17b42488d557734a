// Forms of other records in two tabs of one phone, in a real browser: what is typed in each is saved.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  draftTexts,
  expectAllSent,
  startProxiedServer,
  type ProxiedServer,
} from '@tests/support/browser/proxied-server';

let server: ProxiedServer;
let context: BrowserContext;
let first: Page;
let second: Page;

beforeAll(async () => {
  server = await startProxiedServer();
  ({ context } = await server.open());
});
afterAll(() => server.stop());
beforeEach(() => server.startTest());
afterEach(async () => {
  await Promise.all([first.close(), second.close()]);
});

/** Opens a form, and waits until it is ready for input. */
async function openForm(path: string, ready: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url(path));
  await page.getByRole('button', { name: ready }).waitFor();
  return page;
}
const draftCount = async (page: Page) => (JSON.parse(await draftTexts(page)) as unknown[]).length;

test('notes written in two tabs at once are both saved', async () => {
  const write = async (page: Page, body: string) => {
    await page.getByRole('button', { name: 'Repair needed' }).click();
    await page.getByLabel('Note', { exact: true }).fill(body);
  };
  const bodies = async () =>
    ((await server.ask('notes?select=body&body=like.two tabs*&order=body')) as { body: string }[]).map(
      ({ body }) => body,
    );
  first = await openForm('/add-note', 'Save note');
  await write(first, 'two tabs: gate');
  await expect.poll(() => draftCount(first)).toBe(1);
  second = await openForm('/add-note', 'Save note');
  await write(second, 'two tabs: fence');
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
  }
  await expectAllSent(second);
  await expect.poll(bodies).toEqual(['two tabs: fence', 'two tabs: gate']);
});

test('a checklist filled in in two tabs at once is saved twice', async () => {
  const [template] = (await server.ask('checklist_templates?select=id,name&active=is.true&order=name&limit=1')) as {
    id: string;
  }[];
  const completed = async () =>
    (
      (await server.ask('checklist_completions?select=machine&machine=like.Two tabs*&order=machine')) as {
        machine: string;
      }[]
    ).map(({ machine }) => machine);
  const fill = async (page: Page, machine: string) => {
    await page.getByLabel('Machine or place (optional)').fill(machine);
    for (const radio of await page.getByRole('radio', { name: /^(OK|Yes)$/ }).all()) await radio.check({ force: true });
  };
  const path = `/add-checklist?template=${template?.id ?? ''}`;
  first = await openForm(path, 'Save checklist');
  await fill(first, 'Two tabs 1');
  await expect.poll(() => draftCount(first)).toBe(1);
  second = await openForm(path, 'Save checklist');
  await fill(second, 'Two tabs 2');
  for (const page of [first, second]) {
    await page.getByRole('button', { name: 'Save checklist' }).click();
    await page.getByRole('heading', { level: 1, name: 'Completed Checklists' }).waitFor();
  }
  await expectAllSent(second);
  await expect.poll(completed).toEqual(['Two tabs 1', 'Two tabs 2']);
});
