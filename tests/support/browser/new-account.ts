// A new account in a browser.
import type { Page } from 'playwright-core';
import { typePassword, type App } from '@tests/support/app';
import { openApi } from '@tests/support/embedded/demo-api';

const PASSWORD = 'a long password of the walk';

/** Opens the form for a new account on the start page. */
export async function openSignUp(page: Page): Promise<void> {
  await page.goto('/');
  // The button becomes a submit button once the script runs: before that, a press of a tab is lost.
  await page.locator('form button[type=submit]').waitFor();
  await page.getByRole('tab', { name: 'Sign Up' }).click();
}

/**
 * An account with nothing in it, made without a page and its address confirmed. Resolves to its holder's client, id and
 * password.
 */
export async function newAccountByApi(app: App, email: string) {
  const api = await openApi(app);
  const password = PASSWORD;
  await api.auth.signUp({ email, password });
  const mail = (await app.mails()).find(({ to }) => to === email);
  await fetch(/https?:\/\/[^\s"<>]+/.exec(mail?.text ?? '')?.[0] ?? '', { redirect: 'manual' });
  const { data, error } = await api.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return { api, id: data.user.id, password };
}

/** Signs up on the start page and confirms the address by the mail: an account with nothing in it. */
export async function newAccount(app: App, page: Page, email: string): Promise<void> {
  await openSignUp(page);
  await page.getByLabel('Email').fill(email);
  await page.getByPlaceholder('Create a strong password').fill(PASSWORD);
  await page.locator('form button[type=submit]').click();
  await page.getByText('Please check your email for a confirmation link.').first().waitFor();
  const mail = (await app.mails()).find(({ to }) => to === email);
  await page.goto(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await typePassword(page, PASSWORD);
  await page.locator('.app-frame').waitFor();
}
