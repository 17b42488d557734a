// Notes with assignees, follow-ups, accident notes, note titles, and the list's filters.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { waitForCopy } from '@tests/features/offline/phone';
import { navigate } from '@tests/support/navigate';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { closeApp, notesAccount, findNote, writeNote } from './account';

const { account, sql, storedNotes, storedBodies, open, addNote } = notesAccount();
const ACCIDENT = 'Accident / near miss';

const field = async (column: string, body: string) =>
  (
    await sql(`select ${column} as value from public.notes where user_id = $1 and body = $2`, [
      account().owner.id,
      body,
    ])
  )[0];

test('an accident note is permanent: its author changes it only until it is sent, and the account holder can mark it done but not delete it', async () => {
  const { user } = await open('/add-note');
  await user.click(await screen.findByRole('button', { name: ACCIDENT }));
  expect(screen.getByText(/^A note of an accident stays as it was written\./)).toBeVisible();
  account().connection.cut('refused', true);
  await user.type(screen.getByLabelText('Note'), 'Fell');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await user.click(await findNote('Fell'));
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Edit note' }));
  expect(edit.getByRole('button', { name: 'Delete' })).toBeVisible();
  await user.click(edit.getByRole('button', { name: 'Close' }));
  account().connection.restore();
  await waitFor(async () => expect(await storedBodies()).toEqual(['Fell']));
  await waitFor(async () => expect(await findNote('Fell')).not.toHaveTextContent('Waiting'));
  await user.click(await findNote('Fell'));
  const sent = within(await screen.findByRole('dialog', { name: ACCIDENT }));
  expect(sent.queryByLabelText('Note')).not.toBeInTheDocument();
  expect(sent.getByText('A note of an accident stays as it was written. Add a follow-up instead.')).toBeVisible();
  closeApp();
  const holder = await open('/view-notes', account().owner);
  await holder.user.click(await findNote('Fell'));
  const dialog = within(await screen.findByRole('dialog', { name: ACCIDENT }));
  expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  await holder.user.click(dialog.getByRole('button', { name: 'Mark as done' }));
  await waitFor(async () => expect(await field('action_done_by_name', 'Fell')).toEqual({ value: 'Alex Owner' }));
});

const needsAction = () => screen.getByRole('checkbox', { name: 'Needs action' });

test('a repair that the account holder writes needs action by no one yet; it is assigned, and marked done by its assignee offline', async () => {
  const first = await open('/add-note', account().owner);
  await first.user.type(await screen.findByLabelText('Title'), 'repair needed');
  expect(needsAction()).toBeChecked();
  expect(screen.getByLabelText(/^Who sees to it/)).toHaveDisplayValue('Nobody yet');
  expect(screen.queryByText(/^The account holder is told of it/)).not.toBeInTheDocument();
  await screen.findByRole('option', { name: 'Sam Driver' });
  await first.user.selectOptions(screen.getByLabelText(/^Who sees to it/), 'Sam Driver');
  await writeNote(first.user, 'Trough leaks');
  await waitFor(async () => expect(await field('assigned_to_name', 'Trough leaks')).toEqual({ value: 'Sam Driver' }));
  closeApp();
  const { user } = await open('/view-notes?action=open');
  expect(await findNote('Trough leaks')).toHaveTextContent('Needs action: Sam Driver');
  await user.click(await findNote('Trough leaks'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Repair needed' }));
  account().connection.cut('refused', true);
  await user.click(dialog.getByRole('button', { name: 'Mark as done' }));
  expect(await dialog.findByText(/^Done on /)).toBeVisible();
  account().connection.restore();
  await waitFor(async () =>
    expect(await field('action_done_by_name', 'Trough leaks')).toEqual({ value: 'Sam Driver' }),
  );
});

test('a repair that a driver writes needs action by the account holder, unless another title is chosen or the user changes the tick', async () => {
  const { user } = await open('/add-note');
  const choose = async (title: string) => user.click(await screen.findByRole('button', { name: title }));
  await choose('Repair needed');
  expect(needsAction()).toBeChecked();
  expect(screen.getByText('The account holder is told of it, if “Needs action” is ticked.')).toBeVisible();
  expect(screen.getByLabelText(/^Who sees to it/)).toHaveDisplayValue('Alex');
  await choose('Fuel');
  expect(needsAction()).not.toBeChecked();
  // A tick of the user's own stays with another title.
  await user.click(needsAction());
  await choose('Repair needed');
  await choose('Fuel');
  expect(needsAction()).toBeChecked();
  await user.click(needsAction());
  // One that the user removed is not set again.
  await choose('Repair needed');
  expect(needsAction()).toBeChecked();
  await user.click(needsAction());
  await writeNote(user, 'Trough leaks');
  await waitFor(async () => expect(await field('needs_action', 'Trough leaks')).toEqual({ value: false }));
});

test('a follow-up waits on the phone until the note it follows is sent, and both arrive', async () => {
  const { user } = await open('/add-note');
  await screen.findByRole('button', { name: 'Save note' });
  account().connection.cut('refused', true);
  await writeNote(user, 'Trough leaks');
  await user.click(await findNote('Trough leaks'));
  await user.click(await screen.findByRole('link', { name: 'Add a follow-up' }));
  await screen.findByRole('heading', { level: 1, name: 'Add a follow-up' });
  await writeNote(user, 'New valve fitted');
  account().connection.restore();
  await waitFor(async () =>
    expect(await storedBodies()).toEqual(expect.arrayContaining(['Trough leaks', 'New valve fitted'])),
  );
  await user.click(await findNote('Trough leaks'));
  expect(await screen.findByRole('link', { name: /^New valve fitted/ })).toBeVisible();
});

test('the list shows what matches its filters, words anywhere in a note, or a message if nothing does; it is saved as a spreadsheet with them', async () => {
  await account().owner.from('customers').insert({ user_id: account().owner.id, name: 'Hill Farm' });
  const leak = { title: 'Repair needed', needs_action: true, customer: 'Hill Farm' };
  await addNote(account().driver, 'Trough leaks at the top gate', leak);
  await addNote(account().driver, '=80 litres', { title: 'Fuel', value_num: 80, value_unit: 'l' });
  await addNote(account().driver, 'Top gate open', { customer: 'Hill Farm Two' });
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, address } = await open('/view-notes');
  const gone = (...bodies: string[]) =>
    waitFor(() => {
      for (const body of bodies) expect(screen.queryByText(body)).not.toBeInTheDocument();
    });
  const clear = async () => {
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await findNote('80 litres');
    expect(address()).toBe('/view-notes');
  };
  await findNote('80 litres');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Needs action');
  await gone('=80 litres');
  await findNote('Trough leaks');
  expect(address()).toBe('/view-notes?action=open');
  await user.type(screen.getByRole('searchbox', { name: 'Search notes' }), 'gate (50%)');
  expect(await screen.findByText('No note matches these filters.')).toBeVisible();
  await clear();

  await user.selectOptions(await screen.findByRole('combobox', { name: 'Customer' }), 'Hill Farm');
  await gone('Top gate open', '=80 litres');
  await findNote('Trough leaks');
  expect(address()).toBe('/view-notes?customer=Hill+Farm');
  navigate('/view-notes?q=HILL%20leaks');
  await findNote('Trough leaks');
  await gone('Top gate open', '=80 litres');

  navigate('/view-notes?title=Fuel');
  await findNote('80 litres');
  await gone('Top gate open');
  await user.click(screen.getByRole('button', { name: 'Notes as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const [head = [], ...rows] = parseCsv((await files[0]?.text()) ?? '');
  expect(rows).toHaveLength(1);
  const cell = (name: string) => rows[0]?.[head.indexOf(name)];
  expect([cell('note'), cell('value'), cell('unit'), cell('written_by')]).toEqual([
    "'=80 litres",
    '80',
    'l',
    'Sam Driver',
  ]);
});

test('titles are added once the others have arrived, and hidden, by the account holder; the form offers the others, and all are readable offline', async () => {
  const slow = holdRequests(account().connection, /\/note_titles\?/);
  const { user } = await renderPage('/manage-note-titles', { backend: slow, person: account().owner });
  const add = await screen.findByRole('button', { name: 'New title' });
  expect(add).toBeDisabled();
  await waitFor(() => expect(slow.held()).toBe(1));
  slow.release();
  await waitFor(() => expect(add).toBeEnabled());
  await user.click(add);
  const dialog = within(await screen.findByRole('dialog', { name: 'New title' }));
  await user.type(dialog.getByLabelText('Title'), 'fuel');
  await user.click(dialog.getByRole('button', { name: 'Save title' }));
  expect(await dialog.findByText('This title is in the list already.')).toBeVisible();
  await user.clear(dialog.getByLabelText('Title'));
  await user.type(dialog.getByLabelText('Title'), 'Fencing');
  await user.click(dialog.getByRole('button', { name: 'Save title' }));
  expect(await screen.findByRole('button', { name: 'Rename Fencing' })).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('Fencing'));
  await user.click(screen.getByRole('button', { name: 'Hide Fuel' }));
  expect(await screen.findByRole('button', { name: 'Show Fuel again' })).toBeVisible();
  await waitForCopy('note-titles', '"active":false');
  closeApp();

  const expectOffered = async () => {
    navigate('/add-note');
    expect(await screen.findByRole('button', { name: 'Fencing' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fuel' })).not.toBeInTheDocument();
  };
  account().connection.cut('refused', true);
  await open('/manage-note-titles', account().owner);
  expect(await screen.findByText('Fencing')).toBeVisible();
  expect(screen.getByText('You need signal to change this.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(New title|Rename|Hide|Move)/ })).not.toBeInTheDocument();
  await expectOffered();
  closeApp();
  account().connection.restore();

  // Employees can read them.
  await open('/manage-note-titles');
  expect(await screen.findByText('Livestock')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Rename/ })).not.toBeInTheDocument();
  await expectOffered();
  expect(await storedNotes()).toEqual([]);
});
