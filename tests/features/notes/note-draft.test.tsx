// A note saved right after typing, on a connection that loads the next screen slowly.
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { notesAccount } from './account';

vi.mock('@/features/notes/view-notes-page', async (original) => {
  await new Promise((resolve) => setTimeout(resolve, 700));
  return original();
});

const { account, storedBodies, open } = notesAccount();

test('a saved note does not come back as a draft while the list is loading', async () => {
  const { user } = await open('/add-note');
  await user.click(await screen.findByRole('button', { name: 'Fuel' }));
  await user.type(screen.getByLabelText('Note'), '80 litres');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await waitFor(async () => expect(await storedBodies()).toEqual(['80 litres']));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  expect(await draftsOf(account().driver.id, 'add-note')).toEqual([]);
});
