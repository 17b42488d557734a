// Reading and opening notes: who sees which, also offline, and what can be changed later.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { navigate } from '@tests/support/navigate';
import type { Person } from '@tests/support/embedded/backend';
import { closeApp, notesAccount, findNote, trayButton } from './account';

const { account, sql, storedNotes, storedBodies, open, addNote } = notesAccount();

test('the list of an employee has their own and shared notes; that of the account holder has all, and they delete one offline', async () => {
  await addNote(account().driver, 'mine');
  await addNote(account().owner, 'for all', { shared: true });
  const hidden = await addNote(account().owner, 'private');
  await open('/view-notes');
  await findNote('mine');
  const links = () => within(screen.getByRole('main')).getAllByRole('link', { name: /^General/ });
  expect(links().map(({ textContent }) => textContent)).toEqual([
    'Generalfor allAlex Owner, shared with the crew',
    'GeneralmineSam Driver',
  ]);
  navigate(`/view-notes?edit=${hidden}`);
  expect(await screen.findByText('This note is not there any more.')).toBeInTheDocument();
  closeApp();
  const { user } = await open('/view-notes', account().owner);
  await findNote('private');
  expect(links()).toHaveLength(3);

  navigate(`/view-notes?edit=${hidden}`);
  const dialog = await editDialog();
  account().connection.cut('refused', true);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: /^Delete/ }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Deletion: waiting on this phone')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /private/ })).not.toBeInTheDocument();
  account().connection.restore();
  await waitFor(() => expect(screen.queryByText(/private/)).not.toBeInTheDocument());
  await waitFor(async () => expect((await storedBodies()).toSorted()).toEqual(['for all', 'mine']));
});

test('the list loads 50 notes at a time', async () => {
  await sql(
    `insert into public.notes (user_id, title, body, note_date, created_by)
     select $1, 'General', 'note ' || n, current_date - n, $2 from generate_series(1, 70) n`,
    [account().owner.id, account().driver.id],
  );
  const { user } = await open('/view-notes');
  await findNote('note 50\\b');
  expect(screen.queryByRole('link', { name: /note 51\b/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await findNote('note 70\\b');
  expect(screen.getAllByRole('link', { name: /note \d+/ })).toHaveLength(70);
  expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
});

const editDialog = async () => within(await screen.findByRole('dialog', { name: 'Edit note' }));

describe('an opened note', () => {
  const openNote = async (id: string, person: Person) => (await open(`/view-notes?edit=${id}`, person)).user;

  test('can be edited, and only changes are sent', async () => {
    const id = await addNote(account().driver, 'Trough leaks');
    const user = await openNote(id, account().driver);
    const dialog = await editDialog();
    // Employees can't delete their own notes once they are sent.
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await account().owner.from('notes').update({ shared: true }).eq('id', id);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Note updated!')).toBeInTheDocument();
    await waitFor(async () =>
      expect(await storedNotes()).toMatchObject([{ body: 'Trough leaks badly', shared: true }]),
    );
  });

  test('a note edited offline and sent after its 24 hours shows the reason, and no input is lost', async () => {
    const id = await addNote(account().driver, 'Trough leaks');
    const user = await openNote(id, account().driver);
    const dialog = await editDialog();
    account().connection.cut('refused', true);
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await findNote('Trough leaks badly')).toHaveTextContent('Change: waiting on this phone');
    await sql(`update public.notes set created_at = now() - interval '25 hours' where id = $1`, [id]);
    account().connection.restore();
    await waitFor(async () =>
      expect(await findNote('Trough leaks badly')).toHaveTextContent(
        'Needs attention: A note can be changed for 24 hours. Add a follow-up instead.',
      ),
    );
    expect(await storedBodies()).toEqual(['Trough leaks']);
  });

  test('a note edited on two phones shows both versions to the second person (F34)', async () => {
    const id = await addNote(account().driver, 'Trough leaks');
    const user = await openNote(id, account().driver);
    const dialog = await editDialog();
    account().connection.cut('refused', true);
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await user.click(dialog.getByRole('checkbox', { name: 'Share with the crew' }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await findNote('Trough leaks badly');
    await account().owner.from('notes').update({ body: 'Trough mended' }).eq('id', id);
    account().connection.restore();
    await user.click(await trayButton('^1 entry waits on this phone, 1 needs attention'));
    const tray = within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
    const bothVersions = { name: 'Note Trough leaks badly Trough mended' };
    expect(tray.getByRole('row', bothVersions)).toBeInTheDocument();
    await user.click(tray.getByRole('link', { name: 'Edit' }));
    const again = await editDialog();
    expect(again.getByRole('row', bothVersions)).toBeInTheDocument();
    await user.type(again.getByLabelText('Note'), ' still');
    await user.click(again.getByRole('button', { name: 'Save changes' }));
    await waitFor(async () =>
      expect(await storedNotes()).toMatchObject([{ body: 'Trough leaks badly still', shared: true }]),
    );
  });
});
