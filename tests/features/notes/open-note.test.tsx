// A note opened from the list is shown with its photos, and can be edited from there. The list shows small photos.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { waitForCopy } from '@tests/features/offline/phone';
import { navigate } from '@tests/support/navigate';
import type { Person } from '@tests/support/embedded/backend';
import { closeApp, notesAccount, findNote } from './account';

const { account, sql, open, addNote } = notesAccount();

/** Adds a photo to a note: its row, and its file unless `uploaded` is false. */
async function addPhoto(person: Person, note: string, uploaded = true) {
  const id = crypto.randomUUID();
  const path = `${account().owner.id}/notes/${note}/${id}.jpg`;
  const attachment = { parent_table: 'notes', parent_id: note, storage_path: path, mime: 'image/jpeg', bytes: 5 };
  if (uploaded) {
    const bytes = new Blob(['photo'], { type: 'image/jpeg' });
    const upload = await person.storage.from('photos').upload(path, bytes);
    if (upload.error) throw upload.error;
  }
  const { error } = await person.from('attachments').insert({ ...attachment, id, user_id: account().owner.id });
  if (error) throw error;
}
const openDialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
const smallPhotos = async (body: string) => (await findNote(body)).querySelectorAll('img[loading=lazy]');

test('a pressed note is shown in full, and Edit opens its form, but not for another person’s note, nor for one’s own after a day', async () => {
  const id = await addNote(account().driver, 'First line\nsecond line', {
    title: 'Rainfall',
    note_time: '06:30',
    customer: 'Hill Farm',
    value_num: 12.5,
    value_unit: 'mm',
    lat: 54.5,
    lng: -6.5,
    needs_action: true,
  });
  await addPhoto(account().driver, id);
  await addNote(account().owner, 'for all', { shared: true });
  const own = await addNote(account().driver, 'mine');
  await sql(`update public.notes set created_at = now() - interval '25 hours' where id = $1`, [own]);
  const { user, address } = await open('/view-notes?customer=Hill+Farm');
  await user.click(await findNote('First line'));
  const note = await openDialog('Rainfall');
  expect(address()).toBe(`/view-notes?customer=Hill+Farm&open=${id}`);
  expect(note.getByText(/First line\s+second line/)).toHaveClass('whitespace-pre-line');
  expect(note.getByText(/^Written by Sam Driver on /)).toBeVisible();
  expect(note.getByText(/, 06:30, Hill Farm, 12\.5 mm$/)).toBeVisible();
  expect(note.getByText('Needs action')).toBeVisible();
  expect(note.getByRole('link', { name: 'Show the place on a map' })).toBeVisible();
  expect(await note.findByRole('img', { name: 'Photo 1, by Sam Driver' })).not.toHaveAttribute('width', '96');
  // The dialog shows the note; it has no form yet.
  expect(note.queryByLabelText('Note')).not.toBeInTheDocument();
  expect(note.queryByRole('button', { name: /^Delete photo/ })).not.toBeInTheDocument();
  await user.click(note.getByRole('button', { name: 'Edit' }));
  const form = await openDialog('Edit note');
  expect(address()).toBe(`/view-notes?customer=Hill+Farm&edit=${id}`);
  expect(form.getByLabelText('Note')).toHaveValue('First line\nsecond line');
  expect(await form.findByRole('button', { name: 'Delete photo 1' })).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/view-notes?customer=Hill+Farm');

  navigate('/view-notes');
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  for (const body of ['for all', 'mine']) {
    await user.click(await findNote(body));
    const other = await openDialog('General');
    expect(other.getByText(body)).toBeVisible();
    expect(other.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    await user.click(other.getByRole('button', { name: 'Close' }));
    await closed();
  }
  // The address of its form opens it for reading.
  navigate(`/view-notes?edit=${own}`);
  const old = await openDialog('General');
  expect(old.getByText('A note can be changed for 24 hours. Add a follow-up instead.')).toBeVisible();
  expect(old.queryByLabelText('Note')).not.toBeInTheDocument();
});

test('a cached note is readable offline, and can be edited from there', async () => {
  await addNote(account().driver, 'Trough leaks');
  await open('/view-notes');
  await findNote('Trough leaks');
  await waitForCopy('notes', 'Trough leaks');
  closeApp();
  account().connection.cut('refused', true);
  const { user } = await open('/view-notes');
  await user.click(await findNote('Trough leaks'));
  expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
  const note = await openDialog('General');
  expect(note.getByText('Trough leaks')).toBeVisible();
  expect(note.getByText('Photos of this entry are shown when there is signal.')).toBeVisible();
  await user.click(note.getByRole('button', { name: 'Edit' }));
  const form = await openDialog('Edit note');
  await user.type(form.getByLabelText('Note'), ' badly');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await findNote('Trough leaks badly')).toHaveTextContent('Change: waiting on this phone');
});

test('the list shows a few photos of each note and how many there are, with one request for all notes, and stays complete when one is removed', async () => {
  const severalPhotos = await addNote(account().driver, 'Broken trough');
  for (let at = 0; at < 5; at += 1) await addPhoto(account().driver, severalPhotos);
  const onePhoto = await addNote(account().driver, 'Open gate');
  await addPhoto(account().driver, onePhoto);
  const withoutFile = await addNote(account().driver, 'Lost picture');
  await addPhoto(account().driver, withoutFile, false);
  await addNote(account().driver, 'Only words');
  const { user } = await open('/view-notes', account().owner);
  await waitFor(async () => expect(await findNote('Broken trough')).toHaveTextContent('5 photos'));
  expect(await smallPhotos('Broken trough')).toHaveLength(3);
  expect(await findNote('Open gate')).toHaveTextContent('1 photo');
  expect(await smallPhotos('Open gate')).toHaveLength(1);
  expect(await findNote('Lost picture')).toHaveTextContent('1 photo');
  expect(await smallPhotos('Lost picture')).toHaveLength(0);
  expect(await findNote('Only words')).not.toHaveTextContent('photo');
  expect(account().connection.requests.filter((request) => request.endsWith('/attachments'))).toHaveLength(1);

  await user.click(await findNote('Lost picture'));
  await user.click((await openDialog('General')).getByRole('button', { name: 'Delete' }));
  await user.click((await openDialog('Delete the note “General”?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(/Lost picture/)).not.toBeInTheDocument());
  await waitFor(() =>
    expect(
      account().connection.requests.filter((request) => request === 'GET /rest/v1/attachments').length,
    ).toBeGreaterThan(2),
  );
  expect(await findNote('Open gate')).toHaveTextContent('1 photo');
  expect(await findNote('Only words')).toBeInTheDocument();
});
