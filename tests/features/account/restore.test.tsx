// Restoring the ZIP of an export on the account page: into an empty account, refusals, and taking back.
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let zip: File;

/** Saves the ZIP of an account as its holder does. */
async function savedZip(owner: Person): Promise<File> {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // The app passes files only.
    files.push(file as File);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user, view } = await renderPage('/account', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Export everything' }));
  await screen.findByText(/^Everything is saved/);
  view.unmount();
  const [file] = files;
  if (!file) throw new Error('nothing was saved');
  return file;
}

beforeAll(async () => {
  backend = await testBackend();
  const owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  await owner.from('farm_settings').update({ farm_name: 'Headland' }).eq('user_id', owner.id);
  await owner.from('tasks').insert([{ name: 'Baling' }, { name: 'Mowing' }]);
  await owner.from('customers').insert({ name: 'Hill Farm' });
  zip = await savedZip(owner);
});
afterAll(() => backend.close());

const card = async () => within(await screen.findByRole('region', { name: 'Restore from a ZIP' }));
const open = (person: Person, fetch = backend.fetch) => renderPage('/account', { backend: { fetch }, person });
const tasksOf = async (person: Person) =>
  (await backend.sql('select name from public.tasks where user_id = $1 order by name', [person.id])).map(
    ({ name }) => name,
  );

test('the content of a ZIP is shown before it is restored, and the account has all of it afterwards', async () => {
  const person = await backend.user();
  const { user } = await open(person);
  await user.upload((await card()).getByLabelText('ZIP of an export'), zip);
  expect(await screen.findByText('Headland')).toBeVisible();
  expect((await card()).getByText('2 prices')).toBeVisible();
  expect((await card()).getByText('1 customer')).toBeVisible();
  expect((await card()).getByText(/^Not in it: sign-ins of your crew/)).toBeVisible();
  expect(await tasksOf(person)).toEqual([]);
  await user.click((await card()).getByRole('button', { name: 'Restore' }));
  expect(await screen.findByText(/^Everything is restored\./)).toBeVisible();
  expect(await tasksOf(person)).toEqual(['Baling', 'Mowing']);
});

test('half a ZIP is refused with a message', async () => {
  const { user } = await open(await backend.user());
  const input = (await card()).getByLabelText('ZIP of an export');
  const whole = await zip.arrayBuffer();
  await user.upload(input, new File([whole.slice(0, whole.byteLength / 2)], 'half.zip', { type: 'application/zip' }));
  expect(await (await card()).findByText(/^The ZIP is not complete\./)).toBeVisible();
  expect((await card()).queryByRole('button', { name: 'Restore' })).not.toBeInTheDocument();
});

test('an account with records says why it can’t take a ZIP', async () => {
  const person = await backend.user();
  await person.from('tasks').insert({ name: 'Own' });
  await open(person);
  expect(await (await card()).findByText(/^This account has records already\./)).toBeVisible();
  expect((await card()).queryByRole('button')).not.toBeInTheDocument();
});

test('an interrupted restore says so, and can be taken back and started again', async () => {
  const person = await backend.user();
  let parts = 0;
  const cut: TestBackend['fetch'] = (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('rpc/restore_rows') && (parts += 1) > 1) return Promise.reject(new TypeError('no signal'));
    return backend.fetch(input, init);
  };
  const { user, view } = await open(person, cut);
  await user.upload((await card()).getByLabelText('ZIP of an export'), zip);
  await user.click(await (await card()).findByRole('button', { name: 'Restore' }));
  expect(await (await card()).findByText(/^The restore stopped\./)).toBeVisible();
  view.unmount();

  const again = await open(person);
  expect(await (await card()).findByText('This account is half restored')).toBeVisible();
  await again.user.click((await card()).getByRole('button', { name: 'Take it back' }));
  await again.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take it back' }));
  expect(await screen.findByText('The restore is taken back. The account is empty again.')).toBeInTheDocument();
  expect(await (await card()).findByText(/^Everything from the ZIP of an earlier export/)).toBeVisible();
  await again.user.upload((await card()).getByLabelText('ZIP of an export'), zip);
  await again.user.click(await (await card()).findByRole('button', { name: 'Restore' }));
  expect(await screen.findByText(/^Everything is restored\./)).toBeVisible();
  expect(await tasksOf(person)).toEqual(['Baling', 'Mowing']);
});
