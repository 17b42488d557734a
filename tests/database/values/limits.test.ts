// Rate limits: a sliding-window limit on uses, exact under concurrency; only edge functions may call it. Also the
// retention of contact messages.
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { postgresAvailable } from '@tests/support/database/postgres';
import { openRaces, oneTo, type Races } from '@tests/support/database/races';
import { networkOf } from '../../../supabase/functions/_shared/network';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
afterAll(() => backend.close());
beforeEach(() => backend.sql('delete from private.allowances'));

const takeAllowance = async (key: string, most: number, per: string) => {
  const { data, error } = await backend.service().rpc('take_allowance', { key, most, per });
  if (error) throw error;
  return data;
};
/** Moves earlier uses back in time, as if time had passed. */
const passTime = (time: string) =>
  backend.sql(
    `update private.allowances set taken = array(select t - $1::interval from unnest(taken) t order by t), stale_at = stale_at - $1::interval`,
    [time],
  );
const takeRepeatedly = async (times: number, most: number, per: string) => {
  const answers: unknown[] = [];
  for (let n = 0; n < times; n += 1) answers.push(await takeAllowance('a', most, per));
  return answers;
};
const names = async () =>
  (await backend.sql<{ name: string }>('select name from private.allowances order by name')).map(({ name }) => name);

describe('a rate limit', () => {
  test('allows its number and no more, for each key separately', async () => {
    expect(await takeRepeatedly(5, 5, '1 minute')).toEqual([true, true, true, true, true]);
    expect(await takeAllowance('a', 5, '1 minute')).toBe(false);
    expect(await takeAllowance('b', 5, '1 minute')).toBe(true);
  });

  test('allows another use as each earlier one expires', async () => {
    await takeRepeatedly(2, 3, '1 hour');
    await passTime('40 minutes');
    expect(await takeAllowance('a', 3, '1 hour')).toBe(true);
    expect(await takeAllowance('a', 3, '1 hour')).toBe(false);
    await passTime('19 minutes');
    expect(await takeAllowance('a', 3, '1 hour')).toBe(false);
    await passTime('2 minutes');
    expect(await takeRepeatedly(2, 3, '1 hour')).toEqual([true, true]);
    expect(await takeAllowance('a', 3, '1 hour')).toBe(false);
  });

  test('is not extended by refused tries', async () => {
    await takeAllowance('a', 1, '1 hour');
    for (let n = 0; n < 5; n += 1) {
      await passTime('11 minutes');
      expect(await takeAllowance('a', 1, '1 hour')).toBe(false);
    }
    await passTime('6 minutes');
    expect(await takeAllowance('a', 1, '1 hour')).toBe(true);
  });

  test('is deleted once all its uses have expired, and not before', async () => {
    await takeAllowance('a:old', 5, '1 minute');
    await passTime('2 minutes');
    await takeAllowance('a:day', 5, '1 day');
    await takeAllowance('a:now', 5, '1 minute');
    expect(await names()).toEqual(['a:day', 'a:now']);
  });

  test('is deleted only by calls whose key has the same prefix', async () => {
    await takeAllowance('a:old', 5, '1 minute');
    await passTime('2 minutes');
    await takeAllowance('a-b:now', 5, '1 minute');
    await takeAllowance('b:now', 5, '1 minute');
    expect(await names()).toEqual(['a-b:now', 'a:old', 'b:now']);
    await takeAllowance('a:now', 5, '1 minute');
    expect(await names()).toEqual(['a-b:now', 'a:now', 'b:now']);
  });

  test.each([
    ['no number', 0, '1 minute'],
    ['a negative number', -1, '1 minute'],
    ['no time', 5, '0 seconds'],
    ['a time that runs backwards', 5, '-1 minute'],
  ])('with %s is refused', async (_, most, per) => {
    await expect(takeAllowance('a', most, per)).rejects.toMatchObject({
      message: 'An allowance needs a number and a time.',
    });
    expect(await names()).toEqual([]);
  });

  test('treats its key as plain text, whatever it contains (A42)', async () => {
    const key = `'; drop table private.allowances; -- %s \\`;
    expect(await takeAllowance(key, 1, '1 minute')).toBe(true);
    expect(await names()).toEqual([key]);
  });
});

describe('a signed-in person and a visitor', () => {
  test.each([
    ['take_allowance', { key: 'a', most: 1, per: '1 day' }],
    ['keep_contact_message', { p_name: 'A', p_email: 'a@b.uk', p_message: 'x' }],
    ['contact_message_mailed', { p_id: crypto.randomUUID() }],
  ] as const)('can’t call %s', async (name, args) => {
    for (const client of [owner, backend.anon()])
      expect((await client.rpc(name, args)).error).toMatchObject({ code: '42501' });
    expect(await names()).toEqual([]);
    expect(await backend.sql('select id from private.contact_messages')).toEqual([]);
  });
});

describe('a contact message', () => {
  test('is deleted after a year', async () => {
    const message = { p_name: 'Ann', p_email: 'ann@hill.farm', p_message: 'x' };
    await backend.service().rpc('keep_contact_message', message);
    await backend.service().rpc('keep_contact_message', message);
    await backend.sql(
      `update private.contact_messages set created_at = now() - case when id = (select min(id::text)::uuid from private.contact_messages)
         then interval '1 year 1 minute' else interval '364 days' end`,
    );
    await backend.service().rpc('keep_contact_message', message);
    expect(await backend.sql('select name from private.contact_messages')).toHaveLength(2);
  });
});

describe("a caller's network", () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::6', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])('of the address %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe.runIf(postgresAvailable())('a rate limit under concurrency', () => {
  let races: Races;
  beforeAll(async () => {
    races = await openRaces();
  });
  afterAll(() => races.close());

  test('lets five of forty concurrent callers succeed if the limit is five', async () => {
    const sql = postgres(races.url, { max: 20, onnotice: () => undefined });
    const ask = () => sql<{ ok: boolean }[]>`select public.take_allowance('race', 5, '1 day') as ok`;
    const answers = await Promise.all(oneTo(40).map(ask));
    expect(answers.filter(([row]) => row?.ok)).toHaveLength(5);
    await sql.end();
  });
});
