// The privacy policy matches the database: it covers every column.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STORED_KINDS } from '@tests/support/database/declarations';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { TECHNICAL_COLUMNS, UNDECLARED } from './stored-kinds';

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

const split = (list: string) => list.split(' ');

/** The phrases for the columns of each table: 'public.notes'. */
const STORED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...UNDECLARED,
  ...Object.fromEntries(Object.entries(STORED_KINDS).map(([table, kinds]) => [`public.${table}`, kinds])),
};

/** Columns that tell how to reach or recognise a person, or where: a phrase names them, '*' is not enough. */
const PERSONAL = /phone|mail|address|postcode|(^|_)(lat|lng)$|signature$|iban|sort_code|account_number|birth|passw/;

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
  const tableOf = (place: string) => place.slice(0, place.lastIndexOf('.'));
  const named = Object.entries(STORED).flatMap(([table, phrases]) =>
    Object.values(phrases).flatMap((columns) => split(columns).map((column) => `${table}.${column}`)),
  );
  const described = named.filter((place) => !place.endsWith('.*'));
  const hasRest = (table: string) => named.includes(`${table}.*`);
  const isCovered = (place: string, column: string) =>
    technical.has(column) || (hasRest(tableOf(place)) && !PERSONAL.test(column));
  const actual = places.filter(
    (place) => described.includes(place) || !isCovered(place, place.slice(place.lastIndexOf('.') + 1)),
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
