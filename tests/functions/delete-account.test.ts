// Deleting an account: who may, what is deleted with it, and that nothing is deleted if something prevents it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '@tests/support/embedded/backend';
import { functionsBackend, type FunctionsBackend } from '@tests/support/embedded/functions';
import { photoOf } from '@tests/support/database/persona-ids';
import { stripeStandIn, type StripeStandIn } from '@tests/support/embedded/stripe-stand-in';

let stripe: StripeStandIn;
let backend: FunctionsBackend;
let owner: Person;
let driver: Person;
const FARM = 'Hill & Dale Farm';

beforeAll(async () => {
  stripe = await stripeStandIn();
  backend = await functionsBackend({ env: (site) => ({ ...stripe.env, SITE_URL: site }) });
});
afterAll(async () => {
  await backend.close();
  await stripe.close();
});
beforeEach(async () => {
  stripe.delayBy(() => Promise.resolve());
  await backend.sql('delete from private.allowances');
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner);
  await owner.from('farm_settings').update({ farm_name: FARM }).eq('user_id', owner.id);
  const { data } = await driver
    .from('works')
    .insert({
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6,
      quantity: 8,
      work_date: '2026-11-02',
    })
    .select('id')
    .single();
  const photo = { ...photoOf(owner.id, data?.id ?? '', crypto.randomUUID()), bytes: 5 };
  await driver.storage.from('photos').upload(photo.storage_path, new Blob(['photo'], { type: 'image/jpeg' }));
  await driver.from('attachments').insert(photo);
  const picture = `${owner.id}/${'a'.repeat(64)}.jpg`;
  await owner.storage.from('avatars').upload(picture, new Blob(['me'], { type: 'image/jpeg' }));
  await owner.from('profiles').update({ avatar_url: picture }).eq('id', owner.id);
});

const requestDeletion = (person: Person | undefined, body: unknown = { confirm: FARM, password: PASSWORD }) =>
  backend.call('delete-account', { ...(person ? { person } : {}), body });

/** Everything that exists of an account: rows, files, and the sign-in. */
async function remaining(account: string) {
  const tables = await backend.sql<{ name: string }>(
    `select c.relnamespace::regnamespace || '.' || c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where a.attname = 'user_id' and c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    const [row] = await backend.sql<{ n: number }>(`select count(*)::int as n from ${name} where user_id = $1`, [
      account,
    ]);
    if (row?.n) counts[name] = row.n;
  }
  const [rest] = await backend.sql<{ files: number; people: number }>(
    `select (select count(*)::int from storage.objects where starts_with(name, $1)) as files,
       (select count(*)::int from auth.users u join public.profiles p on p.id = u.id where u.id = $1::uuid) as people`,
    [account],
  );
  return { ...counts, ...rest };
}

/** The account's customer id at Stripe, as after a checkout. */
async function customerOf(person: Person): Promise<string> {
  const id = `cus_${person.id.replaceAll('-', '')}`;
  stripe.customers.set(id, { id, object: 'customer', email: person.email, metadata: {} });
  await backend.sql('insert into private.billing_customers (user_id, customer_id) values ($1, $2)', [person.id, id]);
  return id;
}

async function expectRefused(
  answer: Awaited<ReturnType<typeof requestDeletion>>,
  status: number,
  error: string,
  before: unknown,
) {
  expect(answer).toMatchObject({ status, body: { success: false, error } });
  expect(await remaining(owner.id)).toEqual(before);
}

describe('an account is not deleted', () => {
  let before: Awaited<ReturnType<typeof remaining>>;
  beforeEach(async () => {
    before = await remaining(owner.id);
    expect(before).toMatchObject({ 'public.works': 1, 'public.attachments': 1, files: 2, people: 1 });
  });

  test('by an employee (A88)', async () => {
    await expectRefused(
      await requestDeletion(driver),
      403,
      'Only the main account holder can delete the account.',
      before,
    );
  });

  test('by another farm, whatever account the body names (A88)', async () => {
    const other = await backend.user();
    const body = { confirm: FARM, password: PASSWORD, account: owner.id, user_id: owner.id, id: owner.id };
    await expectRefused(
      await requestDeletion(other, body),
      400,
      'What you typed is not the name of this farm.',
      before,
    );
    await other.from('farm_settings').update({ farm_name: FARM }).eq('user_id', other.id);
    expect((await requestDeletion(other, body)).status).toBe(200);
    expect(await remaining(owner.id)).toEqual(before);
    expect(await remaining(other.id)).toEqual({ files: 0, people: 0 });
  });

  test('without a session, with the public key, or with an expired token (A88)', async () => {
    await expectRefused(await requestDeletion(undefined), 401, 'Please sign in again.', before);
    const withKey = await backend.call('delete-account', { token: backend.keys.publishable });
    await expectRefused(withKey, 401, 'Please sign in again.', before);
  });

  test('without the farm’s name, or with another', async () => {
    const sentence = 'What you typed is not the name of this farm.';
    await expectRefused(await requestDeletion(owner, { confirm: 'Hill', password: PASSWORD }), 400, sentence, before);
    for (const body of [
      {},
      [],
      'yes',
      null,
      { confirm: '', password: PASSWORD },
      { confirm: FARM },
      { confirm: FARM, password: 7 },
    ])
      await expectRefused(await requestDeletion(owner, body), 400, 'Type the farm’s name and your password.', before);
  });

  test('without the password, and the number of tries is limited (A58)', async () => {
    const wrong = { confirm: FARM, password: 'not this one' };
    for (let tries = 0; tries < 5; tries += 1)
      await expectRefused(await requestDeletion(owner, wrong), 403, 'That is not your password.', before);
    await expectRefused(await requestDeletion(owner), 429, 'Too many tries. Try again in an hour.', before);
  });

  test('while the subscription can’t be cancelled', async () => {
    await customerOf(owner);
    stripe.failNext(3);
    const sentence = 'Your subscription could not be cancelled, so nothing was deleted. Try again, or write to us.';
    await expectRefused(await requestDeletion(owner), 502, sentence, { ...before, 'private.billing_customers': 1 });
  });
});

describe('the account', () => {
  test('is deleted as a whole: rows, files, and the sign-in', async () => {
    const answer = await requestDeletion(owner, { confirm: '  hill &  dale farm ', password: PASSWORD });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(await remaining(owner.id)).toEqual({ files: 0, people: 0 });
    expect((await owner.auth.signInWithPassword({ email: owner.email, password: PASSWORD })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await requestDeletion(owner)).status).toBe(401);
  });

  test('ends its employees’ access at once, and leaves them their sign-in', async () => {
    expect((await requestDeletion(owner)).status).toBe(200);
    expect((await driver.from('works').select('id')).data).toEqual([]);
    expect((await driver.from('profiles').select('role, admin_id').single()).data).toEqual({
      role: 'employee',
      admin_id: null,
    });
  });

  test('has its subscription cancelled', async () => {
    const id = await customerOf(owner);
    const running = stripe.subscribe(id);
    const ended = stripe.subscribe(id, { status: 'canceled' });
    expect((await requestDeletion(owner)).status).toBe(200);
    expect(stripe.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/v1/subscriptions/${running.id}`,
    ]);
    expect(ended.status).toBe('canceled');
    expect(await remaining(owner.id)).toEqual({ files: 0, people: 0 });
  });

  /** A checkout page that the account has opened and not paid. */
  const openPage = async () => {
    expect((await backend.call('create-checkout-session', { person: owner })).status).toBe(200);
    const page = [...stripe.sessions.values()].at(-1);
    if (page?.status !== 'open') throw new Error('no page was opened');
    return page;
  };

  test('leaves no open checkout page', async () => {
    const page = await openPage();
    expect((await requestDeletion(owner)).status).toBe(200);
    expect(page.status).toBe('expired');
    expect((await fetch(page.url, { method: 'POST', redirect: 'manual' })).status).toBe(404);
  });

  test('stays if a page is paid at that moment; requested again, the new subscription is cancelled too', async () => {
    const page = await openPage();
    stripe.delayBy(async (path) => {
      if (path.endsWith('/expire') && page.status === 'open') {
        page.status = 'complete';
        stripe.subscribe(page.customer);
      }
      return Promise.resolve();
    });
    const before = await remaining(owner.id);
    const sentence = 'Your subscription could not be cancelled, so nothing was deleted. Try again, or write to us.';
    await expectRefused(await requestDeletion(owner), 502, sentence, before);
    expect((await requestDeletion(owner)).status).toBe(200);
    const newSubscriptions = [...stripe.subscriptions.values()].filter(({ customer }) => customer === page.customer);
    expect(newSubscriptions.map(({ status }) => status)).toEqual(['canceled']);
    expect(await remaining(owner.id)).toEqual({ files: 0, people: 0 });
  });

  test('is deleted with whatever another tab creates meanwhile', async () => {
    const page = await openPage();
    const later = { ...page, id: `${page.id}later` };
    stripe.delayBy(async (path) => {
      if (path === '/v1/subscriptions') stripe.sessions.set(later.id, later);
      return Promise.resolve();
    });
    expect((await requestDeletion(owner)).status).toBe(200);
    expect([page.status, later.status]).toEqual(['expired', 'expired']);
  });

  test('can be deleted when lapsed too, and by its email address if the farm has no name', async () => {
    await backend.lapse(owner);
    await backend.sql('update public.farm_settings set farm_name = null where user_id = $1', [owner.id]);
    expect((await requestDeletion(owner, { confirm: owner.email.toUpperCase(), password: PASSWORD })).status).toBe(200);
    expect(await remaining(owner.id)).toEqual({ files: 0, people: 0 });
  });
});
