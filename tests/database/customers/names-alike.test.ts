// Names that look alike are one customer's, and a search finds all ways in which a name is written. The app and the database
// compare and search in the same way.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldText, nameKey } from '@/domain/core/search';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
});
afterAll(() => backend.close());

const WRITTEN = [
  "Pat O'Brien",
  'Pat O’Brien',
  "Pat  O'Brien ",
  "Pat\u00A0O'Brien",
  'Seán Ó Sé',
  'Sea\u0301n O\u0301 Se\u0301',
  'Man\uFB01eld\u200B Estate',
  '\u202APat\u202C \u2066Neill\u2069\uFEFF',
  'Smith\u2011Jones \u2013 Lower\u00ADField',
  'Łukasz Wójcik & Søn, ŒUF Æro ß ẞ ı',
  '２０ P₂O₅ ™ № ½',
  'Пат О’Браєн 漢字 🚜 👨‍🌾',
  '\t Tŷ\nGwyn `´ʼ‘ ',
  '\u200B',
];

test('the database compares and searches names as the app does', async () => {
  const rows = await backend.sql<{ words: string; folded: string }>(
    `select private.name_words(w) as words, private.folded(w) as folded
     from jsonb_array_elements_text('${JSON.stringify(WRITTEN).replaceAll("'", "''")}') with ordinality one (w, n) order by n`,
  );
  expect(rows).toEqual(WRITTEN.map((name) => ({ words: nameKey(name), folded: foldText(name) })));
});

const add = (name: string, person = owner) =>
  person.from('customers').insert({ id: crypto.randomUUID(), user_id: owner.id, name });
const log = (person: Person, customer: string) =>
  person
    .from('works')
    .insert({
      user_id: owner.id,
      customer,
      task_name: 'Baling',
      chargeable_unit: 'bale',
      quantity: 86,
      work_date: '2026-11-02',
    })
    .select('id, customer, customer_id')
    .single();

test("a name that looks like an active customer's is refused in the list, and is that customer's in an entry", async () => {
  expect((await add("Pat O'Brien")).error).toBeNull();
  for (const name of WRITTEN.slice(1, 4)) {
    const { error } = await add(name);
    expect([name, error?.code, error?.message]).toEqual([
      ...[name, '23505', 'duplicate key value violates unique constraint "customers_name_key"'],
    ]);
    expect((await log(driver, name)).data).toMatchObject({ customer: "Pat O'Brien" });
  }
  const listed = await backend.sql('select name from public.customers order by name');
  expect(listed).toEqual([{ name: "Pat O'Brien" }]);

  // Other letters are another customer; it can't be renamed to look like the first one, but its own spelling may change.
  expect((await add('Pat OBrien')).error).toBeNull();
  const other = () => owner.from('customers').update({ name: 'Pat O’Brien' }).eq('name', 'Pat OBrien');
  expect((await other()).error?.code).toBe('23505');
  const first = await owner.from('customers').update({ name: 'Pat O’Brien' }).eq('name', "Pat O'Brien").select('name');
  expect(first.data).toEqual([{ name: 'Pat O’Brien' }]);
});

test('an archived customer comes back by a name that looks like its own', async () => {
  await add('Seán Ó Sé');
  await owner.from('customers').update({ active: false }).eq('name', 'Seán Ó Sé');
  expect((await add('Sea\u0301n O\u0301 Se\u0301')).error).toBeNull();
  const found = await backend.sql(`select active from public.customers where name like 'Se%'`);
  expect(found).toEqual([{ active: true }]);
});

test('two customers of an older list whose names look alike keep their entries apart', async () => {
  await add('Mill Farm');
  await backend.sql(`
    alter table public.customers disable trigger user;
    insert into public.customers (user_id, name) values ('${owner.id}', 'Mill  Farm');
    alter table public.customers enable trigger user`);
  const entries = await Promise.all([log(owner, 'Mill Farm'), log(owner, 'Mill  Farm')]);
  expect(entries.map(({ data }) => data?.customer)).toEqual(['Mill Farm', 'Mill  Farm']);
});

test('entries are found without apostrophes and accents, also after a change', async () => {
  const { data } = await log(owner, 'Dónal O’Hara');
  const found = async (word: string) =>
    (
      await owner
        .from('listed_works')
        .select('id')
        .like('search', `%${foldText(word)}%`)
    ).data;
  expect(await found('ohara')).toEqual([{ id: data?.id }]);
  expect(await found("O'Hara")).toEqual([{ id: data?.id }]);
  await owner
    .from('works')
    .update({ notes: 'Gate at St John\u2019s' })
    .eq('id', data?.id ?? '');
  expect(await found('St Johns')).toEqual([{ id: data?.id }]);
});
