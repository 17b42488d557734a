// A trial ends with the app open: the holder is led to the account, pays, and everything opens again; their employee
// waits.
import type { Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { postgresAvailable, startPostgres } from '@tests/support/database/postgres';
import { stripeStandIn, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';

const OVER = 'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
const WAITING = 'Payment received, waiting for confirmation';
/** The heading for the holder, and for an employee. */
const WORKS = /^(Works List|My Work)$/;
const THANKS = 'Welcome back! Your purchase was successful.';

describe.runIf(postgresAvailable())('a subscription', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let sql: postgres.Sql;
  let stripe: StripeStandIn;
  let app: App;
  let office: Page;
  let cab: Page;

  beforeAll(async () => {
    server = await startPostgres();
    sql = postgres(server.url, { max: 1, onnotice: () => undefined });
    stripe = await stripeStandIn();
    app = await startApp({ database: server.url, env: stripe.env });
    stripe.sendEventsTo(`${app.origin}/functions/v1/stripe-webhook`);
    ({ page: office } = await app.open({ viewport: DESKTOP }));
    ({ page: cab } = await app.open({ viewport: PHONE }));
    await signIn(office, 'owner@demo.test');
    await signIn(cab, 'driver@demo.test');
  }, 240_000);
  afterAll(async () => {
    await app.stop();
    await stripe.close();
    await sql.end();
    await server.stop();
  });

  async function signIn(page: Page, email: string) {
    await page.goto('/');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('demo-farm-2026');
    await page.locator('form button[type=submit]').click();
    await page.locator('.app-frame').waitFor();
  }
  const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
  const profile = async () =>
    (
      await sql<{ status: string; ahead: boolean }[]>`
        select subscription_status as status, subscription_ends_at > now() + interval '360 days' as ahead
        from public.profiles where role = 'admin'`
    )[0];

  test('the trial ends at its exact second, for the holder and the employee', async () => {
    await sql`update public.profiles set subscription_status = 'trialing', subscription_ends_at = null,
      trial_ends_at = now() + interval '20 seconds' where role = 'admin'`;
    await office.goto('/works-list');
    await cab.goto('/works-list');
    await office.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await cab.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await office.getByText(OVER).waitFor({ timeout: 30_000 });
    expect(path(office)).toBe('/account');
    await cab.getByText(SUSPENDED).waitFor({ timeout: 30_000 });
    expect(path(cab)).toBe('/manage-account');
    const [{ over } = { over: false }] = await sql<{ over: boolean }[]>`
      select trial_ends_at <= now() as over from public.profiles where role = 'admin'`;
    expect(over).toBe(true);
  });

  test('the holder can read only the noticeboard; the employee only their own page', async () => {
    await office.goto('/invoices');
    await office.getByText('Inactive: the free trial ended on', { exact: false }).waitFor();
    expect(path(office)).toBe('/account');
    await office.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Noticeboard' }).click();
    await office.getByText(OVER).waitFor();
    expect(path(office)).toBe('/');
    for (const address of ['/add-work', '/noticeboard', '/', '/account']) {
      await cab.goto(address);
      await cab.getByText(SUSPENDED).waitFor();
      expect(path(cab)).toBe('/manage-account');
    }
    expect(await cab.getByText(/£|Subscribe/).count()).toBe(0);
  });

  test('the return address of a checkout opens nothing (A63)', async () => {
    await office.goto('/?session_id=cs_anything');
    await office.getByText(WAITING).waitFor();
    await office.goto('/works-list');
    await office.getByText(OVER).waitFor();
    expect(path(office)).toBe('/account');
    expect(await profile()).toMatchObject({ status: 'trialing' });
  });

  test('checkout, webhook, banner, and everything is open again', async () => {
    await office.goto('/account');
    await office.getByRole('button', { name: 'Subscribe' }).click();
    await office.waitForURL(`${stripe.url}/pay/*`);
    // The confirmation of the payment arrives after the payer.
    stripe.delayBy((asked) =>
      asked === '/v1/subscriptions' ? new Promise((done) => setTimeout(done, 3000)) : Promise.resolve(),
    );
    await office.getByRole('button', { name: 'Pay £15.99' }).click();
    await office.getByText(THANKS).waitFor();
    await office.getByText(WAITING).waitFor();
    expect(path(office)).toBe('/');
    await office.getByRole('navigation', { name: 'Quick actions' }).waitFor();
    await office.getByText(WAITING).waitFor({ state: 'detached' });
    stripe.delayBy(() => Promise.resolve());
    await office.getByRole('button', { name: 'Close', exact: true }).click();
    await office.getByText(THANKS).waitFor({ state: 'detached' });
    expect(await profile()).toEqual({ status: 'active', ahead: true });
    await office.goto('/works-list');
    await office.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await cab.goto('/works-list');
    await cab.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
  });

  test('cancelled at the end of its period: open until then, and the account says so', async () => {
    const [subscription] = [...stripe.subscriptions.values()];
    Object.assign(subscription ?? {}, { cancel_at_period_end: true });
    expect(await stripe.deliver(stripe.event('customer.subscription.updated', { ...subscription }))).toBe(200);
    await office.goto('/account');
    await office.getByText(/^You keep access until .+\. No refund for the current period\.$/).waitFor();
    await office.getByRole('button', { name: 'Manage billing' }).click();
    await office.waitForURL(`${stripe.url}/portal/**`);
    expect(app.complaints).toEqual([]);
  });
});
