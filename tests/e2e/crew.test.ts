// A crew: the account holder invites by mail, a second browser joins and logs work, is suspended and removed, and loses
// access.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, typePassword, type App } from '@tests/support/app';
import { HILL_FARM, save, sent } from '@tests/support/browser/field';

const EMAIL = 'new.driver@example.test';
const PASSWORD = 'a long barn door';
/** The entry, identified by its unique quantity. */
const JOB = /\b777\b/;
let app: App;
let office: Page;
let cab: Page;
let phone: BrowserContext;

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const linkIn = (text: string | undefined) => /https?:\/\/[^\s"<>]+/.exec(text ?? '')?.[0] ?? '';
async function mailTo(address: string, subject: RegExp) {
  for (let tries = 0; tries < 60; tries += 1) {
    const mail = (await app.mails()).find((one) => one.to === address && subject.test(one.subject));
    if (mail) return mail;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error(`no mail to ${address}`);
}
async function choose(name: string, item: string) {
  await office.getByRole('button', { name: `More for ${name}` }).click();
  await office.getByRole('menuitem', { name: item }).click();
}

beforeAll(async () => {
  app = await startApp();
  ({ page: office } = await app.open({ viewport: DESKTOP }));
  ({ page: cab, context: phone } = await app.open({ viewport: PHONE }));
}, 120_000);
afterAll(() => app.stop());

test('the account holder invites a person by mail', async () => {
  await office.goto('/');
  await office.getByLabel('Email').fill('owner@demo.test');
  await office.getByLabel('Password').fill('demo-farm-2026');
  await office.locator('form button[type=submit]').click();
  await office.locator('.app-frame').waitFor();
  await office.goto('/manage-users');
  await said(office, '2 of 6 seats used');
  await office.getByRole('button', { name: 'Invite someone' }).click();
  await office.getByLabel('Email').fill('New.Driver@example.test');
  await office.getByLabel(/First name/).fill('Jo');
  await office.getByLabel(/Last name/).fill('Fell');
  await office.getByText('All jobs', { exact: true }).click();
  await office.getByText('Shown', { exact: true }).click();
  await office.getByRole('button', { name: 'Send invitation' }).click();
  await said(office, 'Invitation sent.');
  await said(office, '3 of 6 seats used');
});

test('a second browser signs up from the mail, confirms and joins', async () => {
  const invitation = await mailTo(EMAIL, /invited/);
  expect(linkIn(invitation.text)).toMatch(new RegExp(`^${app.origin}/\\?invite=[0-9a-f]{64}$`));
  await cab.goto(linkIn(invitation.text));
  await said(cab, /has invited you to .+\. Sign up, or sign in, with new\.driver@example\.test\./);
  expect(await cab.getByLabel('Email').inputValue()).toBe(EMAIL);
  await cab.getByLabel('Password').fill(PASSWORD);
  await cab.locator('form button[type=submit]').click();
  await said(cab, 'Account created!');
  const confirmation = await mailTo(EMAIL, /confirm/i);
  await cab.goto(linkIn(confirmation.text));
  await typePassword(cab, PASSWORD);
  await cab.getByRole('heading', { name: /^Join .+\?$/ }).waitFor();
  await cab.getByRole('button', { name: /^Join / }).click();
  await cab.locator('nav.bottom-bar').waitFor();
  expect(cab.url()).not.toMatch(/invite|access_token/);
});

test('logs work that the account holder sees', async () => {
  await cab.goto(HILL_FARM);
  await save(cab, 777);
  await sent(cab);
  await office.goto('/works-list');
  await said(office, JOB);
  await office.goto('/manage-users');
  await said(office, 'Jo Fell');
});

test('suspended, sees the red banner and nothing else; resumed, sees everything again', async () => {
  await choose('Jo Fell', 'Suspend');
  await said(office, 'Access suspended.');
  await cab.goto('/works-list');
  await said(cab, 'Access Suspended: Please contact your main account holder to resume access.');
  expect(await cab.getByText(JOB).count()).toBe(0);
  await choose('Jo Fell', 'Resume');
  await said(office, 'Access resumed.');
  await cab.goto('/works-list');
  await said(cab, JOB);
});

test('removed, sees nothing, keeps nothing on the phone, and the work stays', async () => {
  await choose('Jo Fell', 'Remove');
  await office.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await said(office, 'Removed from the farm.');
  await said(office, '2 of 6 seats used');
  await cab.goto('/works-list');
  await cab.getByRole('heading', { name: 'No farm' }).waitFor();
  expect(await cab.getByText(JOB).count()).toBe(0);
  // Cached data is deleted from the phone too: nothing opens offline either.
  await cab.waitForFunction(async () => {
    const rows = await new Promise<number>((resolve, reject) => {
      const open = indexedDB.open('farm-diary-snapshots');
      open.onerror = () => reject(new Error('the copies could not be opened'));
      open.onsuccess = () => {
        const database = open.result;
        const names = [...database.objectStoreNames];
        let texts = '';
        let left = names.length;
        const finish = () => {
          left -= 1;
          if (left > 0) return;
          database.close();
          resolve(/Jo Fell|Hill Farm/.test(texts) ? 1 : 0);
        };
        if (left === 0) {
          left = 1;
          finish();
        }
        for (const name of names) {
          const all = database.transaction(name).objectStore(name).getAll();
          all.onsuccess = () => {
            texts += JSON.stringify(all.result);
            finish();
          };
        }
      };
    });
    return rows === 0;
  });
  await phone.setOffline(true);
  await cab.goto('/works-list').catch(() => undefined);
  expect(await cab.getByText(JOB).count()).toBe(0);
  await phone.setOffline(false);
  await office.goto('/works-list');
  await said(office, JOB);
});

test('starts an account of their own', async () => {
  await cab.goto('/');
  await cab.getByRole('button', { name: 'Start my own account' }).click();
  await said(cab, /Your trial has ended or your subscription is inactive\./);
  // For a removed person, reads of the holder's row are refused and sent entries can't be confirmed; and the phone was
  // offline.
  const expected = /status of 40[36]|ERR_INTERNET_DISCONNECTED|Failed to fetch/;
  // It was sent, so nothing of it waits or needs attention.
  await cab
    .locator('.send-state')
    .filter({ hasText: /^Everything is sent/ })
    .waitFor();
  expect(app.complaints.filter((line) => !expected.test(line))).toEqual([]);
});
