// A farm with a driver and their phone, for the tests of notes.
import { act, cleanup, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { today } from '@tests/features/works/farm';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

type StoredNote = { title: string; body: string; shared: boolean; note_date: string; created_by: string };
type Farm = { owner: Person; driver: Person; connection: ReturnType<typeof connectionTo> };

/** A new farm for each test of the file. */
export function notesFarm() {
  let backend: TestBackend;
  let farm: Farm | undefined;
  const currentFarm = (): Farm => {
    if (!farm) throw new Error('the farm is created before each test');
    return farm;
  };
  beforeAll(async () => {
    backend = await testBackend();
  });
  afterAll(() => backend.close());
  beforeEach(async () => {
    await clearDisk();
    const owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
    const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
    farm = { owner, driver, connection: connectionTo(backend) };
  });
  const storedNotes = () =>
    backend.sql<StoredNote>(
      `select title, body, shared, note_date::text, created_by from public.notes where user_id = $1
       order by created_at, id`,
      [currentFarm().owner.id],
    );
  return {
    farm: currentFarm,
    sql: (query: string, params: readonly unknown[]) => backend.sql(query, params),
    /** The notes in the database, oldest first. */
    storedNotes,
    storedBodies: async () => (await storedNotes()).map(({ body }) => body),
    open: (path: string, person = currentFarm().driver) =>
      renderPage(path, { backend: currentFarm().connection, person }),
    /** Inserts a note as a person; returns its id. */
    addNote: async (person: Person, body: string, columns: object = {}): Promise<string> => {
      const id = crypto.randomUUID();
      const row = { id, user_id: currentFarm().owner.id, title: 'General', body, note_date: today(), ...columns };
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
