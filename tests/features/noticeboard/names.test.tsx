// An employee used another name for a while: the change is reported, and every screen shows the current name.
import { waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;

const rename = (first_name: string, last_name: string | null) =>
  driver.from('profiles').update({ first_name, last_name }).eq('id', driver.id).throwOnError();

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Dee', lastName: 'Driver' });
  await rename('The Boss', null);
  await driver
    .from('notes')
    .insert({ user_id: owner.id, title: 'General', body: 'Gate left open', note_date: '2026-11-02', shared: true })
    .throwOnError();
  await driver
    .from('works')
    .insert({
      user_id: owner.id,
      customer: 'Manor',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      quantity: 3,
      work_date: '2026-11-02',
    })
    .throwOnError();
  await rename('Dee', 'Driver');
});
afterAll(() => backend.close());

test('the noticeboard reports the change of name to the account holder', async () => {
  const { screen } = await renderPage('/', { backend, person: owner });
  const link = await screen.findByRole('link', { name: /Dee Driver changed their name/ });
  expect(link).toHaveTextContent(/Also called The Boss\. Last changed /);
  expect(link).toHaveAttribute('href', '/manage-users');
});

test('the noticeboard does not report the change to an employee', async () => {
  const { screen } = await renderPage('/', { backend, person: driver });
  expect(await screen.findByText('Nothing on the board. Have a safe day.')).toBeVisible();
  expect(screen.queryByText(/changed their name/)).not.toBeInTheDocument();
});

test.each(['owner', 'driver'] as const)('the notes of the %s show the current name of the author', async (role) => {
  const { screen } = await renderPage('/view-notes', { backend, person: role === 'owner' ? owner : driver });
  await screen.findByText('Gate left open');
  // The name of the signed-in person is on every page, so the test looks at the note only.
  await waitFor(() => expect(screen.getByText('Gate left open').parentElement).toHaveTextContent('Dee Driver'));
  expect(screen.queryByText(/The Boss/)).not.toBeInTheDocument();
});

test.each(['', '?group=person'])('the works list %s shows the current name of the job’s author', async (query) => {
  resizeWindow(1440);
  const { screen } = await renderPage(`/works-list${query}`, { backend, person: owner });
  expect(await screen.findByRole('cell', { name: 'Dee Driver' })).toBeInTheDocument();
  expect(screen.queryByText(/The Boss/)).not.toBeInTheDocument();
});
