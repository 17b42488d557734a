// A crew: the account holder invites by mail, a second browser joins and logs work, is suspended and removed, and loses
// access.
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, typePassword, type App } from '@tests/support/app';
import { HILL_FARM_FORM, save, expectAllSent } from '@tests/support/browser/proxied-server';
import { openAs, OWNER } from '@tests/support/browser/sign-in';
import { waitForText } from '@tests/support/browser/wait-for-text';

const EMAIL = 'new.driver@example.test';
const PASSWORD = 'a long barn door';
/** The entry, identified by its unique quantity. */
const JOB = /\b777\b/;
let app: App;
let ownerPage: Page;
let driverPage: Page;
let driverContext: BrowserContext;

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
  await ownerPage.getByRole('button', { name: `More for ${name}` }).click();
  await ownerPage.getByRole('menuitem', { name: item }).click();
}

beforeAll(async () => {
  app = await startApp();
  ({ page: ownerPage } = await app.open({ viewport: DESKTOP, worker: false }));
  ({ page: driverPage, context: driverContext } = await app.open({ viewport: PHONE }));
});
afterAll(() => app.stop());

test('the account holder invites a person by mail', async () => {
  await openAs(ownerPage, app.origin, OWNER, '/manage-users');
  await waitForText(ownerPage, '2 of 6 seats used');
  await ownerPage.getByRole('button', { name: 'Invite someone' }).click();
  await ownerPage.getByLabel('Email').fill('New.Driver@example.test');
  await ownerPage.getByLabel(/First name/).fill('Jo');
  await ownerPage.getByLabel(/Last name/).fill('Fell');
  await ownerPage.getByText('All jobs', { exact: true }).click();
  await ownerPage.getByText('Shown', { exact: true }).click();
  await ownerPage.getByRole('button', { name: 'Send invitation' }).click();
  await waitForText(ownerPage, 'Invitation sent.');
  await waitForText(ownerPage, '3 of 6 seats used');
});

test('a second browser signs up from the mail, confirms and joins', async () => {
  const invitation = await mailTo(EMAIL, /invited/);
  expect(linkIn(invitation.text)).toMatch(new RegExp(`^${app.origin}/\\?invite=[0-9a-f]{64}$`));
  await driverPage.goto(linkIn(invitation.text));
  await waitForText(driverPage, /has invited you to .+\. Sign up, or sign in, with new\.driver@example\.test\./);
  await expect.poll(() => driverPage.getByLabel('Email').inputValue()).toBe(EMAIL);
  await driverPage.getByLabel('Password').fill(PASSWORD);
  await driverPage.locator('form button[type=submit]').click();
  await waitForText(driverPage, 'Account created!');
  const confirmation = await mailTo(EMAIL, /confirm/i);
  await driverPage.goto(linkIn(confirmation.text));
  await typePassword(driverPage, PASSWORD);
  await driverPage.getByRole('heading', { name: /^Join .+\?$/ }).waitFor();
  await driverPage.getByRole('button', { name: /^Join / }).click();
  await driverPage.locator('nav.bottom-bar').waitFor();
  expect(driverPage.url()).not.toMatch(/invite|access_token/);
});

test('the new employee logs work that the account holder sees', async () => {
  await driverPage.goto(HILL_FARM_FORM);
  await save(driverPage, 777);
  await driverPage.getByText('In the office', { exact: true }).waitFor();
  await expectAllSent(driverPage);
  await ownerPage.goto('/works-list');
  await waitForText(ownerPage, JOB);
  await ownerPage.goto('/manage-users');
  await waitForText(ownerPage, 'Jo Fell');
});

test('a suspended employee sees the red banner and nothing else; once resumed, sees everything again', async () => {
  await choose('Jo Fell', 'Suspend');
  await waitForText(ownerPage, 'Access suspended.');
  await driverPage.goto('/works-list');
  await waitForText(driverPage, 'Access Suspended: Please contact your main account holder to resume access.');
  expect(await driverPage.getByText(JOB).count()).toBe(0);
  await choose('Jo Fell', 'Resume');
  await waitForText(ownerPage, 'Access resumed.');
  await driverPage.goto('/works-list');
  await waitForText(driverPage, JOB);
});

test('a removed employee sees nothing, no data stays on the phone, and the work stays on the farm', async () => {
  await choose('Jo Fell', 'Remove');
  await ownerPage.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await waitForText(ownerPage, 'Removed from the farm.');
  await waitForText(ownerPage, '2 of 6 seats used');
  await driverPage.goto('/works-list');
  await driverPage.getByRole('heading', { name: 'No farm' }).waitFor();
  expect(await driverPage.getByText(JOB).count()).toBe(0);
  // Cached data is deleted from the phone too: nothing opens offline either.
  await driverPage.waitForFunction(async () => {
    const found = await new Promise<number>((resolve, reject) => {
      const open = indexedDB.open('farm-diary-snapshots');
      open.onerror = () => reject(new Error('the snapshots could not be opened'));
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
    return found === 0;
  });
  await driverContext.setOffline(true);
  await driverPage.goto('/works-list').catch(() => undefined);
  expect(await driverPage.getByText(JOB).count()).toBe(0);
  await driverContext.setOffline(false);
  await ownerPage.goto('/works-list');
  await waitForText(ownerPage, JOB);
});

test('a removed employee starts an account of their own', async () => {
  await driverPage.goto('/');
  await driverPage.getByRole('button', { name: 'Start my own account' }).click();
  await waitForText(driverPage, /Your trial has ended or your subscription is inactive\./);
  // Expected errors: refused reads of the holder's row, entries that can't be read back, and requests while offline.
  const expected = /status of 40[36]|ERR_INTERNET_DISCONNECTED|Failed to fetch/;
  // It was sent, so nothing of it waits or needs attention.
  await driverPage
    .locator('.send-state')
    .filter({ hasText: /^Nothing waits on this phone/ })
    .waitFor();
  expect(app.pageErrors.filter((line) => !expected.test(line))).toEqual([]);
});
