// Signing out on a shared phone: unsent entries and drafts are counted in the dialog, and can be removed.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { openDB } from 'idb';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { logJobs, addTasks, resizeWindow, storedWorks } from '@tests/features/works/works-helpers';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { connectionTo } from './phone';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const HILL_FORM = '/add-work?customer=Hill+Farm&task=Baling';
const quantities = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).toSorted();

/** Everything that the outbox stores on this device, read from the browser's database. */
async function outboxContent() {
  const db = await openDB('farm-diary-outbox');
  const all = await Promise.all(['entries', 'drafts', 'files'].map((name) => db.getAll(name) as Promise<unknown[]>));
  db.close();
  return all.flat();
}

/** Saves a job of 7 bales offline, and begins another one of 8. */
async function saveEntryAndDraft() {
  const page = await renderPage(HILL_FORM, { backend: connection, person: driver });
  await page.user.click(await screen.findByRole('button', { name: '7' }));
  connection.cut('refused', true);
  await page.user.click(screen.getByRole('button', { name: 'Save work' }));
  await page.user.click(await screen.findByRole('button', { name: /^Add another for/ }));
  await page.user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await page.user.click(await screen.findByRole('button', { name: '8' }));
  await waitFor(async () => {
    const content = await outboxContent();
    expect(content).toHaveLength(2);
    // And not the draft of the first job, which is deleted a moment later.
    expect(JSON.stringify(content)).toContain('"quantity":"8"');
  });
  return page;
}
type User = Awaited<ReturnType<typeof saveEntryAndDraft>>['user'];
async function pressSignOut(user: User) {
  await user.click(screen.getByRole('button', { name: 'Sam Driver, Employee' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign Out' }));
}
const dialog = (name: RegExp) => screen.findByRole('dialog', { name });
const signInForm = () => screen.findByLabelText('Password');

test('the dialog counts entries and drafts, says who can read them, and removes them', async () => {
  const { user } = await saveEntryAndDraft();
  await pressSignOut(user);
  const confirmation = within(await dialog(/^1 entry and 1 draft are only on this phone\. Sign out\?$/));
  expect(confirmation.getByText(/can read what is kept in it/)).toBeInTheDocument();
  await user.click(confirmation.getByRole('button', { name: 'Remove and sign out' }));
  expect(confirmation.getByText('Remove it all for good? It is only on this device.')).toBeInTheDocument();
  expect(await outboxContent()).toHaveLength(2);
  await user.click(confirmation.getByRole('button', { name: 'Remove for good' }));
  await signInForm();
  await waitFor(async () => expect(await outboxContent()).toEqual([]));
  expect(screen.queryByText(/^Sign in to send/)).not.toBeInTheDocument();
  expect(localStorage.getItem('farm-diary-unsent')).toBeNull();
});

test('the next person does not see a kept entry and draft, the first person has both again, and once all is sent no question is asked', async () => {
  const { user } = await saveEntryAndDraft();
  await pressSignOut(user);
  await dialog(/^1 entry and 1 draft/);
  await user.click(screen.getByRole('button', { name: 'Keep and sign out' }));
  await signInForm();
  expect(await outboxContent()).toHaveLength(2);
  act(() => cleanup());
  connection.restore();
  const other = await backend.employeeOf(owner, { firstName: 'Kim', lastName: 'Second' });
  await renderPage('/add-work', { backend: connection, person: other });
  await screen.findByRole('button', { name: /^Someone else/ });
  expect(screen.queryByText(/^Restored/)).not.toBeInTheDocument();
  act(() => cleanup());
  // Signing out has ended that session: sign in again for a new one.
  await driver.auth.signInWithPassword({ email: driver.email, password: PASSWORD });
  const again = await renderPage('/add-work', { backend: connection, person: driver });
  expect(await screen.findByText(/^Restored what you typed/)).toBeInTheDocument();
  await waitFor(async () => expect(await quantities()).toEqual([7, 74]));
  await again.user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(JSON.stringify(await outboxContent())).not.toContain('"quantity":"8"'));
  expect(await outboxContent()).not.toEqual([]);
  await pressSignOut(again.user);
  await signInForm();
  // Sent entries are deleted from the phone.
  await waitFor(async () => expect(await outboxContent()).toEqual([]));
});

test('unsent entries can be exported and sent from the dialog, which then opens for the single draft', async () => {
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof File) files.push(file.name);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await saveEntryAndDraft();
  await pressSignOut(user);
  await dialog(/^1 entry and 1 draft/);
  await user.click(screen.getByRole('button', { name: 'Save as files' }));
  expect(files).toEqual(['unsent-entries.json', 'unsent-entries.csv', 'drafts.json']);
  connection.restore();
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  await dialog(/^1 draft is only on this phone\. Sign out\?$/);
  expect(await quantities()).toEqual([7, 74]);
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  expect(await screen.findByLabelText('Bales')).toHaveValue('8');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await pressSignOut(user);
  await dialog(/^1 draft is only on this phone\. Sign out\?$/);
});
