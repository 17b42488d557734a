// Notes on a phone: written, edited and deleted, online and offline.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { navigate } from '@tests/support/navigate';
import { today } from '@tests/features/works/works-helpers';
import { closeApp, notesAccount, findNote, trayButton, writeNote } from './account';

const { account, storedNotes, storedBodies, open } = notesAccount();

test('a note is written with one press for its title and with a measure, and listed under its day', async () => {
  const { user, address } = await open('/view-notes');
  expect(await screen.findByText('No notes yet.')).toBeInTheDocument();
  const [add] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Add Note' });
  if (!add) throw new Error('there is no link to the form');
  await user.click(add);
  await screen.findByRole('button', { name: 'Save note' });
  expect(address()).toBe('/add-note');
  expect(screen.getByRole('heading', { level: 1, name: 'Add Note' })).toHaveFocus();

  await user.click(screen.getByText('Time, customer, measure, place'));
  await user.type(screen.getByLabelText(/^Unit/), 'mm');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Choose a title or type one.')).toBeInTheDocument();
  expect(screen.getByText('Write something or add a photo.')).toBeInTheDocument();
  expect(screen.getByText('Enter a number like 12.5.')).toBeVisible();
  expect(screen.getByLabelText('Date')).toHaveValue(today());
  await user.type(screen.getByLabelText(/^Measured/), '12,5');
  await user.click(screen.getByRole('checkbox', { name: 'Share with the crew' }));
  await writeNote(user, 'Trough leaks');
  expect(address()).toBe('/view-notes');
  expect(await screen.findByText('Note saved!')).toBeInTheDocument();
  // Once it is sent, the account holder has to act on it.
  await waitFor(async () => expect(await findNote('Trough leaks')).toHaveTextContent('Needs action: Alex Owner'));
  expect(await findNote('Trough leaks')).toHaveTextContent(/^Repair needed.*Trough leaks.*12\.5 mm/);
  expect(await findNote('Trough leaks')).toHaveTextContent('Sam Driver, shared with the crew');
  expect(screen.getByRole('heading', { level: 2, name: 'Today' })).toBeInTheDocument();
  await waitFor(async () =>
    expect(await storedNotes()).toEqual([
      {
        title: 'Repair needed',
        body: 'Trough leaks',
        shared: true,
        note_date: today(),
        created_by: account().driver.id,
        value_num: 12.5,
        assigned_to_name: 'Alex Owner',
      },
    ]),
  );
});

test('a note written, edited and deleted offline never reaches the database (F36); one that waits is sent once after reconnecting (F1)', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  account().connection.cut('refused', true);
  await writeNote(user, 'Gate open');
  await user.click(await findNote('Gate open'));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit note' }));
  await user.type(edit.getByLabelText('Note'), ' wide');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  await user.click(await findNote('Gate open wide'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const confirmation = within(await screen.findByRole('dialog', { name: 'Delete the note “Repair needed”?' }));
  await user.click(confirmation.getByRole('button', { name: 'Delete' }));
  await trayButton('^Nothing waits on this phone');
  expect(screen.queryByText(/Gate open/)).not.toBeInTheDocument();

  navigate('/add-note');
  await writeNote(user, 'Trough leaks');
  await waitFor(async () => expect(await findNote('Trough leaks')).toHaveTextContent('Waiting on this phone'));
  // This phone has no copy of the list.
  expect(screen.getByText('The other notes did not load.')).toBeInTheDocument();
  expect(await trayButton('^1 entry waits on this phone')).toBeInTheDocument();
  expect(await storedNotes()).toEqual([]);
  account().connection.restore();
  await waitFor(async () => expect(await findNote('Trough leaks')).not.toHaveTextContent('Waiting'));
  expect(await trayButton('^Nothing waits on this phone')).toHaveTextContent(/All in the office \d\d:\d\d$/);
  expect(await storedBodies()).toEqual(['Trough leaks']);
  expect(screen.getAllByRole('link', { name: /Trough leaks/ })).toHaveLength(1);
});

test('a note is sent at the next start if the app was closed right after saving (F2)', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  account().connection.cut('refused', true);
  await writeNote(user, 'Trough leaks');
  closeApp();
  account().connection.restore();
  await open('/noticeboard');
  await waitFor(async () => expect(await storedBodies()).toEqual(['Trough leaks']));
});

test('unsaved input is restored after the app was closed, can be discarded, and is saved as one note (F3)', async () => {
  const typeAndClose = async () => {
    await userEvent.type(await screen.findByLabelText('Note'), 'Calf 0412');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    closeApp();
  };
  const expectRestored = async () => {
    expect(await screen.findByText(/^Restored what you typed at \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(screen.getByLabelText('Note')).toHaveValue('Calf 0412');
  };
  const drafts = () => draftsOf(account().driver.id, 'add-note');
  await open('/add-note');
  await typeAndClose();
  const first = await open('/add-note');
  await expectRestored();
  await first.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
  await waitFor(async () => expect(await drafts()).toEqual([]));
  await typeAndClose();
  const { user } = await open('/add-note');
  await expectRestored();
  await writeNote(user, ' limps');
  await waitFor(async () => expect(await storedBodies()).toEqual(['Calf 0412 limps']));
  // No draft is left that could restore the text once the sent entry is deleted from the phone.
  expect(await drafts()).toEqual([]);
});

test('on a full device, reports that the note is not saved, keeps the form, and can send it (F21)', async () => {
  const { user } = await open('/add-note');
  await user.type(await screen.findByLabelText('Note'), 'Trough leaks');
  await user.click(screen.getByRole('button', { name: 'Fuel' }));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Error Saving Note')).toBeInTheDocument();
  expect(screen.queryByText('Note saved!')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue('Trough leaks');
  await screen.findByRole('button', { name: 'Send now' });
  await user.type(screen.getByLabelText('Note'), ' badly');
  // It would send the note as it was before.
  expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('Note saved!')).toBeInTheDocument();
  expect(await storedBodies()).toEqual(['Trough leaks badly']);
  put.mockRestore();
});
