// The privacy policy matches the database: it covers every column.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { TECHNICAL_COLUMNS, STORED } from './stored-kinds';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const split = (list: string) => list.split(' ');

/** Every column of the app's tables in the migrated database: 'public.works.rate'. */
const columnsInDatabase = async () =>
  (
    await backend.sql<{ place: string }>(
      `select format('%s.%s.%s', n.nspname, c.relname, a.attname) as place
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
       order by 1`,
    )
  ).map(({ place }) => place);

test('every table and column is covered by the policy, and nothing else is', async () => {
  const technical = new Set(split(TECHNICAL_COLUMNS));
  const places = await columnsInDatabase();
  const described = Object.entries(STORED).flatMap(([table, phrases]) =>
    Object.values(phrases).flatMap((columns) => split(columns).map((column) => `${table}.${column}`)),
  );
  const tableOf = (place: string) => place.slice(0, place.lastIndexOf('.'));
  const actual = places.filter(
    (place) => described.includes(place) || !(tableOf(place) in STORED) || !technical.has(place.split('.')[2] ?? ''),
  );
  expect(actual.toSorted()).toEqual(described.toSorted());
  expect([...new Set(places.map(tableOf))].toSorted()).toEqual(Object.keys(STORED).toSorted());
});

test('the policy contains the phrases for all columns, and those about passwords, health and positions', async () => {
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
