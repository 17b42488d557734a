import { waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '@tests/support/resize-window';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
});
beforeEach(async () => {
  resizeWindow(390);
  await backend.sql('delete from public.tasks');
  await owner.from('tasks').insert([
    { user_id: owner.id, name: 'Ploughing', chargeable_unit: 'acre', default_rate: 32.06 },
    { user_id: owner.id, name: 'Call out', chargeable_unit: 'fixed', default_rate: 0 },
  ]);
});
afterAll(() => backend.close());

test('on a phone, pressing a task opens its form, where it is hidden, or deleted after a confirmation', async () => {
  const { user, screen } = await renderPage('/tasks', { backend, person: owner });
  const card = await screen.findByRole('button', { name: /Ploughing/ });
  expect(card).toHaveTextContent('£32.06 / ac');
  expect(screen.getByRole('button', { name: /Call out/ })).toHaveTextContent('No charge');
  expect(screen.queryByRole('table')).toBeNull();
  await user.click(card);
  const form = await screen.findByRole('dialog', { name: 'Edit task' });
  expect(within(form).getByLabelText('Unit')).toHaveValue('acre');
  await user.click(within(form).getByRole('button', { name: 'Hide' }));
  await screen.findByText('Task updated!');
  expect(await backend.sql('select name from public.tasks where not active')).toEqual([{ name: 'Ploughing' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(await screen.findByRole('button', { name: /Call out/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('dialog', { name: 'Delete Call out?' });
  expect(question).toHaveTextContent('It was never used.');
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Task deleted.');
  expect(await backend.sql('select name from public.tasks')).toEqual([{ name: 'Ploughing' }]);
});
