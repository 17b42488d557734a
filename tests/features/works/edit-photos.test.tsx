// Photos can be added to a work entry later, in its dialog, and removed as long as it is on no invoice.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { storeFile } from '@/offline/outbox/store/files';
import { PHOTO } from '@/records/photos';
import { invoiceWorks, logJobs, resizeWindow } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;
const id = crypto.randomUUID();

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await logJobs(driver, [
    { id, customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

const photoRow = (photo: string) => ({
  parent_table: 'works',
  parent_id: id,
  storage_path: `${owner.id}/works/${id}/${photo}.jpg`,
  mime: 'image/jpeg',
  bytes: 4,
  taken_at: null,
});
/** Stores a photo on the device, as the form does when one is chosen. */
async function choosePhoto() {
  const photo = crypto.randomUUID();
  const file = {
    ...{ userId: driver.id, id: photo, parent: id, mime: 'image/jpeg', at: Date.now(), forChange: true as const },
    bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]).buffer,
  };
  await storeFile({
    ...file,
    entry: {
      ...{ userId: driver.id, accountId: owner.id, kind: PHOTO.kind, version: PHOTO.version, id: photo },
      ...{ action: 'insert', fields: photoRow(photo), seen: null, parents: [id], title: 'Photo', file: true },
    },
  });
}
/** Stores a photo in the database. */
async function addPhoto(author: Person) {
  const photo = crypto.randomUUID();
  const { error } = await author.from('attachments').insert({ ...photoRow(photo), id: photo, user_id: owner.id });
  if (error) throw error;
  return photo;
}
const attachments = () =>
  backend.sql<{ created_by: string }>('select created_by from public.attachments where parent_id = $1', [id]);
async function open(person: Person) {
  const page = await renderPage(`/works-list?edit=${id}`, { backend: connection, person });
  return { ...page, dialog: within(await screen.findByRole('dialog')) };
}

test('photos are added offline to a sent entry, and one is removed before the change is saved', async () => {
  const { user, dialog } = await open(driver);
  expect(dialog.getByText('Choose photos')).toBeInTheDocument();
  await choosePhoto();
  await choosePhoto();
  connection.cut('error 500');
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('link', { name: /^Open Baling/ }));
  const again = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.click(await again.findByRole('button', { name: 'Remove photo 2 of More photos' }));
  await user.type(again.getByLabelText('Note (optional)'), 'Gate');
  await user.click(again.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await attachments()).toEqual([]);
  connection.restore();
  await waitFor(async () => expect(await attachments()).toEqual([{ created_by: driver.id }]));
  expect(await backend.sql('select notes from public.works where id = $1', [id])).toEqual([{ notes: 'Gate' }]);
});

test('employees can remove only their own photos, and none of an invoiced entry', async () => {
  await addPhoto(owner);
  await addPhoto(driver);
  const first = await open(driver);
  await first.dialog.findByRole('button', { name: 'Delete photo 2' });
  expect(first.dialog.queryByRole('button', { name: 'Delete photo 1' })).not.toBeInTheDocument();
  first.view.unmount();
  await invoiceWorks(backend, owner, 'Hill Farm', ['Baling']);
  const { dialog } = await open(owner);
  expect(await dialog.findByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
  await dialog.findByRole('heading', { name: 'Photos' });
  expect(dialog.queryByRole('button', { name: /^Delete photo/ })).not.toBeInTheDocument();
  expect(dialog.queryByText('Choose photos')).not.toBeInTheDocument();
});
