import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { allowedPath } from '@/app/gate/allowed-path';
import { publicPages } from '@/app/public-site/public-paths';
import { pageDescriptions } from '@/app/public-site/public-metadata';
import type { Access, Profile } from '@/domain/account/access';
import { DEVICE_STORAGE } from '@/features/public/device-storage';
import { OPERATOR } from '@/features/public/operator';
import { renderPage } from '@tests/support/render-page';

/** The public pages request no data. */
const noBackend = { fetch: () => Promise.reject(new Error('unexpected request')) };

async function openPage(path: string) {
  const page = await renderPage(path, { backend: noBackend });
  const heading = await page.screen.findByRole('heading', { level: 1 });
  return { ...page, heading, main: page.screen.getByRole('main') };
}

const textOf = (element: Element) => element.textContent.replace(/\s+/g, ' ');

describe('every public page', () => {
  // The contact page has tests of its own, as it sends a message.
  test.each(publicPages.filter(({ path }) => path !== '/contact').map(({ path, title }) => [path, title] as const))(
    '%s has its title, its place in the bar and a sign-in link',
    async (path, title) => {
      const { screen } = await openPage(path);
      expect(document.title).toBe(`${title} · Farm Diary`);
      const bar = within(screen.getByRole('navigation', { name: 'Main' }));
      const current = bar.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page');
      expect(current.map((link) => link.getAttribute('href'))).toEqual(
        ['/features', '/pricing', '/about'].includes(path) ? [path] : [],
      );
      // The link also works without JavaScript.
      expect(screen.getByRole('link', { name: 'Login / Register' })).toHaveAttribute('href', '/#sign-in');
    },
  );

  test('has a description for search engines that no other page has', () => {
    expect(pageDescriptions.map(({ path }) => path)).toEqual(['/', ...publicPages.map(({ path }) => path)]);
    expect(new Set(pageDescriptions.map(({ description }) => description)).size).toBe(pageDescriptions.length);
    for (const { description } of pageDescriptions) {
      expect(description.length).toBeGreaterThan(50);
      expect(description.length).toBeLessThanOrEqual(160);
    }
  });
});

test('the price is stated in full', async () => {
  const { main, heading } = await openPage('/pricing');
  expect(heading).toHaveTextContent('One price. The whole farm.');
  const text = textOf(main);
  for (const phrase of [
    'Yearly plan, intro offer',
    '£15.99 a year, for each main account',
    '30 days free. No credit card required.',
    'You and up to 6 more users, at no extra cost.',
    'A stand-alone subscription, not linked to any other account.',
    'There is no refund for the current subscription period.',
  ])
    expect(text).toContain(phrase);
  const plan = within(main).getByRole('heading', { name: 'In the plan' }).parentElement;
  const items = [...(plan?.querySelectorAll('li > span') ?? [])].map((item) => item.firstChild?.textContent);
  expect(items).toEqual([
    'Unlimited work logging',
    'Customer and task management',
    'Invoice generation',
    'Employee time tracking',
    'Reporting and analytics',
    'PDF exports',
    'Admin dashboard',
    'Secure cloud storage',
  ]);
});

// If a policy changes, update its date in last-updated.ts and then the hash of its text here.
test.each([
  ['/privacy-policy', '61c767e7e76916d1'],
  ['/terms-and-conditions', '04c459d3241abb7e'],
])('%s states the date of its last change, and its text has not changed since', async (path, hash) => {
  const { screen, main } = await openPage(path);
  expect(screen.getByText('Last updated: November 30, 2026')).toBeVisible();
  expect(createHash('sha256').update(textOf(main)).digest('hex').slice(0, 16)).toBe(hash);
});

test.each(['/privacy-policy', '/terms-and-conditions', '/about'])('%s names the operator', async (path) => {
  const text = textOf((await openPage(path)).main);
  expect(text).toContain(`${OPERATOR.name}, ${OPERATOR.address}`);
});

test('the about page says who the app is for', async () => {
  const { main } = await openPage('/about');
  expect(textOf(main)).toContain(
    'for farmers, agri-contractors, agri-businesses, the self-employed and service providers in the UK and Ireland',
  );
});

test('no page claims that a lapsed account is fully readable: only noticeboard and account page open', async () => {
  for (const path of ['/pricing', '/terms-and-conditions', '/about', '/privacy-policy']) {
    const text = textOf((await openPage(path)).main);
    expect(text, path).not.toMatch(/still read|read and export|reading and exporting|everything in it/i);
    cleanup();
  }
  const lapsed: Access = { kind: 'adminInactive', profile: {} as Profile };
  expect(['/', '/account', '/works-list', '/view-invoices'].map((path) => allowedPath(lapsed, path))).toEqual([
    '/',
    '/account',
    '/account',
    '/account',
  ]);
  const text = textOf((await openPage('/terms-and-conditions')).main);
  expect(text).toContain('can open the noticeboard and the account page, and export everything as one ZIP');
});

test('the terms explain a trial, a year and cancelling', async () => {
  const text = textOf((await openPage('/terms-and-conditions')).main);
  for (const phrase of [
    'free for 30 days. No credit card is required.',
    '£15.99 a year for each main account (intro offer)',
    'up to 6 additional user seats for employees at no extra cost',
    'There are no refunds for the current subscription period if you cancel.',
    'it is not linked to any other account',
  ])
    expect(text).toContain(phrase);
});

describe('the privacy policy', () => {
  test('names the processors, and says that there are no adverts, tracking or cookies', async () => {
    const text = textOf((await openPage('/privacy-policy')).main);
    for (const phrase of ['Supabase', 'Stripe', 'Resend', 'no adverts, no tracking and no analytics', 'no cookies'])
      expect(text).toContain(phrase);
  });

  test('explains what happens to employees if the account is deleted, and how they delete their own', async () => {
    const text = textOf((await openPage('/privacy-policy')).main);
    expect(text).not.toContain('job title');
    expect(text).not.toMatch(/records, people and settings/);
    for (const phrase of [
      'The account holder can delete the account',
      'People in the crew keep their own sign-in',
      'leave the farm, choose “Start my own account” and delete that one',
    ])
      expect(text).toContain(phrase);
  });

  const filesOf = (folder: string): string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesOf(path) : /\.(?:ts|tsx)$/.test(name) ? [path] : [];
    });

  test('names everything that the source stores on a device, and nothing else', async () => {
    const source = [...filesOf('src').filter((path) => !path.includes('features/public/')), 'public/boot.js']
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    const used = new Set([...source.matchAll(/['"`](farm-diary-[a-z-]+)['"`]/g)].map(([, name]) => name));
    // Used by the embedded backend, which no deployed app has.
    used.delete('farm-diary-embedded');
    const { main } = await openPage('/privacy-policy');
    const listed = [...main.querySelectorAll('code')].map((name) => name.textContent);
    expect(listed).toEqual(DEVICE_STORAGE.map(({ name }) => name));
    expect(listed.filter((name) => name !== 'sb-…-auth-token').sort()).toEqual([...used].sort());
  });
});

describe('the features', () => {
  test.each(['/features', '/about', '/pricing', '/'])('%s never says that a farm complies', async (path) => {
    const { main, screen } = await openPage(path);
    if (path === '/') await screen.findByText('Four taps in the cab');
    expect(textOf(main)).not.toMatch(/compliant|you comply/i);
  });

  test('the page shows pictures of the app whose files exist, with size and alternative text', async () => {
    const { main } = await openPage('/features');
    const pictures = within(main).getAllByRole('img');
    expect(pictures.length).toBe(3);
    for (const picture of pictures) {
      expect(statSync(`public${picture.getAttribute('src') ?? ''}`).size).toBeLessThan(80_000);
      for (const name of ['width', 'height', 'alt']) expect(picture.getAttribute(name)).toBeTruthy();
      expect(picture).toHaveAttribute('loading', 'lazy');
    }
  });
});

test('the example invoice on the landing page adds up', async () => {
  const { screen } = await openPage('/');
  const rows = within(await screen.findByRole('table', { name: /one week/ })).getAllByRole('row');
  const pence = (text: string | null | undefined) => Math.round(Number((text ?? '').replace(/[£,]/g, '')) * 100);
  const lines = rows.filter((row) => within(row).queryAllByRole('cell').length === 3);
  const values = lines.map((row) => {
    const [quantity, rate, value] = within(row).getAllByRole('cell');
    expect(pence(value?.textContent)).toBe(
      Math.round(parseFloat(quantity?.textContent ?? '') * pence(rate?.textContent)),
    );
    return pence(value?.textContent);
  });
  const amountOf = (name: string) =>
    pence(rows.find((row) => row.textContent.startsWith(name))?.querySelector('td')?.textContent);
  expect(values.length).toBe(3);
  expect(amountOf('Subtotal')).toBe(values.reduce((sum, value) => sum + value, 0));
  expect(amountOf('VAT')).toBe(Math.round(amountOf('Subtotal') * 0.2));
  expect(amountOf('Total')).toBe(amountOf('Subtotal') + amountOf('VAT'));
});

describe('the address of the landing page', () => {
  test.each([
    ['#sign-up', 'Sign Up'],
    ['#sign-in', 'Sign In'],
  ])('with %s shows that tab, with the focus in the email field', async (hash, tab) => {
    const { screen } = await openPage(`/${hash}`);
    expect(screen.getByRole('tab', { name: tab, selected: true })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });
});
