import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => backend.close());

type Answer = { status: number; body: unknown };
/** The backend with edge functions that give these responses; `calls` collects their names and bodies. */
function withFunctions(answers: Record<string, Answer | 'no response'>) {
  const calls: [string, unknown][] = [];
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    const name = /\/functions\/v1\/([\w-]+)$/.exec(new URL(request.url).pathname)?.[1];
    if (name === undefined) return backend.fetch(input, init);
    calls.push([name, await request.json()]);
    const answer = answers[name];
    if (!answer || answer === 'no response') throw new TypeError('Failed to fetch');
    return Response.json(answer.body, { status: answer.status });
  };
  return { calls, fetch };
}

async function open(person: Person, fetch: TestBackend['fetch'] = backend.fetch) {
  const view = await renderPage('/account', { backend: { fetch }, person });
  return { ...view, card: within(await screen.findByRole('region', { name: 'Subscription' })) };
}

/** Gives the person a paid year; with `cancels` it is not renewed. */
async function pay(person: Person, { status = 'active', end = '2099-03-14T12:00:00Z', cancels = false } = {}) {
  await backend.sql(
    `insert into private.billing_customers (user_id, customer_id, subscription_id, cancels) values ($1, $2, $3, $4)`,
    [person.id, `cus_${person.id}`, `sub_${person.id}`, cancels],
  );
  await backend.sql(`update public.profiles set subscription_status = $2, subscription_ends_at = $3 where id = $1`, [
    person.id,
    status,
    end,
  ]);
}

test('a trial shows its days, price and seats, warns a week before its end, and leads to the payment page', async () => {
  const person = await backend.user();
  await backend.employeeOf(person);
  await backend.sql(`update public.profiles set trial_ends_at = now() + interval '7 days' where id = $1`, [person.id]);
  const { calls, fetch } = withFunctions({
    'create-checkout-session': { status: 200, body: { success: true, url: 'https://checkout.example/pay' } },
  });
  const navigate = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { card, user } = await open(person, fetch);
  expect(within(card.getByRole('status')).getByText(/^Free trial – 7 days left \(ends \d+ \w+ \d{4}\)$/)).toBeVisible();
  expect(card.getByText('Subscribe whenever you like: the paid year starts when the trial ends.')).toBeVisible();
  expect(card.getByText('£15.99')).toBeVisible();
  expect(await card.findByText('1 of 6 seats used')).toBeVisible();
  expect(card.queryByRole('button', { name: 'Manage billing' })).not.toBeInTheDocument();
  await user.click(card.getByRole('button', { name: 'Subscribe' }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('https://checkout.example/pay'));
  expect(calls).toEqual([['create-checkout-session', {}]]);
});

test('a refusal, an empty answer or none is told on the card, and the button can be pressed again', async () => {
  const person = await backend.user();
  const refusal = 'Payments are not set up on this copy of the app yet. Nothing was charged.';
  const answers: Parameters<typeof withFunctions>[0] = {};
  const { fetch } = withFunctions(answers);
  const navigate = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { card, user } = await open(person, fetch);
  for (const [answer, sentence] of [
    [{ status: 409, body: { success: false, error: refusal } }, refusal],
    ['no response', 'There is no signal. Try again when there is.'],
    // The gateway refuses.
    [{ status: 503, body: { code: 'BOOT_ERROR' } }, 'Something went wrong. Please try again.'],
    [{ status: 200, body: { success: false, error: 'Not today.' } }, 'Not today.'],
    [{ status: 200, body: {} }, 'Something went wrong. Please try again.'],
  ] as const) {
    answers['create-checkout-session'] = answer;
    await user.click(card.getByRole('button', { name: 'Subscribe' }));
    expect(await card.findByText(sentence)).toBeVisible();
    await waitFor(() => expect(card.getByRole('button', { name: 'Subscribe' })).toBeEnabled());
  }
  expect(navigate).not.toHaveBeenCalled();
});

test('an existing subscription unknown to the page is shown after the refusal; cancelled, it has no refund', async () => {
  const person = await backend.user();
  const error = 'This account has a subscription already. Use Manage billing to change it.';
  const { fetch } = withFunctions({ 'create-checkout-session': { status: 409, body: { success: false, error } } });
  const { card, user } = await open(person, fetch);
  await pay(person, { cancels: true });
  await user.click(card.getByRole('button', { name: 'Subscribe' }));
  expect(await card.findByText('Active until 14 Mar 2099')).toBeVisible();
  expect(await card.findByText('You keep access until 14 Mar 2099. No refund for the current period.')).toBeVisible();
  expect(await card.findByRole('button', { name: 'Manage billing' })).toBeEnabled();
  expect(card.getByText(error)).toBeVisible();
  expect(card.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
});

test('a paid year shows its end and the way to manage billing, and nothing to buy', async () => {
  const person = await backend.user();
  await pay(person);
  const { calls, fetch } = withFunctions({
    'create-portal-session': { status: 200, body: { success: true, url: 'https://billing.example/p' } },
  });
  const navigate = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const { card, user } = await open(person, fetch);
  expect(card.getByText('Active until 14 Mar 2099')).toBeVisible();
  expect(await card.findByText('It renews by itself then, for £15.99.')).toBeVisible();
  await user.click(await card.findByRole('button', { name: 'Manage billing' }));
  await waitFor(() => expect(navigate).toHaveBeenCalledWith('https://billing.example/p'));
  expect(calls).toEqual([['create-portal-session', {}]]);
  expect(card.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
});

test('an ended subscription can be bought again, and its receipts are still available', async () => {
  const person = await backend.user();
  await pay(person, { status: 'canceled', end: '2026-03-14T12:00:00Z', cancels: true });
  const { card } = await open(person);
  expect(card.getByText('Inactive: it ended on 14 Mar 2026')).toBeVisible();
  expect(card.getByText('Your records stay. You can export all of them at any time.')).toBeVisible();
  expect(card.getByRole('button', { name: 'Subscribe' })).toBeEnabled();
  expect(await card.findByRole('button', { name: 'Manage billing' })).toBeEnabled();
});

test('a subscription with a failed payment can be paid, not bought again', async () => {
  const person = await backend.user();
  await pay(person, { status: 'past_due' });
  const { card } = await open(person);
  expect(card.getByText('Inactive: the last payment did not go through')).toBeVisible();
  expect(await card.findByRole('button', { name: 'Manage billing' })).toBeEnabled();
  expect(card.queryByRole('button', { name: 'Subscribe' })).not.toBeInTheDocument();
});
