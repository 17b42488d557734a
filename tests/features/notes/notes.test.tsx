// Notes on a phone: written, edited and cancelled, online and offline.
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { today } from '@tests/features/works/farm';
import { kill, notesFarm, row, tray, write } from './farm';

const { now, stored, bodies, open } = notesFarm();

test('a note is written with one press for its title, and listed under its day', async () => {
  const { user, address } = await open('/add-note');
  await user.click(await screen.findByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Choose a title or type one.')).toBeInTheDocument();
  expect(screen.getByText('Write something or add a photo.')).toBeInTheDocument();
  expect(screen.getByLabelText('Date')).toHaveValue(today());
  await user.click(screen.getByRole('checkbox', { name: 'Share with the crew' }));
  await write(user, 'Trough leaks');
  expect(address()).toBe('/view-notes');
  expect(await screen.findByText('Note saved!')).toBeInTheDocument();
  expect(await row('Trough leaks')).toHaveTextContent('Repair neededTrough leaksSam Driver, shared with the crew');
  expect(screen.getByRole('heading', { level: 2, name: 'Today' })).toBeInTheDocument();
  await waitFor(async () =>
    expect(await stored()).toEqual([
      { title: 'Repair needed', body: 'Trough leaks', shared: true, note_date: today(), created_by: now().driver.id },
    ]),
  );
});

test('the form that opens is named and gets the focus', async () => {
  const { user } = await open('/view-notes');
  await screen.findByText('No notes yet.');
  const [add] = within(screen.getByRole('main')).getAllByRole('link', { name: 'Add Note' });
  if (!add) throw new Error('there is no way to the form');
  await user.click(add);
  await screen.findByRole('button', { name: 'Save note' });
  expect(screen.getByRole('heading', { level: 1, name: 'Add Note' })).toHaveFocus();
});

test('offline it is saved on the phone, waits in the list and is sent once after reconnecting (F1)', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  now().line.cut('refused', true);
  await write(user, 'Trough leaks');
  expect(await row('Trough leaks')).toHaveTextContent('Waiting to be sent');
  expect(await tray('^1 entry waits to be sent')).toBeInTheDocument();
  expect(await stored()).toEqual([]);
  now().line.mend();
  await waitFor(async () => expect(await row('Trough leaks')).not.toHaveTextContent('Waiting'));
  await tray('^Everything is sent');
  expect(await bodies()).toEqual(['Trough leaks']);
  expect(screen.getAllByRole('link', { name: /Trough leaks/ })).toHaveLength(1);
});

test('if the app is closed right after, it is sent when the app is opened again (F2)', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  now().line.cut('refused', true);
  await write(user, 'Trough leaks');
  kill();
  now().line.mend();
  await open('/noticeboard');
  await waitFor(async () => expect(await bodies()).toEqual(['Trough leaks']));
});

test('written, edited and cancelled offline: it never reaches the database (F36)', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  now().line.cut('refused', true);
  await write(user, 'Trough leaks');
  await user.click(await row('Trough leaks'));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit note' }));
  await user.type(edit.getByLabelText('Note'), ' badly');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  await user.click(await row('Trough leaks badly'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const asked = within(await screen.findByRole('dialog', { name: 'Delete the note “Repair needed”?' }));
  await user.click(asked.getByRole('button', { name: 'Delete' }));
  await tray('^Everything is sent');
  expect(screen.queryByText(/Trough leaks/)).not.toBeInTheDocument();
  now().line.mend();
  expect(await bodies()).toEqual([]);
});

describe('unsaved input', () => {
  async function typed() {
    const { user } = await open('/add-note');
    await user.type(await screen.findByLabelText('Note'), 'Calf 0412');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    kill();
  }

  test('is restored after a kill, and is saved as one note (F3)', async () => {
    await typed();
    const { user } = await open('/add-note');
    expect(await screen.findByText(/^Restored what you typed at \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(screen.getByLabelText('Note')).toHaveValue('Calf 0412');
    await write(user, ' limps');
    await waitFor(async () => expect(await bodies()).toEqual(['Calf 0412 limps']));
    // Nor does it come back when the phone has forgotten that it was sent.
    expect(await draftsOf(now().driver.id, 'add-note')).toEqual([]);
    kill();
    await open('/add-note');
    expect(await screen.findByLabelText('Note')).toHaveValue('');
  });

  test('can be discarded (F3)', async () => {
    await typed();
    const { user } = await open('/add-note');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
    kill();
    await open('/add-note');
    expect(await screen.findByLabelText('Note')).toHaveValue('');
  });
});

test('on a full device it does not claim to be saved; the form stays, and the note can be sent (F21)', async () => {
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
  await user.click(await screen.findByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('Note saved!')).toBeInTheDocument();
  expect(await bodies()).toEqual(['Trough leaks']);
  put.mockRestore();
});

test('a note of a megabyte is refused with a sentence, and stays in the form', async () => {
  const { user } = await open('/add-note');
  const long = 'rain '.repeat(200_000);
  await user.click(await screen.findByLabelText('Note'));
  await user.paste(long);
  await user.click(screen.getByRole('button', { name: 'Rainfall' }));
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Too long: 4,000 characters at most.')).toBeInTheDocument();
  expect(screen.getByLabelText('Note')).toHaveValue(long);
  expect(await stored()).toEqual([]);
});
