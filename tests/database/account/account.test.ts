// One's own profile and picture: what people may change about themselves, in every state of the subscription, and that
// no one can change others. Also the plan of an export.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { openPersonas, type Personas } from '@tests/support/database/personas';

let backend: TestBackend;
let people: Personas['people'];
type PersonName = keyof Personas['people'];
const ALL_PEOPLE: PersonName[] = ['A1', 'A2', 'E1', 'E1b', 'L', 'EL', 'R', 'U'];

beforeAll(async () => {
  ({
    backend,
    personas: { people },
  } = await openPersonas());
});
afterAll(() => backend.close());

const HASH = 'a'.repeat(64);
const pathOf = (persona: PersonName, hash = HASH) => `${people[persona].id}/${hash}.jpg`;
const avatars = (persona: PersonName) => people[persona].storage.from('avatars');
const picture = (text = 'picture', type = 'image/jpeg') => new Blob([text], { type });
const refused = (statusCode: string, message: string) => ({ error: { statusCode, message } });
const POLICY = 'new row violates row-level security policy';
const profiles = () => backend.sql('select * from public.profiles order by id');
const stored = () => backend.sql(`select name from storage.objects where bucket_id = 'avatars' order by name`);

describe('a profile', () => {
  test.each(ALL_PEOPLE)(
    '%s can change their own name, phone number and picture, whatever the subscription',
    async (persona) => {
      const { error } = await people[persona]
        .from('profiles')
        .update({ first_name: `Pat ${persona}`, last_name: null, phone: '07700 900123', avatar_url: pathOf(persona) })
        .eq('id', people[persona].id)
        .select('id')
        .single();
      expect(error).toBeNull();
      expect(
        (await people[persona].from('profiles').select('phone, avatar_url').eq('id', people[persona].id).single()).data,
      ).toEqual({
        phone: '07700 900123',
        avatar_url: pathOf(persona),
      });
    },
  );

  test('a phone number of more than 40 characters is refused', async () => {
    const { error } = await people.E1.from('profiles')
      .update({ phone: '0'.repeat(41) })
      .eq('id', people.E1.id);
    expect(error?.code).toBe('23514');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'https://evil.example/a.jpg',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    `${HASH}.jpg`,
    `../${HASH}.jpg`,
    `OWN/${HASH}.svg`,
    `OWN/${HASH}.png`,
    `OWN/../${HASH}.jpg`,
    `OWN/x/${HASH}.jpg`,
    `OWN/${HASH}.jpg?x=1`,
    `OWN/${HASH}.jpg\n`,
    `OTHER/${HASH}.jpg`,
    '',
  ])('a picture that is not a file of one’s own is refused: %s (A71)', async (address) => {
    const before = await profiles();
    const { error } = await people.A1.from('profiles')
      .update({ avatar_url: address.replace('OWN', people.A1.id).replace('OTHER', people.A2.id) })
      .eq('id', people.A1.id);
    expect(error?.code).toBe('23514');
    expect(await profiles()).toEqual(before);
  });
});

describe('pictures', () => {
  beforeEach(() => backend.script(`set local storage.allow_delete_query = 'true'; delete from storage.objects;`));

  const WITH_ACCOUNT = ALL_PEOPLE.filter((persona) => persona !== 'R' && persona !== 'U');
  test.each(WITH_ACCOUNT)('%s adds a picture of their own and deletes it', async (persona) => {
    expect((await avatars(persona).upload(pathOf(persona), picture())).error).toBeNull();
    expect(await (await avatars(persona).download(pathOf(persona))).data?.text()).toBe('picture');
    expect((await avatars(persona).remove([pathOf(persona)])).data).toHaveLength(1);
    expect(await stored()).toEqual([]);
  });

  test.each(['R', 'U'] as const)('%s, without an account, stores none', async (persona) => {
    expect((await avatars(persona).upload(pathOf(persona), picture())).error).not.toBeNull();
    expect(await stored()).toEqual([]);
  });

  test('can be read by their person and the account holder only', async () => {
    for (const persona of ['A1', 'E1'] as const) await avatars(persona).upload(pathOf(persona), picture());
    const canRead = async (persona: PersonName, pictureOwner: PersonName) =>
      (await avatars(persona).download(pathOf(pictureOwner))).error === null;
    expect(await canRead('A1', 'E1')).toBe(true);
    expect(await canRead('E1', 'A1')).toBe(false);
    for (const persona of ['A2', 'E1b', 'L', 'EL', 'R', 'U'] as const) {
      expect([persona, await canRead(persona, 'A1'), await canRead(persona, 'E1')]).toEqual([persona, false, false]);
      expect((await avatars(persona).list(people.A1.id)).data).toEqual([]);
    }
    const anonymous = backend.anon().storage.from('avatars');
    expect((await anonymous.download(pathOf('A1'))).error).not.toBeNull();
    expect((await anonymous.upload(pathOf('A1', 'b'.repeat(64)), picture())).error).not.toBeNull();
  });

  test.each(['A2', 'E1', 'R'] as const)(
    '%s can’t add a picture to another’s folder, or delete one there (A71)',
    async (persona) => {
      await avatars('A1').upload(pathOf('A1'), picture());
      const before = await stored();
      expect(await avatars(persona).upload(pathOf('A1', 'b'.repeat(64)), picture())).toMatchObject(
        refused('403', POLICY),
      );
      expect((await avatars(persona).upload(pathOf('A1'), picture('other'), { upsert: true })).error).not.toBeNull();
      expect((await avatars(persona).remove([pathOf('A1')])).data).toEqual([]);
      expect(await stored()).toEqual(before);
      expect(await (await avatars('A1').download(pathOf('A1'))).data?.text()).toBe('picture');
    },
  );

  test('another kind of file, a large file and another name are refused (A71)', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'image/png', 'image/gif'])
      expect((await avatars('A1').upload(pathOf('A1'), picture('<svg/>', type))).error, type).not.toBeNull();
    const large = new Blob([new Uint8Array(256 * 1024 + 1)], { type: 'image/jpeg' });
    expect(await avatars('A1').upload(pathOf('A1'), large)).toMatchObject(
      refused('413', 'The object exceeded the maximum allowed size'),
    );
    const own = people.A1.id;
    for (const name of [`${own}/x.jpg`, `${own}/a/${HASH}.jpg`, `${HASH}.jpg`, `${own}/../${people.A2.id}/${HASH}.jpg`])
      expect((await avatars('A1').upload(name, picture())).error, name).not.toBeNull();
    expect(await stored()).toEqual([]);
  });
});

describe('the plan of an export', () => {
  test('lists every table that people can read, and the number of the account’s rows in it', async () => {
    const { data } = await people.A1.rpc('export_plan');
    const tables = await backend.sql<{ name: string }>(
      `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and has_any_column_privilege('authenticated', oid, 'select') order by 1`,
    );
    expect(data?.map((table) => table.table_name)).toEqual(tables.map(({ name }) => name));
    expect(data?.find((table) => table.table_name === 'works')).toMatchObject({
      entries: 4,
      key_names: ['id'],
      of_account: true,
    });
    expect(data?.filter((table) => !table.of_account).map((table) => table.table_name)).toEqual(['profiles']);
    for (const table of data ?? []) expect(table.column_names.length, table.table_name).toBeGreaterThan(0);
  });

  test.each(['E1', 'EL', 'R', 'U'] as const)('is refused to %s (A88)', async (persona) => {
    const { data, error } = await people[persona].rpc('export_plan');
    expect([data, error?.code, error?.message]).toEqual([
      null,
      '42501',
      'Only the main account holder can export everything.',
    ]);
  });

  test('counts nothing of another account (A88)', async () => {
    const count = async (persona: PersonName, table: string) =>
      (await people[persona].rpc('export_plan')).data?.find((row) => row.table_name === table)?.entries;
    expect([await count('A2', 'works'), await count('A2', 'customers'), await count('A2', 'profiles')]).toEqual([
      1, 2, 1,
    ]);
    expect(await count('L', 'works')).toBe(2);
  });

  test('only the server’s key can list the files (A88)', async () => {
    for (const persona of ALL_PEOPLE)
      expect((await people[persona].rpc('files_of', { p_owner: people.A1.id })).error?.code, persona).toBe('42501');
    expect((await backend.anon().rpc('files_of', { p_owner: people.A1.id })).error).not.toBeNull();
  });
});
