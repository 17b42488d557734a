// A note opened from the list: shown first, with its photos, and edited from there. The list shows small photos.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { copied } from '@tests/features/offline/phone';
import type { Person } from '@tests/support/embedded/backend';
import { kill, notesFarm, row } from './farm';

const { now, sql, open, written } = notesFarm();

/** A photo of a note: its row, and its file if `there`. */
async function photo(person: Person, note: string, there = true) {
  const id = crypto.randomUUID();
  const path = `${now().owner.id}/notes/${note}/${id}.jpg`;
  const about = { parent_table: 'notes', parent_id: note, storage_path: path, mime: 'image/jpeg', bytes: 5 };
  if (there) {
    const bytes = new Blob(['photo'], { type: 'image/jpeg' });
    const stored = await person.storage.from('photos').upload(path, bytes);
    if (stored.error) throw stored.error;
  }
  const { error } = await person.from('attachments').insert({ ...about, id, user_id: now().owner.id });
  if (error) throw error;
}
const reading = async (title: string) => within(await screen.findByRole('dialog', { name: title }));
const smallOnes = async (body: string) => (await row(body)).querySelectorAll('img[loading=lazy]');

test('a pressed note is shown in full, and Edit opens its form', async () => {
  const id = await written(now().driver, 'First line\nsecond line', {
    title: 'Rainfall',
    note_time: '06:30',
    customer: 'Hill Farm',
    value_num: 12.5,
    value_unit: 'mm',
    lat: 54.5,
    lng: -6.5,
    needs_action: true,
  });
  await photo(now().driver, id);
  const { user, address } = await open('/view-notes?customer=Hill+Farm');
  await user.click(await row('First line'));
  const note = await reading('Rainfall');
  expect(address()).toBe(`/view-notes?customer=Hill+Farm&open=${id}`);
  expect(note.getByText(/First line\s+second line/)).toHaveClass('whitespace-pre-line');
  expect(note.getByText(/^Written by Sam Driver on /)).toBeVisible();
  expect(note.getByText(/, 06:30, Hill Farm, 12\.5 mm$/)).toBeVisible();
  expect(note.getByText('Needs action')).toBeVisible();
  expect(note.getByRole('link', { name: 'Show the place on a map' })).toBeVisible();
  expect(await note.findByRole('img', { name: 'Photo 1, by Sam Driver' })).not.toHaveAttribute('width', '96');
  // It is shown, not edited.
  expect(note.queryByLabelText('Note')).not.toBeInTheDocument();
  expect(note.queryByRole('button', { name: /^Delete photo/ })).not.toBeInTheDocument();
  await user.click(note.getByRole('button', { name: 'Edit' }));
  const form = await reading('Edit note');
  expect(address()).toBe(`/view-notes?customer=Hill+Farm&edit=${id}`);
  expect(form.getByLabelText('Note')).toHaveValue('First line\nsecond line');
  expect(await form.findByRole('button', { name: 'Delete photo 1' })).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Close' }));
  expect(address()).toBe('/view-notes?customer=Hill+Farm');
});

test('Edit is not offered to employees for another person’s note, nor a day later', async () => {
  await written(now().owner, 'for all', { shared: true });
  const mine = await written(now().driver, 'mine');
  await sql(`update public.notes set created_at = now() - interval '25 hours' where id = $1`, [mine]);
  const { user } = await open('/view-notes');
  for (const body of ['for all', 'mine']) {
    await user.click(await row(body));
    const note = await reading('General');
    expect(note.getByText(body)).toBeVisible();
    expect(note.queryByRole('button', { name: 'Edit' })).not.toBeInTheDocument();
    await user.click(note.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  }
});

test('a cached note is readable offline, and can be edited from there', async () => {
  await written(now().driver, 'Trough leaks');
  await open('/view-notes');
  await row('Trough leaks');
  await copied('notes', 'Trough leaks');
  kill();
  now().line.cut('refused', true);
  const { user } = await open('/view-notes');
  await user.click(await row('Trough leaks'));
  const note = await reading('General');
  expect(note.getByText('Trough leaks')).toBeVisible();
  expect(note.getByText('Photos of this entry are shown when there is signal.')).toBeVisible();
  await user.click(note.getByRole('button', { name: 'Edit' }));
  const form = await reading('Edit note');
  await user.type(form.getByLabelText('Note'), ' badly');
  await user.click(form.getByRole('button', { name: 'Save changes' }));
  expect(await row('Trough leaks badly')).toHaveTextContent('Change: waiting to be sent');
});

test('the list shows a few photos of each note with their number, all of them by one request', async () => {
  const many = await written(now().driver, 'Broken trough');
  for (let at = 0; at < 5; at += 1) await photo(now().driver, many);
  const one = await written(now().driver, 'Open gate');
  await photo(now().driver, one);
  const lost = await written(now().driver, 'Lost picture');
  await photo(now().driver, lost, false);
  await written(now().driver, 'Only words');
  await open('/view-notes');
  await waitFor(async () => expect(await row('Broken trough')).toHaveTextContent('5 photos'));
  expect(await smallOnes('Broken trough')).toHaveLength(3);
  expect(await row('Open gate')).toHaveTextContent('1 photo');
  expect(await smallOnes('Open gate')).toHaveLength(1);
  expect(await row('Lost picture')).toHaveTextContent('1 photo');
  expect(await smallOnes('Lost picture')).toHaveLength(0);
  expect(await row('Only words')).not.toHaveTextContent('photo');
  expect(now().line.asked.filter((request) => request.endsWith('/attachments'))).toHaveLength(1);
});

test('the list stays complete when a note is removed, and its photos are fetched again', async () => {
  await photo(now().driver, await written(now().driver, 'Open gate'));
  const gone = await written(now().driver, 'Not needed');
  await written(now().driver, 'Only words');
  const { user } = await open(`/view-notes?open=${gone}`, now().owner);
  await waitFor(async () => expect(await row('Open gate')).toHaveTextContent('1 photo'));
  await user.click((await reading('General')).getByRole('button', { name: 'Delete' }));
  await user.click((await reading('Delete the note “General”?')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText(/Not needed/)).not.toBeInTheDocument());
  await waitFor(() =>
    expect(now().line.asked.filter((request) => request === 'GET /rest/v1/attachments').length).toBeGreaterThan(2),
  );
  expect(await row('Open gate')).toHaveTextContent('1 photo');
  expect(await row('Only words')).toBeInTheDocument();
});
