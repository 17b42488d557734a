// Save is pressed while the photo of a note is still being prepared.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { holdPreparation } from '@tests/features/files/held-preparation';
import { notesAccount } from './account';

const preparation = holdPreparation();

const { account, sql, storedNotes, open, addNote } = notesAccount();
const photos = () => sql('select id from public.attachments where user_id = $1', [account().owner.id]);

test('a note with only a photo waits for it, and is saved with it', async () => {
  const { user } = await open('/add-note');
  await user.click(await screen.findByRole('button', { name: 'Repair needed' }));
  await user.upload(screen.getByLabelText('Choose photos'), new File(['x'], 'trough.jpg', { type: 'image/jpeg' }));
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByRole('button', { name: 'Leave the photo out' });
  expect(await storedNotes()).toEqual([]);
  await preparation.finish();
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
  await waitFor(async () => expect(await photos()).toHaveLength(1));
  expect(await storedNotes()).toHaveLength(1);
});

test('a change of a note waits for the photo chosen with it', async () => {
  const id = await addNote(account().driver, 'Broken trough');
  const { user } = await open(`/view-notes?edit=${id}`);
  const edit = within(await screen.findByRole('dialog', { name: 'Edit note' }));
  await user.upload(edit.getByLabelText('Choose photos'), new File(['x'], 'trough.jpg', { type: 'image/jpeg' }));
  await user.clickBusy(await edit.findByRole('button', { name: 'Preparing the photo...' }));
  await preparation.isPreparing();
  expect(await photos()).toEqual([]);
  await preparation.finish();
  await user.click(await edit.findByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect(await photos()).toHaveLength(1));
});
