// An account with a driver and their phone, for the tests of notes.
import { act, cleanup, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { today } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

type StoredNote = {
  title: string;
  body: string;
  shared: boolean;
  note_date: string;
  created_by: string;
  value_num: number | null;
  assigned_to_name: string | null;
};
type Account = { owner: Person; driver: Person; connection: ReturnType<typeof connectionTo> };

/** A new account for each test of the file. */
export function notesAccount() {
  let backend: TestBackend;
  let account: Account | undefined;
  const currentAccount = (): Account => {
    if (!account) throw new Error('the account is created before each test');
    return account;
  };
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    await clearDisk();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    account = { owner, driver, connection: connectionTo(backend) };
  });
  const storedNotes = () =>
    backend.sql<StoredNote>(
      `select title, body, shared, note_date::text, created_by, value_num::float, assigned_to_name from public.notes where user_id = $1
       order by created_at, id`,
      [currentAccount().owner.id],
    );
  return {
    account: currentAccount,
    sql: (query: string, params: readonly unknown[]) => backend.sql(query, params),
    /** The notes in the database, oldest first. */
    storedNotes,
    storedBodies: async () => (await storedNotes()).map(({ body }) => body),
    open: (path: string, person = currentAccount().driver) =>
      renderPage(path, { backend: currentAccount().connection, person }),
    /** Inserts a note as a person; returns its id. */
    addNote: async (person: Person, body: string, columns: object = {}): Promise<string> => {
      const id = crypto.randomUUID();
      const row = { id, user_id: currentAccount().owner.id, title: 'General', body, note_date: today(), ...columns };
      const { error } = await person.from('notes').insert(row);
      if (error) throw error;
      return id;
    },
  };
}

type User = Awaited<ReturnType<typeof renderPage>>['user'];

/** Writes a note on the open form and saves it. */
export async function writeNote(user: User, body: string) {
  await user.click(await screen.findByRole('button', { name: 'Repair needed' }));
  await user.type(screen.getByLabelText('Note'), body);
  await user.click(screen.getByRole('button', { name: 'Save note' }));
  await screen.findByRole('heading', { level: 1, name: 'Notes' });
}
/** Closes the app; the device's storage stays. */
export const closeApp = () => act(() => cleanup());
export const findNote = (body: string) => screen.findByRole('link', { name: new RegExp(body) });
export const trayButton = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
