// An employee used another name for a while: the change is reported, and every screen shows the current name.
import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
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

/** The notes show the author's current name. The name of the signed-in person is on every page: look at the note only. */
async function expectNoteOfDee() {
  navigate('/view-notes');
  await screen.findByText('Gate left open');
  await waitFor(() => expect(screen.getByText('Gate left open').parentElement).toHaveTextContent('Dee Driver'));
  expect(screen.queryByText(/The Boss/)).not.toBeInTheDocument();
}

test('the noticeboard reports the change of name to the account holder; notes and works list show the current name', async () => {
  resizeWindow(1440);
  await renderPage('/', { backend, person: owner });
  const link = await screen.findByRole('link', { name: /Dee Driver changed their name/ });
  expect(link).toHaveTextContent(/Also called The Boss\. Last changed /);
  expect(link).toHaveAttribute('href', '/manage-users');
  await expectNoteOfDee();
  for (const query of ['', '?group=person']) {
    navigate(`/works-list${query}`);
    expect(await screen.findByRole('cell', { name: 'Dee Driver' })).toBeInTheDocument();
    expect(screen.queryByText(/The Boss/)).not.toBeInTheDocument();
  }
});

test('the noticeboard does not report the change to an employee, whose notes show the current name', async () => {
  await renderPage('/', { backend, person: driver });
  expect(await screen.findByText('Nothing on the board. Have a safe day.')).toBeVisible();
  expect(screen.queryByText(/changed their name/)).not.toBeInTheDocument();
  await expectNoteOfDee();
});
