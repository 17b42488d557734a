// Notes with assignees, follow-ups, accident notes, note titles, and the list's filters.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { waitForCopy } from '@tests/features/offline/phone';
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

describe('an accident note', () => {
  test('says in the form that it is permanent, and can’t be edited once it is sent', async () => {
    const { user } = await open('/add-note');
    await user.click(await screen.findByRole('button', { name: ACCIDENT }));
    expect(screen.getByText(/^A note of an accident stays as it was written\./)).toBeVisible();
    await user.type(screen.getByLabelText('Note'), 'Fell from the ladder');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await waitFor(async () => expect(await storedBodies()).toEqual(['Fell from the ladder']));
    await waitFor(async () => expect(await findNote('Fell from the ladder')).not.toHaveTextContent('Waiting'));
    await user.click(await findNote('Fell from the ladder'));
    const dialog = within(await screen.findByRole('dialog', { name: ACCIDENT }));
    expect(dialog.queryByLabelText('Note')).not.toBeInTheDocument();
    expect(dialog.getByText('A note of an accident stays as it was written. Add a follow-up instead.')).toBeVisible();
  });

  test('is marked done by the account holder, who can’t delete it', async () => {
    await addNote(account().driver, 'Fell', { title: ACCIDENT });
    const { user } = await open('/view-notes', account().owner);
    await user.click(await findNote('Fell'));
    const dialog = within(await screen.findByRole('dialog', { name: ACCIDENT }));
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Mark as done' }));
    await waitFor(async () => expect(await field('action_done_by_name', 'Fell')).toEqual({ value: 'Alex Owner' }));
  });

  test('can be edited and deleted before it has left the phone', async () => {
    const { user } = await open('/add-note');
    await user.click(await screen.findByRole('button', { name: ACCIDENT }));
    account().connection.cut('refused', true);
    await user.type(screen.getByLabelText('Note'), 'Fell');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    await user.click(await findNote('Fell'));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(await screen.findByRole('dialog', { name: 'Edit note' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
  });
});

describe('a note with an assignee', () => {
  test('is assigned by the account holder, and marked done by its assignee offline', async () => {
    const first = await open('/add-note', account().owner);
    await screen.findByRole('button', { name: 'Save note' });
    await first.user.click(screen.getByRole('checkbox', { name: 'Needs action' }));
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
});

describe('a note with the title “Repair needed”', () => {
  const needsAction = () => screen.getByRole('checkbox', { name: 'Needs action' });
  const choose = async (user: { click: (element: Element) => Promise<void> }, title: string) =>
    user.click(await screen.findByRole('button', { name: title }));

  test('needs action by the account holder if a driver writes it, and the holder sees it on the noticeboard', async () => {
    const { user } = await open('/add-note');
    await choose(user, 'Repair needed');
    expect(needsAction()).toBeChecked();
    expect(screen.getByText('The account holder is told of it, if “Needs action” is ticked.')).toBeVisible();
    expect(screen.getByLabelText(/^Who sees to it/)).toHaveDisplayValue('Alex');
    await writeNote(user, 'Trough leaks');
    await waitFor(async () => expect(await field('assigned_to_name', 'Trough leaks')).toEqual({ value: 'Alex Owner' }));
    closeApp();
    await open('/noticeboard', account().owner);
    expect(await screen.findByText('1 note waits for you')).toBeVisible();
  });

  test('needs action, by no one yet, if the account holder writes it', async () => {
    const { user } = await open('/add-note', account().owner);
    await user.type(await screen.findByLabelText('Title'), 'repair needed');
    expect(needsAction()).toBeChecked();
    expect(screen.getByLabelText(/^Who sees to it/)).toHaveDisplayValue('Nobody yet');
    expect(screen.queryByText(/^The account holder is told of it/)).not.toBeInTheDocument();
  });

  test('no longer needs action if another title is chosen, unless the user ticked it', async () => {
    const { user } = await open('/add-note');
    await choose(user, 'Repair needed');
    await choose(user, 'Fuel');
    expect(needsAction()).not.toBeChecked();
    await user.click(needsAction());
    await choose(user, 'Repair needed');
    await choose(user, 'Fuel');
    expect(needsAction()).toBeChecked();
  });

  test('is not ticked again after the user removed the tick', async () => {
    const { user } = await open('/add-note');
    await choose(user, 'Repair needed');
    await user.click(needsAction());
    await writeNote(user, 'Trough leaks');
    await waitFor(async () => expect(await field('needs_action', 'Trough leaks')).toEqual({ value: false }));
  });
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

test('a time, a customer and a measure can be added', async () => {
  const { user } = await open('/add-note');
  await user.click(await screen.findByText('Time, customer, measure, place'));
  await user.type(screen.getByLabelText(/^Unit/), 'mm');
  await user.click(screen.getByRole('button', { name: 'Rainfall' }));
  await user.type(screen.getByLabelText('Note'), 'Since yesterday');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await screen.findByText('Enter a number like 12.5.')).toBeVisible();
  await user.type(screen.getByLabelText(/^Measured/), '12,5');
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  expect(await findNote('Since yesterday')).toHaveTextContent('12.5 mm');
  await waitFor(async () => expect(await field('value_num', 'Since yesterday')).toBeDefined());
});

describe('the list', () => {
  test('shows what matches its filters, or a message if nothing does, and resets them', async () => {
    await addNote(account().driver, 'Trough leaks', { title: 'Repair needed', needs_action: true });
    await addNote(account().driver, '80 litres', { title: 'Fuel' });
    const { user, address } = await open('/view-notes');
    await findNote('80 litres');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Needs action');
    await waitFor(() => expect(screen.queryByText('80 litres')).not.toBeInTheDocument());
    await findNote('Trough leaks');
    expect(address()).toBe('/view-notes?action=open');
    await user.type(screen.getByRole('searchbox', { name: 'Search notes' }), 'gate (50%)');
    expect(await screen.findByText('No note matches these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await findNote('80 litres');
    expect(address()).toBe('/view-notes');
  });

  test('is saved as a spreadsheet with the current filters', async () => {
    await addNote(account().driver, '=80 litres', { title: 'Fuel', value_num: 80, value_unit: 'l' });
    await addNote(account().driver, 'Trough leaks');
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open('/view-notes?title=Fuel');
    await findNote('80 litres');
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

  test('the list filtered by customer has only the notes about that customer', async () => {
    await account().owner.from('customers').insert({ user_id: account().owner.id, name: 'Hill Farm' });
    await addNote(account().driver, 'Trough leaks', { customer: 'Hill Farm' });
    await addNote(account().driver, 'Gate open', { customer: 'Hill Farm Two' });
    const { user, address } = await open('/view-notes');
    await findNote('Gate open');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Customer' }), 'Hill Farm');
    await waitFor(() => expect(screen.queryByText('Gate open')).not.toBeInTheDocument());
    await findNote('Trough leaks');
    expect(address()).toBe('/view-notes?customer=Hill+Farm');
  });

  test('finds words anywhere in a note', async () => {
    await addNote(account().driver, 'Trough leaks at the top gate', { customer: 'Hill Farm' });
    await addNote(account().driver, 'Top gate open');
    await open('/view-notes?q=HILL%20gate');
    await findNote('Trough leaks');
    expect(screen.queryByText('Top gate open')).not.toBeInTheDocument();
  });
});

describe('the titles', () => {
  test('titles are added and hidden by the account holder, and the form offers the others', async () => {
    const { user } = await open('/manage-note-titles', account().owner);
    await screen.findByRole('button', { name: 'Hide Fuel' });
    await user.click(screen.getByRole('button', { name: 'New title' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'New title' }));
    await user.type(dialog.getByLabelText('Title'), 'fuel');
    await user.click(dialog.getByRole('button', { name: 'Save title' }));
    expect(await dialog.findByText('This title is in the list already.')).toBeVisible();
    await user.clear(dialog.getByLabelText('Title'));
    await user.type(dialog.getByLabelText('Title'), 'Fencing');
    await user.click(dialog.getByRole('button', { name: 'Save title' }));
    expect(await screen.findByRole('button', { name: 'Rename Fencing' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Hide Fuel' }));
    expect(await screen.findByRole('button', { name: 'Show Fuel again' })).toBeVisible();
    closeApp();
    await open('/add-note');
    expect(await screen.findByRole('button', { name: 'Fencing' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Fuel' })).not.toBeInTheDocument();
  });

  test('a title can be added once the others have arrived, and comes after them', async () => {
    const slow = holdRequests(account().connection, /\/note_titles\?/);
    const { user } = await renderPage('/manage-note-titles', { backend: slow, person: account().owner });
    const add = await screen.findByRole('button', { name: 'New title' });
    expect(add).toBeDisabled();
    await waitFor(() => expect(slow.held()).toBe(1));
    slow.release();
    await waitFor(() => expect(add).toBeEnabled());
    await user.click(add);
    const dialog = within(await screen.findByRole('dialog', { name: 'New title' }));
    await user.type(dialog.getByLabelText('Title'), 'Fencing');
    await user.click(dialog.getByRole('button', { name: 'Save title' }));
    await waitFor(() => expect(screen.getAllByRole('listitem').at(-1)).toHaveTextContent('Fencing'));
  });

  test('titles are readable offline and offered in the form, but can be changed online only', async () => {
    await account().owner.from('note_titles').insert({ user_id: account().owner.id, title: 'Fencing' });
    await open('/manage-note-titles', account().owner);
    await screen.findByText('Fencing');
    await waitForCopy('note-titles', 'Fencing');
    closeApp();
    account().connection.cut('refused', true);
    await open('/manage-note-titles', account().owner);
    expect(await screen.findByText('Fencing')).toBeVisible();
    expect(screen.getByText('You need signal to change this.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^(New title|Rename|Hide|Move)/ })).not.toBeInTheDocument();
    closeApp();
    await open('/add-note', account().owner);
    expect(await screen.findByRole('button', { name: 'Fencing' })).toBeVisible();
  });

  test('titles can be read by employees', async () => {
    await open('/manage-note-titles');
    expect(await screen.findByText('Livestock')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Rename/ })).not.toBeInTheDocument();
    expect(await storedNotes()).toEqual([]);
  });
});
