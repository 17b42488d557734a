import type { Page } from 'playwright-core';

/** Waits until this phone has stored all of the app, also the pages that it stores after the installation. */
export async function waitUntilStored(page: Page) {
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByText('Ready without signal').waitFor();
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
}
