// The privacy policy matches the database: it mentions whatever a column stores.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { PLUMBING, STORED } from './stored-kinds';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const words = (list: string) => list.split(' ');

/** Every column of the app's tables in the migrated database: 'public.works.rate'. */
const stored = async () =>
  (
    await backend.sql<{ place: string }>(
      `select format('%s.%s.%s', n.nspname, c.relname, a.attname) as place
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       order by 1`,
    )
  ).map(({ place }) => place);

test('every table and column is covered by the policy, and nothing else is', async () => {
  const plumbing = new Set(words(PLUMBING));
  const places = await stored();
  const said = Object.entries(STORED).flatMap(([table, phrases]) =>
    Object.values(phrases).flatMap((columns) => words(columns).map((column) => `${table}.${column}`)),
  );
  const tableOf = (place: string) => place.slice(0, place.lastIndexOf('.'));
  const own = places.filter(
    (place) => said.includes(place) || !(tableOf(place) in STORED) || !plumbing.has(place.split('.')[2] ?? ''),
  );
  expect(own.toSorted()).toEqual(said.toSorted());
  expect([...new Set(places.map(tableOf))].toSorted()).toEqual(Object.keys(STORED).toSorted());
});

test('the policy contains each of these phrases, and names sign-in, mails, companies and health', async () => {
  const { screen } = await renderPage('/privacy-policy', { backend });
  await screen.findByRole('heading', { level: 1 });
  const text = screen.getByRole('main').textContent.replace(/\s+/g, ' ');
  const phrases = Object.values(STORED).flatMap((kinds) => Object.keys(kinds));
  const more = [
    'a password that is stored only as a hash',
    'Only when you press “Add location” on a note',
    'says something about their health',
    'The place where it was taken, which cameras write into the file, is left out.',
  ];
  expect([...phrases, ...more].filter((phrase) => !text.includes(phrase))).toEqual([]);
});
