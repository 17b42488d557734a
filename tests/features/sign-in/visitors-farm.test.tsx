// In a process of its own: its build names the account of a demo farm, which can be looked at but not changed.
import { waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

// As in a build that names the account of a demo farm.
vi.hoisted(() => {
  vi.stubEnv('VITE_DEMO_EMAIL', 'visitor@demo.test');
  vi.stubEnv('VITE_DEMO_PASSWORD', 'a-password-that-everybody-knows');
});

const SENTENCE = 'This is the demo farm: you can look at everything, but not change it.';

let backend: TestBackend;
let visitor: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
  visitor = await backend.user({
    ...{ firstName: 'Alex', lastName: 'Owner', email: 'visitor@demo.test' },
    password: 'a-password-that-everybody-knows',
  });
  other = await backend.user({ firstName: 'Bea', lastName: 'Other' });
  await backend.sql('update public.profiles set is_demo = true where id = $1', [visitor.id]);
});
afterAll(() => backend.close());

test('the landing page opens the demo farm, which has a banner and a button to start an own farm', async () => {
  const { screen, user } = await renderPage('/', { backend });
  expect(await screen.findByText(/Look round: nothing that you press changes it\.$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try the demo farm' }));
  expect(await screen.findByRole('button', { name: 'Alex Owner, Admin' })).toBeVisible();
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start your own farm' })).toBeVisible();
});

test('a note is refused before it is stored on the device, and stays in the form', async () => {
  const { screen, user } = await renderPage('/add-note', { backend, person: visitor });
  await screen.findByText(SENTENCE);
  await user.type(await screen.findByLabelText('Title'), 'Repair needed');
  await user.type(screen.getByLabelText('Note'), 'The gate is broken.');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(() => expect(screen.getAllByText(SENTENCE)).toHaveLength(2));
  expect(screen.getByLabelText('Note')).toHaveValue('The gate is broken.');
  expect(await backend.sql('select id from public.notes where user_id = $1', [visitor.id])).toEqual([]);
});

test('the account page refuses another name in the same words, and another password without asking the auth service', async () => {
  const { screen, user } = await renderPage('/account', { backend, person: visitor });
  await screen.findByRole('button', { name: 'Start your own farm' });
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Mallory');
  await user.click(within(name.closest('form') ?? document.body).getByRole('button', { name: /^Save/ }));
  await waitFor(() => expect(screen.getAllByText(SENTENCE)).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await user.type(await screen.findByLabelText('Current password'), 'a-password-that-everybody-knows');
  await user.type(screen.getByLabelText('New password'), 'a-new-password-2026');
  await user.type(screen.getByLabelText('New password again'), 'a-new-password-2026');
  await user.click(screen.getByRole('button', { name: 'Save the new password' }));
  expect(await within(screen.getByRole('main')).findByText(SENTENCE)).toBeVisible();
});

test('another farm of the same installation has no banner and saves as usual', async () => {
  const { screen, user } = await renderPage('/account', { backend, person: other });
  const name = await screen.findByLabelText('First name');
  await user.clear(name);
  await user.type(name, 'Beatrice');
  await user.click(within(name.closest('form') ?? document.body).getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText('Profile saved!')).toBeVisible();
  expect(screen.queryByText(SENTENCE)).toBeNull();
  expect((await other.auth.signInWithPassword({ email: other.email, password: PASSWORD })).error).toBeNull();
});
