// People of the demonstration account in a browser: signed in by the form, or signed in already.
import type { Page } from 'playwright-core';
import { sessionKey } from '@/lib/env';

export const OWNER = 'owner@demo.test';
export const DRIVER = 'driver@demo.test';
/** The password of everybody in the demonstration account. */
export const DEMO_PASSWORD = 'demo-farm-2026';

type Credentials = { email: string; password: string };

/** A new session from the backend at this address, and the key with which requests name the app. */
export async function newSession(origin: string, credentials: Credentials) {
  const { publishableKey: apikey } = (await (await fetch(`${origin}/_embedded.json`)).json()) as {
    publishableKey: string;
  };
  const answer = await fetch(`${origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey, 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  if (!answer.ok) throw new Error(`${credentials.email} can't sign in: ${await answer.text()}`);
  return { apikey, session: (await answer.json()) as { access_token: string } };
}

/**
 * Puts a session of this person into the browser's storage, as if they had signed in on this device before. It saves the
 * time of the form, which tests/e2e/access.test.ts covers. The app must not be open in this browser yet.
 */
export async function putSession(page: Page, origin: string, email: string, password = DEMO_PASSWORD) {
  const { session } = await newSession(origin, { email, password });
  // A file of the site that runs nothing.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    sessionKey(origin),
    JSON.stringify(session),
  ] as const);
}

/** Opens a page as this person, who signed in on this device before. */
export async function openAs(page: Page, origin: string, email: string, path = '/') {
  await putSession(page, origin, email);
  await page.goto(origin + path);
  await page.locator('.app-frame').waitFor();
}

/** Signs a person in by the form of the start page. */
export async function signIn(page: Page, email: string, { password = DEMO_PASSWORD, origin = '' } = {}) {
  await page.goto(`${origin}/`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.locator('form button[type=submit]').click();
  await page.locator('.app-frame').waitFor();
}
