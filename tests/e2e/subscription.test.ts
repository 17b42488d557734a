// A trial ends with the app open: the holder is redirected to the account page, pays, and everything opens again; until
// then their employee has no access.
import type { Page } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, PHONE, startApp, type App } from '@tests/support/app';
import { postgresAvailable } from '@tests/support/database/postgres';
import { stripeStandIn, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';
import { openAs } from '@tests/support/browser/sign-in';
import { FULL } from '@tests/support/full';

const OVER = 'Your trial has ended or your subscription is inactive. Please subscribe to continue using all features.';
const SUSPENDED = 'Access Suspended: Please contact your main account holder to resume access.';
const WAITING = 'Payment received, waiting for confirmation';
/** The heading for the holder, and for an employee. */
const WORKS = /^(Works List|My Work)$/;
const THANKS = 'Welcome back! Your purchase was successful.';

describe.runIf(postgresAvailable())('a subscription', () => {
  let sql: postgres.Sql;
  let stripe: StripeStandIn;
  let app: App;
  let ownerPage: Page;
  let driverPage: Page;

  beforeAll(async () => {
    stripe = await stripeStandIn();
    app = await startApp({ env: stripe.env });
    sql = postgres(app.database ?? '', { max: 1, onnotice: () => undefined });
    stripe.sendEventsTo(`${app.origin}/functions/v1/stripe-webhook`);
    ({ page: ownerPage } = await app.open({ viewport: DESKTOP, worker: false }));
    ({ page: driverPage } = await app.open({ viewport: PHONE, worker: false }));
    await openAs(ownerPage, app.origin, 'owner@demo.test');
    await openAs(driverPage, app.origin, 'driver@demo.test');
  });
  afterAll(async () => {
    await sql.end();
    await app.stop();
    await stripe.close();
  });

  const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
  const profile = async () =>
    (
      await sql<{ status: string; ahead: boolean }[]>`
        select subscription_status as status, subscription_ends_at > now() + interval '360 days' as ahead
        from public.profiles where role = 'admin'`
    )[0];

  test('the trial ends at its exact second, for the holder and the employee', async () => {
    await sql`update public.profiles set subscription_status = 'trialing', subscription_ends_at = null,
      trial_ends_at = now() + interval '30 seconds' where role = 'admin'`;
    await Promise.all([ownerPage.goto('/works-list'), driverPage.goto('/works-list')]);
    await ownerPage.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await driverPage.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await ownerPage.getByText(OVER).waitFor();
    expect(path(ownerPage)).toBe('/account');
    await driverPage.getByText(SUSPENDED).waitFor();
    expect(path(driverPage)).toBe('/manage-account');
    const [{ over } = { over: false }] = await sql<{ over: boolean }[]>`
      select trial_ends_at <= now() as over from public.profiles where role = 'admin'`;
    expect(over).toBe(true);
  });

  test('the holder can read only the noticeboard; the employee only their own page', async () => {
    await ownerPage.goto('/invoices');
    await ownerPage.getByText('Inactive: the free trial ended on', { exact: false }).waitFor();
    expect(path(ownerPage)).toBe('/account');
    await ownerPage.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Noticeboard' }).click();
    await ownerPage.getByText(OVER).waitFor();
    expect(path(ownerPage)).toBe('/');
    for (const address of FULL ? ['/add-work', '/noticeboard', '/account', '/'] : ['/add-work', '/']) {
      await driverPage.goto(address);
      await driverPage.getByText(SUSPENDED).waitFor();
      expect(path(driverPage)).toBe('/manage-account');
    }
    expect(await driverPage.getByText(/£|Subscribe/).count()).toBe(0);
  });

  test('the return address of a checkout opens nothing (A63)', async () => {
    await ownerPage.goto('/?session_id=cs_anything');
    await ownerPage.getByText(WAITING).waitFor();
    await ownerPage.goto('/works-list');
    await ownerPage.getByText(OVER).waitFor();
    expect(path(ownerPage)).toBe('/account');
    expect(await profile()).toMatchObject({ status: 'trialing' });
  });

  test('a payment shows a banner until the webhook confirms it, and opens everything again', async () => {
    await ownerPage.goto('/account');
    await ownerPage.getByRole('button', { name: 'Subscribe' }).click();
    await ownerPage.waitForURL(`${stripe.url}/pay/*`);
    // The confirmation of the payment arrives after the payer.
    let confirm: () => void = () => undefined;
    const confirmed = new Promise<void>((done) => (confirm = done));
    stripe.delayBy((asked) => (asked === '/v1/subscriptions' ? confirmed : Promise.resolve()));
    await ownerPage.getByRole('button', { name: 'Pay £15.99' }).click();
    await ownerPage.getByText(THANKS).waitFor();
    await ownerPage.getByText(WAITING).waitFor();
    expect(path(ownerPage)).toBe('/');
    confirm();
    await ownerPage.getByRole('navigation', { name: 'Quick actions' }).waitFor();
    await ownerPage.getByText(WAITING).waitFor({ state: 'detached' });
    stripe.delayBy(() => Promise.resolve());
    await ownerPage.getByRole('button', { name: 'Close', exact: true }).click();
    await ownerPage.getByText(THANKS).waitFor({ state: 'detached' });
    expect(await profile()).toEqual({ status: 'active', ahead: true });
    await ownerPage.goto('/works-list');
    await ownerPage.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
    await driverPage.goto('/works-list');
    await driverPage.getByRole('heading', { name: WORKS, level: 1 }).waitFor();
  });

  test('a subscription cancelled for the end of its period works until then, and the account says so', async () => {
    const [subscription] = [...stripe.subscriptions.values()];
    Object.assign(subscription ?? {}, { cancel_at_period_end: true });
    expect(await stripe.deliver(stripe.event('customer.subscription.updated', { ...subscription }))).toBe(200);
    await ownerPage.goto('/account');
    await ownerPage.getByText(/^You keep access until .+\. No refund for the current period\.$/).waitFor();
    await ownerPage.getByRole('button', { name: 'Manage billing' }).click();
    await ownerPage.waitForURL(`${stripe.url}/portal/**`);
    expect(app.pageErrors).toEqual([]);
  });
});
