// In a process of its own: the app must not have opened its store before.
// On a device that forbids storage, the form says so before the first entry, and an entry can still be sent.
import { screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, resizeWindow, storedWorks } from '../works-helpers';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  owner = await backend.user({ firstName: 'Alex' });
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('Storage is switched off', 'SecurityError');
  });
});

test('warns before the first entry, does not confirm an unsent entry, and can send it as the form holds it then (F23)', async () => {
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend, person: owner });
  expect(
    await screen.findByText('This phone cannot keep entries offline. Save them while you have signal.'),
  ).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '5' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByText('Error Saving Work')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
  await screen.findByRole('button', { name: 'Send now' });
  // After a change of the form, not what could not be stored before.
  await user.click(screen.getByRole('button', { name: '6' }));
  expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  expect((await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort()).toEqual([56, 74]);
});
