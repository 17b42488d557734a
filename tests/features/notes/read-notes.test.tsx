// Reading and opening notes: who sees which, also offline, and what can still be changed.
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { copied } from '@tests/features/offline/phone';
import type { Person } from '@tests/support/embedded/backend';
import { kill, notesFarm, row, tray, write } from './farm';

const { now, sql, stored, bodies, open, written } = notesFarm();

describe('the list', () => {
  test('of an employee has their own and shared notes, the account holder’s has all', async () => {
    await written(now().driver, 'mine');
    await written(now().owner, 'for all', { shared: true });
    await written(now().owner, 'private');
    await open('/view-notes');
    await row('mine');
    const links = () => within(screen.getByRole('main')).getAllByRole('link', { name: /^General/ });
    expect(links().map(({ textContent }) => textContent)).toEqual([
      'Generalfor allAlex Owner, shared with the crew',
      'GeneralmineSam Driver',
    ]);
    kill();
    await open('/view-notes', now().owner);
    await row('private');
    expect(links()).toHaveLength(3);
  });

  test('is empty at first, and is paginated', async () => {
    const first = await open('/view-notes');
    expect(await screen.findByText('No notes yet.')).toBeInTheDocument();
    expect(within(screen.getByRole('main')).getAllByRole('link', { name: 'Add Note' })[0]).toHaveAttribute(
      'href',
      '/add-note',
    );
    first.view.unmount();
    await sql(
      `insert into public.notes (user_id, title, body, note_date, created_by)
       select $1, 'General', 'note ' || n, current_date - n, $2 from generate_series(1, 70) n`,
      [now().owner.id, now().driver.id],
    );
    const { user } = await open('/view-notes');
    await row('note 50\\b');
    expect(screen.queryByRole('link', { name: /note 51\b/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await row('note 70\\b');
    expect(screen.getAllByRole('link', { name: /note \d+/ })).toHaveLength(70);
    expect(screen.queryByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
  });

  test('is readable offline, with the time of the cached copy', async () => {
    await written(now().driver, 'Trough leaks');
    await open('/view-notes');
    await row('Trough leaks');
    await copied('notes', 'Trough leaks');
    kill();
    now().line.cut('refused', true);
    await open('/view-notes');
    expect(await row('Trough leaks')).toBeInTheDocument();
    expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeInTheDocument();
  });

  test('offline without a cached copy shows waiting notes, and says that the rest did not load', async () => {
    const { user } = await open('/add-note');
    await screen.findByRole('button', { name: 'Save note' });
    now().line.cut('refused', true);
    await write(user, 'Trough leaks');
    expect(await row('Trough leaks')).toHaveTextContent('Waiting to be sent');
    expect(screen.getByText('The other notes did not load.')).toBeInTheDocument();
  });
});

describe('an opened note', () => {
  const openNote = async (id: string, person: Person) => (await open(`/view-notes?edit=${id}`, person)).user;
  const editing = async () => within(await screen.findByRole('dialog', { name: 'Edit note' }));

  test('can be edited, and only changes are sent', async () => {
    const id = await written(now().driver, 'Trough leaks');
    const user = await openNote(id, now().driver);
    const dialog = await editing();
    // Employees can't delete their own notes once sent.
    expect(dialog.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await now().owner.from('notes').update({ shared: true }).eq('id', id);
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Note updated!')).toBeInTheDocument();
    await waitFor(async () => expect(await stored()).toMatchObject([{ body: 'Trough leaks badly', shared: true }]));
  });

  test('a day later can be read but not edited, however long it is', async () => {
    const id = await written(now().driver, 'First line\nsecond line');
    await sql(`update public.notes set created_at = now() - interval '25 hours' where id = $1`, [id]);
    await openNote(id, now().driver);
    const dialog = await screen.findByRole('dialog', { name: 'General' });
    expect(dialog).toHaveTextContent('second line');
    expect(dialog).toHaveTextContent('A note can be changed for 24 hours. Add a follow-up instead.');
    expect(within(dialog).queryByLabelText('Note')).not.toBeInTheDocument();
  });

  test('edited offline when its day ends: the reason is shown, and no input is lost', async () => {
    // The embedded backend logs what it refuses.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const id = await written(now().driver, 'Trough leaks');
    const user = await openNote(id, now().driver);
    const dialog = await editing();
    now().line.cut('refused', true);
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    expect(await row('Trough leaks badly')).toHaveTextContent('Change: waiting to be sent');
    await sql(`update public.notes set created_at = now() - interval '25 hours' where id = $1`, [id]);
    now().line.mend();
    await waitFor(async () =>
      expect(await row('Trough leaks badly')).toHaveTextContent(
        'Needs attention: A note can be changed for 24 hours. Add a follow-up instead.',
      ),
    );
    expect(await bodies()).toEqual(['Trough leaks']);
  });

  test('edited on two phones: the second is shown both versions, in words (F34)', async () => {
    const id = await written(now().driver, 'Trough leaks');
    const user = await openNote(id, now().driver);
    const dialog = await editing();
    now().line.cut('refused', true);
    await user.type(dialog.getByLabelText('Note'), ' badly');
    await user.click(dialog.getByRole('checkbox', { name: 'Share with the crew' }));
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await row('Trough leaks badly');
    await now().owner.from('notes').update({ body: 'Trough mended' }).eq('id', id);
    now().line.mend();
    await user.click(await tray('^1 entry waits to be sent, 1 needs attention'));
    const shown = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
    const both = { name: 'Note Trough leaks badly Trough mended' };
    expect(shown.getByRole('row', both)).toBeInTheDocument();
    await user.click(shown.getByRole('link', { name: 'Edit' }));
    const again = await editing();
    expect(again.getByRole('row', both)).toBeInTheDocument();
    await user.type(again.getByLabelText('Note'), ' still');
    await user.click(again.getByRole('button', { name: 'Save changes' }));
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ body: 'Trough leaks badly still', shared: true }]),
    );
  });

  test('is deleted by the account holder, also offline', async () => {
    const id = await written(now().driver, 'Trough leaks');
    const user = await openNote(id, now().owner);
    const dialog = await editing();
    now().line.cut('refused', true);
    await user.click(dialog.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Deletion: waiting to be sent')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Trough leaks/ })).not.toBeInTheDocument();
    now().line.mend();
    await waitFor(() => expect(screen.queryByText(/Trough leaks/)).not.toBeInTheDocument());
    expect(await bodies()).toEqual([]);
  });

  test('that does not exist, or may not be read, says so', async () => {
    const hidden = await written(now().owner, 'private');
    await openNote(hidden, now().driver);
    expect(await screen.findByText('This note is not there any more.')).toBeInTheDocument();
  });
});
