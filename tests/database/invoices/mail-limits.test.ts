// Limits on e-mails with invoices: per account, per address, and in total.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { mailing, type Mailing } from '@tests/support/embedded/mailing';

let backend: TestBackend;
let owner: Person;
let mail: Mailing;
let invoice: { id: string; number: string };

async function createAccount() {
  const person = await backend.user();
  const mails = mailing(backend, person, await setUpInvoicing(backend, person));
  return { person, mails, invoice: await mails.issueWithFile() };
}

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  ({ person: owner, mails: mail, invoice } = await createAccount());
  await mail.resetLimits();
});
afterAll(() => backend.close());

const ADVICE = 'Download the PDF and mail it yourself, or send it later.';
const refusal = (sentence: string) => ({ data: null, error: { code: 'PT429', message: `${sentence} ${ADVICE}` } });
const updateProfile = (columns: string) =>
  backend.sql(`update public.profiles set ${columns} where id = $1`, [owner.id]);
const FOUR_DAYS_OLD = `created_at = now() - interval '4 days'`;
const PAYING = `subscription_status = 'active', subscription_ends_at = now() + interval '1 day'`;
const addSentMails = (count: number, hours = 23) =>
  backend.sql(
    `insert into public.invoice_mails (user_id, invoice_id, to_address, state, created_by_name, created_at)
     select $1, $2, 'x@y.test', 'delivered', 'Ann', now() - make_interval(hours => $4) from generate_series(1, $3::int)`,
    [owner.id, invoice.id, count, hours],
  );
let addresses = 0;
const begin = (to = `other${(addresses += 1)}@farm.test`) => mail.begin(invoice.number, { to });

describe('one account', () => {
  test.each([
    ['on trial, in its first three days', 'first_name = first_name', 5, ' in the first three days of an account'],
    ['on trial', FOUR_DAYS_OLD, 20, ''],
    ['that pays, in its first three days', PAYING, 20, ' in the first three days of an account'],
    ['that pays', `${FOUR_DAYS_OLD}, ${PAYING}`, 100, ''],
  ])('%s sends its limit in 24 hours and no more', async (_, columns, limit, when) => {
    await updateProfile(columns);
    await addSentMails(limit - 1);
    expect((await begin()).error).toBeNull();
    expect(await begin()).toMatchObject(
      refusal(`That is all for today: ${limit} e-mails in 24 hours are the most${when}.`),
    );
    expect(await mail.mails()).toHaveLength(limit);
  });

  test('does not count mails older than 24 hours', async () => {
    await addSentMails(5, 25);
    expect((await begin()).error).toBeNull();
  });

  test('sends at most ten to one address in a day, in any spelling of the address', async () => {
    await updateProfile(`${FOUR_DAYS_OLD}, ${PAYING}`);
    for (let n = 0; n < 10; n += 1)
      expect((await mail.begin(invoice.number, { to: 'hill@farm.test', message: `${n}` })).error).toBeNull();
    expect(await begin('Hill@Farm.test')).toMatchObject(refusal('Hill@Farm.test was sent enough e-mails today.'));
    expect((await begin()).error).toBeNull();
  });
});

/** Records this many uses of a limit, an hour ago. */
const addUses = (name: string, count: number) =>
  backend.sql(
    `insert into private.allowances (name, taken, stale_at)
     select $1, array_agg(now() - interval '1 hour'), now() + interval '23 hours' from generate_series(1, $2::int)`,
    [name, count],
  );
const ADDRESS_HASH = `encode(sha256('hill@farm.test'), 'hex')`;

test('one address gets at most twenty from all accounts in a day, even if those accounts were deleted', async () => {
  const [row] = await backend.sql<{ name: string }>(`select 'invoice-mail-to:' || ${ADDRESS_HASH} as name`);
  await addUses(row?.name ?? '', 19);
  const other = await createAccount();
  expect((await other.mails.begin(other.invoice.number, { to: 'hill@farm.test' })).error).toBeNull();
  await backend.sql('delete from auth.users where id = $1', [other.person.id]);
  expect(await begin('hill@farm.test')).toMatchObject(refusal('hill@farm.test was sent enough e-mails today.'));
  expect(await mail.mails()).toEqual([]);
});

test('all trial accounts together send at most 300 a day; paying ones have a separate limit of 5,000', async () => {
  await addUses('invoice-mail:trial', 300);
  expect(await begin()).toMatchObject(refusal('This app has sent all the e-mails that it may send today.'));
  await updateProfile(PAYING);
  expect((await begin()).error).toBeNull();
  await backend.sql(
    `update private.allowances set taken = array_fill(now(), array[5000]) where name = 'invoice-mail:paying'`,
  );
  expect(await begin()).toMatchObject(refusal('This app has sent all the e-mails that it may send today.'));
});

test('a refused mail does not count towards the common limit', async () => {
  const [row] = await backend.sql<{ name: string }>(`select 'invoice-mail-to:' || ${ADDRESS_HASH} as name`);
  await addUses(row?.name ?? '', 20);
  expect((await begin('hill@farm.test')).error?.code).toBe('PT429');
  expect(await backend.sql(`select 1 from private.allowances where name = 'invoice-mail:trial'`)).toEqual([]);
});

test('the counter stores only a hash of the address', async () => {
  expect((await begin('hill@farm.test')).error).toBeNull();
  const rows = await backend.sql<{ name: string }>('select name from private.allowances order by name');
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('hill');
});
