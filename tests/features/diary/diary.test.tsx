import { within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, formatDate } from '@/domain/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { invoicing } from '@tests/support/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  const farm = await invoicing(backend, owner);
  today = farm.today;
  await farm.works([100, 20.5]);
  await farm.works([null, 0], { on: addDays(today, -3) });
  await farm.works([7], { on: addDays(today, -6) });
  await farm.works([8], { on: addDays(today, -7) });
});
afterAll(() => backend.close());

test('shows the last seven days, newest first, with what each comes to', async () => {
  const { screen } = await renderPage('/diary', { backend, person: owner });
  expect(await screen.findByRole('heading', { level: 2, name: 'Today £120.50' })).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Today£120.50',
    `${formatDate(addDays(today, -3), today)}1 needs a rate`,
    `${formatDate(addDays(today, -6), today)}£7.00`,
  ]);
  const entries = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(entries).toHaveLength(5);
  const day = addDays(today, -3);
  const free = screen.getByText('No charge').closest('a');
  expect(free).toHaveTextContent('HedgesHill Farm');
  expect(free).toHaveAttribute('href', `/works-list?from=${day}&to=${day}`);
  expect(screen.getByText('Needs rate')).toBeVisible();
});

test('leads to a new entry and to the whole list', async () => {
  const { screen } = await renderPage('/diary', { backend, person: owner });
  await screen.findByText('No charge');
  const main = within(screen.getByRole('main'));
  expect(main.getByRole('link', { name: 'Add Work' })).toHaveAttribute('href', '/add-work');
  expect(main.getByRole('link', { name: 'Works List' })).toHaveAttribute('href', '/works-list');
});

test('an employee from whom prices are hidden sees the jobs without them', async () => {
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const { screen } = await renderPage('/diary', { backend, person: driver });
  expect(await screen.findByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(main.getAllByText('Hedges')).toHaveLength(5);
  expect(main.queryByText(/£|needs a rate/)).not.toBeInTheDocument();
  // A price that is hidden is not one that is missing.
  expect(main.getAllByText('Ready')).toHaveLength(4);
  expect(main.getAllByText('Needs rate')).toHaveLength(1);
  expect(main.getByRole('link', { name: 'My Work' })).toBeVisible();
});

test('an empty week says so', async () => {
  const fresh = await backend.user();
  const { screen } = await renderPage('/diary', { backend, person: fresh });
  expect(await screen.findByRole('heading', { name: 'Nothing logged in the last seven days' })).toBeVisible();
});
