// Saving results of the works list: its filters under a name, its entries as a file.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { collectDownloads, logSampleJobs, resizeWindow } from './works-helpers';

let backend: TestBackend;
let owner: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  const driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await logSampleJobs(owner, driver);
});

test('filters are saved under a name of their own, chosen again, renamed, and deleted after a confirmation', async () => {
  await owner.from('saved_filters').insert([
    { user_id: owner.id, name: 'First', query: 'status=paid' },
    { user_id: owner.id, name: 'Second', query: 'status=sent' },
  ]);
  const path = '/works-list?status=ready&group=task&open=Baling';
  const { user, address } = await renderPage(path, { backend, person: owner });
  await screen.findByRole('table', { name: 'Work entries in groups' });
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: /^Saved filters/ }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await choose('Save these filters…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save these filters' }));
  const name = dialog.getByLabelText('Name');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Give the filters a name.');
  await user.type(name, 'FIRST{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription('You have saved filters under this name already.'));
  await user.clear(name);
  await user.paste('x'.repeat(61));
  await user.keyboard('{Enter}');
  expect(name).toHaveAccessibleDescription('The name is too long (60 characters at most).');
  // The name is taken on another screen meanwhile.
  await owner.from('saved_filters').insert({ user_id: owner.id, name: 'Taken', query: '' });
  await user.clear(name);
  await user.type(name, 'Taken{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription('You have saved filters under this name already.'));
  await user.clear(name);
  await user.type(name, '  To bill {Enter}');
  expect(await screen.findByText('Filters saved.')).toBeInTheDocument();
  // The chip shows which filters are active.
  expect(await screen.findByRole('button', { name: 'Saved filters: To bill' })).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Works List' }));
  await waitFor(() => expect(address()).toBe('/works-list'));
  await choose('To bill');
  await waitFor(() => expect(address()).toBe('/works-list?group=task&status=ready'));

  await choose('Rename or delete…');
  await user.click(await screen.findByRole('button', { name: 'Rename First' }));
  const newName = screen.getByLabelText('New name of First');
  await user.clear(newName);
  await user.type(newName, 'second');
  expect(newName).toHaveAccessibleDescription('You have saved filters under this name already.');
  await user.type(newName, ' best{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Delete second best' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('second best')).not.toBeInTheDocument());
  const { data } = await owner.from('saved_filters').select('name').order('name');
  expect(data).toEqual([{ name: 'Second' }, { name: 'Taken' }, { name: 'To bill' }]);
});

test('the CSV file has the entries that match the filters, also none; a failed export says so and can be retried (case 84)', async () => {
  const files = collectDownloads();
  let broken = true;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (broken && /select=id(%2C|,)employeeId/.test(request.url)) throw new TypeError('Failed to fetch');
    return backend.fetch(request);
  };
  const { user } = await renderPage('/works-list?task=Baling', { backend: { fetch }, person: owner });
  await screen.findByRole('link', { name: /^Open Baling, Hill/ });
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  const dialog = await screen.findByRole('dialog', { name: 'Entries as CSV' });
  await waitFor(() => expect(dialog).toHaveTextContent('What the filters leave: 2 entries, one row each'));
  await user.click(within(dialog).getByRole('button', { name: 'Save CSV' }));
  expect(await screen.findByText('The export stopped after 0 of 2. No file was saved.')).toBeInTheDocument();
  expect(files).toEqual([]);
  broken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 entries saved as CSV.')).toBeInTheDocument();
  const lines = (await files[0]?.text())?.split('\r\n') ?? [];
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('Hill Farm,Baling');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  navigate('/works-list?q=nothing+like+it');
  await screen.findByRole('heading', { name: 'No entries match these filters.' });
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  await user.click(await screen.findByRole('button', { name: 'Save CSV' }));
  expect(await screen.findByText('0 entries saved as CSV.')).toBeInTheDocument();
  expect(await files[1]?.text()).toMatch(/^\uFEFF?id,[a-z_,]+\r\n$/);
});
