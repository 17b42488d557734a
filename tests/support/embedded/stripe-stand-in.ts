// The part of Stripe's API that the functions use, on a loopback port: customers, checkout pages, subscriptions, the
// portal, and events signed as Stripe signs them. The signature is implemented from Stripe's documentation, not with
// its library.
import { createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const STRIPE_KEY = 'sk_test_stand_in';
const WEBHOOK_SECRET = 'whsec_stand_in';
export const PRICE = 'price_year';
export const YEAR_SECONDS = 365 * 24 * 3600;

type Params = Record<string, string>;
type RecordedRequest = { method: string; path: string; params: Params; idempotencyKey: string | undefined };
type Answer = { status: number; body: unknown };
type Customer = { id: string; object: 'customer'; email: string; metadata: Params; deleted?: true };
export type Subscription = {
  id: string;
  object: 'subscription';
  customer: string;
  livemode: boolean;
  status: string;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  ended_at: number | null;
  items: { object: 'list'; data: { id: string; price: { id: string }; current_period_end: number }[] };
};
type Session = { id: string; customer: string; status: 'open' | 'complete' | 'expired'; url: string; params: Params };

/** The differences from a default subscription: active, and paid for a year from now. */
type Terms = Partial<Omit<Subscription, 'items' | 'customer'>> & { price?: string; endsAt?: number };

const now = () => Math.floor(Date.now() / 1000);
const newId = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`;
const notFound = (what: string): Answer => ({
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` } },
});
const invalidRequest = (message: string): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
});
const ok = (body: unknown): Answer => ({ status: 200, body });
const list = (data: unknown[]) => ok({ object: 'list', data, has_more: false, url: '/' });

/** The signature header of an event: over the time and the exact bytes. */
export function signature(payload: string, { at = now(), secret = WEBHOOK_SECRET } = {}): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

export type StripeStandIn = Awaited<ReturnType<typeof stripeStandIn>>;

export async function stripeStandIn() {
  const requests: RecordedRequest[] = [];
  const customers = new Map<string, Customer>();
  const subscriptions = new Map<string, Subscription>();
  const sessions = new Map<string, Session>();
  const answersByKey = new Map<string, Answer>();
  let webhook: string | null = null;
  let failures = 0;
  let delay: (path: string) => Promise<void> = () => Promise.resolve();

  /** An event in Stripe's format; the object in it is a copy from that moment. */
  const event = (type: string, object: object, overrides: Record<string, unknown> = {}) => ({
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    created: now(),
    livemode: false,
    type,
    data: { object },
    ...overrides,
  });

  const subscribe = (customer: string, { price = PRICE, endsAt = now() + YEAR_SECONDS, ...terms }: Terms = {}) => {
    const subscription: Subscription = {
      id: newId('sub'),
      object: 'subscription',
      customer,
      livemode: false,
      status: 'active',
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      ...terms,
      items: { object: 'list', data: [{ id: newId('si'), price: { id: price }, current_period_end: endsAt }] },
    };
    subscriptions.set(subscription.id, subscription);
    return subscription;
  };

  /** Delivers an event as Stripe does; returns the status of the response. */
  const deliver = async (sentEvent: object, to = webhook) => {
    if (to === null) throw new Error('the stand-in was not told where events go');
    const payload = JSON.stringify(sentEvent);
    const answer = await fetch(to, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature(payload) },
      body: payload,
    });
    return answer.status;
  };

  const api: [string, RegExp, (params: Params, id: string) => Answer][] = [
    [
      'POST',
      /^\/v1\/customers$/,
      ({ email = '', ...rest }) => {
        const customer: Customer = { id: newId('cus'), object: 'customer', email, metadata: rest };
        customers.set(customer.id, customer);
        return ok(customer);
      },
    ],
    ['GET', /^\/v1\/customers\/(\w+)$/, (_, id) => (customers.has(id) ? ok(customers.get(id)) : notFound('customer'))],
    [
      'POST',
      /^\/v1\/checkout\/sessions$/,
      (params) => {
        const customer = params['customer'] ?? '';
        if (!customers.has(customer)) return notFound('customer');
        const id = newId('cs_test');
        const session: Session = { id, customer, status: 'open', url: `${url()}/pay/${id}`, params };
        sessions.set(id, session);
        return ok({ ...session, metadata: { same: params['metadata[same]'] } });
      },
    ],
    [
      'GET',
      /^\/v1\/checkout\/sessions$/,
      ({ customer, status }) => {
        const ofCustomer = [...sessions.values()].filter((one) => one.customer === customer);
        const all = ofCustomer.filter((one) => status === undefined || one.status === status).toReversed();
        return list(all.map((one) => ({ ...one, metadata: { same: one.params['metadata[same]'] } })));
      },
    ],
    [
      'POST',
      /^\/v1\/checkout\/sessions\/(\w+)\/expire$/,
      (_, id) => {
        const session = sessions.get(id);
        if (!session) return notFound('checkout.session');
        if (session.status !== 'open')
          return invalidRequest('Only Checkout Sessions with a status of open can be expired');
        session.status = 'expired';
        return ok(session);
      },
    ],
    [
      'GET',
      /^\/v1\/checkout\/sessions\/(\w+)$/,
      (_, id) => (sessions.has(id) ? ok(sessions.get(id)) : notFound('checkout.session')),
    ],
    [
      'GET',
      /^\/v1\/subscriptions$/,
      ({ customer = '' }) =>
        customers.get(customer)?.deleted
          ? notFound('customer')
          : list([...subscriptions.values()].filter((one) => one.customer === customer)),
    ],
    [
      'DELETE',
      /^\/v1\/subscriptions\/(\w+)$/,
      (_, id) => {
        const subscription = subscriptions.get(id);
        if (!subscription) return notFound('subscription');
        Object.assign(subscription, { status: 'canceled', ended_at: now() });
        return ok(subscription);
      },
    ],
    [
      'POST',
      /^\/v1\/billing_portal\/sessions$/,
      ({ customer = '', return_url: returnUrl = '' }) =>
        customers.has(customer)
          ? ok({ id: newId('bps'), url: `${url()}/portal/${customer}?back=${encodeURIComponent(returnUrl)}` })
          : notFound('customer'),
    ],
  ];

  function answerApi(method: string, path: string, params: Params, request: IncomingMessage): Answer {
    const idempotencyKey = request.headers['idempotency-key']?.toString();
    requests.push({ method, path, params, idempotencyKey });
    if (request.headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return { status: 401, body: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } };
    if (failures > 0) {
      failures -= 1;
      return { status: 500, body: { error: { type: 'api_error', message: 'The stand-in was told to fail' } } };
    }
    const known = idempotencyKey === undefined ? undefined : answersByKey.get(idempotencyKey);
    if (known) return known;
    const [, pattern, work] = api.find(([verb, at]) => verb === method && at.test(path)) ?? [];
    if (!pattern || !work) return { status: 404, body: { error: { type: 'invalid_request_error', message: path } } };
    const answer = work(params, pattern.exec(path)?.[1] ?? '');
    if (idempotencyKey !== undefined && answer.status === 200) answersByKey.set(idempotencyKey, answer);
    return answer;
  }

  /** The checkout page: a button that pays. */
  async function pay(method: string, id: string, reply: ServerResponse) {
    const session = sessions.get(id);
    if (session?.status !== 'open') return void reply.writeHead(404).end();
    if (method === 'GET') {
      reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return void reply.end('<title>Checkout</title><form method="post"><button>Pay £15.99</button></form>');
    }
    session.status = 'complete';
    const trial = session.params['subscription_data[trial_end]'];
    const price = session.params['line_items[0][price]'] ?? '';
    const subscription = subscribe(session.customer, {
      price,
      ...(trial === undefined ? {} : { status: 'trialing', endsAt: Number(trial) }),
    });
    const returnUrl = (session.params['success_url'] ?? '').replace('{CHECKOUT_SESSION_ID}', id);
    reply.writeHead(303, { location: returnUrl }).end();
    await deliver(event('checkout.session.completed', { ...session, object: 'checkout.session' }));
    await deliver(event('customer.subscription.created', subscription));
  }

  async function answer(request: IncomingMessage, reply: ServerResponse) {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe');
    const method = request.method ?? 'GET';
    let text = '';
    for await (const part of request) text += String(part);
    const page = /^\/pay\/(\w+)$/.exec(pathname)?.[1];
    if (page !== undefined) return pay(method, page, reply);
    if (!pathname.startsWith('/v1/')) return void reply.writeHead(200, { 'content-type': 'text/html' }).end('Billing');
    const params = Object.fromEntries(new URLSearchParams(method === 'GET' ? searchParams : text));
    await delay(pathname);
    const { status, body } = answerApi(method, pathname, params, request);
    reply.writeHead(status, { 'content-type': 'application/json', 'request-id': newId('req') });
    reply.end(JSON.stringify(body));
  }

  const server = createServer((request, reply) => void answer(request, reply).catch(() => reply.destroy()));
  const url = () => {
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  };
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));

  return {
    url: url(),
    /** The settings that the functions need to reach it. */
    env: {
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_PRICE_ID: PRICE,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_BASE: url(),
    },
    requests,
    customers,
    subscriptions,
    sessions,
    subscribe,
    event,
    deliver,
    /** Where events of a paid checkout are sent. */
    sendEventsTo: (address: string) => (webhook = address),
    /** This many of the next requests fail with status 500. */
    failNext: (times: number) => (failures = times),
    /** Delays requests until the promise settles. */
    delayBy: (wait: (path: string) => Promise<void>) => (delay = wait),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(done));
    },
  };
}
