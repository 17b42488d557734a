// Photos added to a note while it is edited: stored at once, saved with the change, at most six per note.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeFile } from '@/offline/outbox/store/files';
import { navigate } from '@tests/support/navigate';
import { PHOTO } from '@/records/photos';
import { notesAccount } from './account';

const { account, sql, open, addNote } = notesAccount();

/** Stores a photo on the device, as the form does when one is chosen. */
async function choosePhoto(note: string) {
  const id = crypto.randomUUID();
  const { owner, driver } = account();
  const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xd9]).buffer;
  const entry = {
    userId: driver.id,
    accountId: owner.id,
    kind: PHOTO.kind,
    version: PHOTO.version,
    id,
    action: 'insert',
    fields: {
      parent_table: 'notes',
      parent_id: note,
      storage_path: `${owner.id}/notes/${note}/${id}.jpg`,
      mime: 'image/jpeg',
      bytes: bytes.byteLength,
      taken_at: null,
    },
    seen: null,
    parents: [note],
    title: 'Photo',
    file: true,
  } as const;
  const file = {
    userId: driver.id,
    id,
    parent: note,
    bytes,
    mime: 'image/jpeg',
    at: Date.now(),
    forChange: true,
  } as const;
  await storeFile({ ...file, entry: { ...entry, parents: [note] } });
}
const attachments = (note: string) => sql('select parent_table from public.attachments where parent_id = $1', [note]);
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Edit note' }));

test('a photo is saved with the change of a sent note, and can be removed before that; a note with six offers no more', async () => {
  const id = await addNote(account().driver, 'Broken trough');
  await choosePhoto(id);
  await choosePhoto(id);
  const { user } = await open(`/view-notes?edit=${id}`);
  const edit = await dialog();
  expect(await edit.findByRole('img', { name: 'More photos, photo 2' })).toBeInTheDocument();
  expect(await attachments(id)).toEqual([]);
  await user.click(edit.getByRole('button', { name: 'Remove photo 2 of More photos' }));
  await waitFor(() => expect(edit.queryByRole('img', { name: 'More photos, photo 2' })).not.toBeInTheDocument());
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect(await attachments(id)).toEqual([{ parent_table: 'notes' }]));

  // Six photos are the most.
  const full = await addNote(account().driver, 'Broken gate');
  for (let at = 0; at < 6; at += 1) await choosePhoto(full);
  navigate(`/view-notes?edit=${full}`);
  const other = await dialog();
  expect(await other.findByText('6 photos are the most.')).toBeInTheDocument();
  expect(other.queryByText('Choose photos')).not.toBeInTheDocument();
});
