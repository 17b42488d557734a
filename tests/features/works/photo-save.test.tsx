// Save is pressed while a photo is still being prepared: the job is sent with its photo, or the user decides.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdPreparation } from '@tests/features/files/held-preparation';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

const { finish: preparePhoto } = holdPreparation();

let backend: TestBackend;
let owner: Person;
let driver: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const quantities = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).toSorted();
const attachments = (id: string) =>
  backend.sql<{ id: string }>('select id from public.attachments where parent_id = $1', [id]);
const savedId = async () => (await storedWorks(backend, owner)).find(({ quantity }) => quantity === 86)?.id ?? '';

/** Presses Save on a job of 86 bales whose photos are not ready. */
async function saveEarly(files = 1) {
  const page = await renderPage('/add-work?customer=Hill+Farm&task=Baling', {
    backend: connectionTo(backend),
    person: driver,
  });
  await page.user.type(await screen.findByLabelText('Bales'), '86');
  await page.user.upload(
    screen.getByLabelText('Choose photos'),
    Array.from({ length: files }, (_, at) => new File(['gate'], `gate-${at}.jpg`, { type: 'image/jpeg' })),
  );
  await screen.findByText('Preparing the photo...');
  await page.user.click(screen.getByRole('button', { name: 'Save work' }));
  return page;
}

test('a job waits for all of its photos, and both reach the database', async () => {
  await saveEarly(2);
  expect(await screen.findByText(/^A photo is not ready yet\. Saving waits for it\./)).toBeInTheDocument();
  await preparePhoto();
  expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
  await preparePhoto();
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(async () => expect(await attachments(await savedId())).toHaveLength(2));
});

test('a photo that never gets ready can be left out, and the job is saved without it', async () => {
  const { user } = await saveEarly();
  await user.click(await screen.findByRole('button', { name: 'Leave the photo out' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(async () => expect(await quantities()).toEqual([74, 86]));
  await preparePhoto();
  expect(await attachments(await savedId())).toEqual([]);
});

test('a photo refused while the job waits is reported, and nothing is shown as saved', async () => {
  const { user } = await saveEarly();
  await screen.findByRole('button', { name: 'Leave the photo out' });
  await preparePhoto({ ok: false, sentence: 'This photo is damaged and can’t be read.' });
  expect(await screen.findByText(/^gate-0\.jpg: This photo is damaged/)).toBeInTheDocument();
  expect((await screen.findAllByText('Not saved yet'))[0]).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(async () => expect(await quantities()).toEqual([74, 86]));
});

test('a job whose form is closed while it waits for its photo is still saved with the photo', async () => {
  await saveEarly();
  await screen.findByRole('button', { name: 'Leave the photo out' });
  act(() => {
    window.history.pushState({}, '', '/works-list');
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave the photo out' })).not.toBeInTheDocument());
  await preparePhoto();
  await waitFor(async () => expect(await quantities()).toEqual([74, 86]));
  await waitFor(async () => expect(await attachments(await savedId())).toHaveLength(1));
});

test('a change of a job waits for the photo chosen with it, and both reach the database', async () => {
  const id = (await storedWorks(backend, owner))[0]?.id ?? '';
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend: connectionTo(backend), person: owner });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.type(dialog.getByLabelText('Note (optional)'), 'Gate');
  await user.upload(dialog.getByLabelText('Choose photos'), new File(['gate'], 'gate.jpg', { type: 'image/jpeg' }));
  await user.click(await dialog.findByRole('button', { name: 'Preparing the photo...' }));
  expect(await attachments(id)).toEqual([]);
  await preparePhoto();
  await user.click(await dialog.findByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect(await attachments(id)).toHaveLength(1));
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ notes: 'Gate' });
});

test('a photo that the app stored and never queued is sent with its saved job after the next start', async () => {
  const id = (await storedWorks(backend, owner))[0]?.id ?? '';
  const { storePhoto } = await import('@/offline/outbox/photos/store-photo');
  const stored = storePhoto(
    { owner: { userId: owner.id, ownerId: owner.id }, recordId: id },
    new File(['gate'], 'gate.jpg', { type: 'image/jpeg' }),
    { cancelled: new Promise(() => undefined), isCancelled: () => false },
  );
  await preparePhoto();
  expect(await stored).toBeNull();
  expect(await attachments(id)).toEqual([]);
  await renderPage('/works-list', { backend: connectionTo(backend), person: owner });
  await waitFor(async () => expect(await attachments(id)).toHaveLength(1));
});
