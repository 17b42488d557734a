// Save is pressed while a photo is still being prepared: the job is sent with its photo, or the user decides.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { holdPreparation } from '@tests/features/files/held-preparation';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
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
const idOf = async (bales: number) =>
  (await storedWorks(backend, owner)).find(({ quantity }) => quantity === bales)?.id ?? '';

type User = Awaited<ReturnType<typeof renderPage>>['user'];
const chooseFiles = (user: User, files: number) =>
  user.upload(
    screen.getByLabelText('Choose photos'),
    Array.from({ length: files }, (_, at) => new File(['gate'], `gate-${at}.jpg`, { type: 'image/jpeg' })),
  );
const pressSave = (user: User) => user.click(screen.getByRole('button', { name: 'Save work' }));
/** Presses Save on a job of so many bales whose photos are not ready. */
async function saveEarly(user: User, bales: string, files = 1) {
  navigate('/add-work?customer=Hill+Farm&task=Baling');
  await user.type(await screen.findByLabelText('Bales'), bales);
  await chooseFiles(user, files);
  await screen.findByText('Preparing the photo...');
  await pressSave(user);
}
const open = (person: Person) => renderPage('/works-list', { backend: connectionTo(backend), person });
const isSaved = () => screen.findByRole('heading', { name: 'Work entry saved!' });

test('a job waits for all of its photos; one that is refused is reported, one that never gets ready can be left out', async () => {
  const { user } = await open(driver);
  await saveEarly(user, '86');
  await screen.findByRole('button', { name: 'Leave the photo out' });
  await preparePhoto({ ok: false, sentence: 'This photo is damaged and can’t be read.' });
  expect(await screen.findByText(/^gate-0\.jpg: This photo is damaged/)).toBeInTheDocument();
  expect((await screen.findAllByText('Not saved yet'))[0]).toBeInTheDocument();
  expect(await quantities()).toEqual([74]);

  await chooseFiles(user, 2);
  await screen.findByText('Preparing the photo...');
  await pressSave(user);
  expect(await screen.findByText(/^A photo is not ready yet\. Saving waits for it\./)).toBeInTheDocument();
  await preparePhoto();
  expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
  await preparePhoto();
  await isSaved();
  await waitFor(async () => expect(await attachments(await idOf(86))).toHaveLength(2));

  await saveEarly(user, '87');
  await user.click(await screen.findByRole('button', { name: 'Leave the photo out' }));
  await isSaved();
  await waitFor(async () => expect(await quantities()).toEqual([74, 86, 87]));
  await preparePhoto();
  expect(await attachments(await idOf(87))).toEqual([]);

  // The form is closed while the job waits: it is still saved with its photo.
  await saveEarly(user, '88');
  await screen.findByRole('button', { name: 'Leave the photo out' });
  navigate('/works-list');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave the photo out' })).not.toBeInTheDocument());
  await preparePhoto();
  await waitFor(async () => expect(await quantities()).toEqual([74, 86, 87, 88]));
  await waitFor(async () => expect(await attachments(await idOf(88))).toHaveLength(1));
});

test('a photo that was stored and never queued is sent after the next start; a change of a job waits for its photo', async () => {
  const id = await idOf(74);
  const { storePhoto } = await import('@/offline/outbox/photos/store-photo');
  const stored = storePhoto(
    { owner: { userId: owner.id, ownerId: owner.id }, recordId: id },
    new File(['gate'], 'gate.jpg', { type: 'image/jpeg' }),
    { cancelled: new Promise(() => undefined), isCancelled: () => false },
  );
  await preparePhoto();
  expect(await stored).toBeNull();
  expect(await attachments(id)).toEqual([]);
  const { user } = await open(owner);
  await waitFor(async () => expect(await attachments(id)).toHaveLength(1));

  navigate(`/works-list?edit=${id}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.type(dialog.getByLabelText('Note (optional)'), 'Gate');
  await user.upload(dialog.getByLabelText('Choose photos'), new File(['gate'], 'gate.jpg', { type: 'image/jpeg' }));
  await user.clickBusy(await dialog.findByRole('button', { name: 'Preparing the photo...' }));
  expect(await attachments(id)).toHaveLength(1);
  await preparePhoto();
  await user.click(await dialog.findByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect(await attachments(id)).toHaveLength(2));
  expect((await storedWorks(backend, owner))[0]).toMatchObject({ notes: 'Gate' });
});
