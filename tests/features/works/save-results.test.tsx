// Saving results of the works list: its filters under a name, its entries as a file.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logSampleJobs, resizeWindow } from './works-helpers';

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
  await logSampleJobs(owner, driver);
});

const open = (query = '', person = owner) => renderPage(`/works-list${query}`, { backend, person });
const setPricesVisible = (visible: boolean) =>
  backend.sql('update public.farm_settings set employees_see_rates = $2 where user_id = $1', [owner.id, visible]);

describe('saved filters', () => {
  const menu = () => screen.findByRole('button', { name: /^Saved filters/ });
  async function choose(user: Awaited<ReturnType<typeof open>>['user'], item: string) {
    await user.click(await menu());
    await user.click(await screen.findByRole('menuitem', { name: item }));
  }

  test('are saved under a name and chosen again; the chip shows which is active', async () => {
    const { user, address } = await open('?status=ready&group=task&open=Baling');
    await screen.findByRole('table', { name: 'Work entries in groups' });
    await choose(user, 'Save these filters…');
    const dialog = await screen.findByRole('dialog', { name: 'Save these filters' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(within(dialog).getByLabelText('Name')).toHaveAccessibleDescription('Give the filters a name.');
    await user.type(within(dialog).getByLabelText('Name'), '  To bill {Enter}');
    expect(await screen.findByText('Filters saved.')).toBeInTheDocument();
    expect(await screen.findByRole('button', { name: 'Saved filters: To bill' })).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Works List' }));
    await waitFor(() => expect(address()).toBe('/works-list'));
    await choose(user, 'To bill');
    await waitFor(() => expect(address()).toBe('/works-list?group=task&status=ready'));
  });

  test('a taken or too long name is refused beside the field', async () => {
    await owner.from('saved_filters').insert({ user_id: owner.id, name: 'To bill', query: 'status=paid' });
    const { user } = await open('?status=ready');
    await choose(user, 'Save these filters…');
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'to BILL{Enter}');
    await waitFor(() => expect(name).toHaveAccessibleDescription('You have saved filters under this name already.'));
    await user.clear(name);
    await user.type(name, `${'x'.repeat(61)}{Enter}`);
    expect(name).toHaveAccessibleDescription('The name is too long (60 characters at most).');
    // The name is taken on another screen meanwhile.
    await owner.from('saved_filters').insert({ user_id: owner.id, name: 'Taken', query: '' });
    await user.clear(name);
    await user.type(name, 'Taken{Enter}');
    await waitFor(() => expect(name).toHaveAccessibleDescription('You have saved filters under this name already.'));
  });

  test('are renamed, and deleted after a confirmation', async () => {
    await owner.from('saved_filters').insert([
      { user_id: owner.id, name: 'First', query: 'status=paid' },
      { user_id: owner.id, name: 'Second', query: 'status=sent' },
    ]);
    const { user } = await open();
    await screen.findByRole('link', { name: /^Open Baling, Hill/ });
    await choose(user, 'Rename or delete…');
    await user.click(await screen.findByRole('button', { name: 'Rename First' }));
    const name = screen.getByLabelText('New name of First');
    await user.clear(name);
    await user.type(name, 'second');
    expect(name).toHaveAccessibleDescription('You have saved filters under this name already.');
    await user.type(name, ' best{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Delete second best' }));
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('second best')).not.toBeInTheDocument());
    const { data } = await owner.from('saved_filters').select('name');
    expect(data).toEqual([{ name: 'Second' }]);
  });

  test('are private to each person', async () => {
    await owner.from('saved_filters').insert({ user_id: owner.id, name: 'Owner only', query: 'status=paid' });
    const { user } = await open('?status=ready', driver);
    await user.click(await menu());
    await screen.findByRole('menuitem', { name: 'Save these filters…' });
    expect(screen.queryByRole('menuitem', { name: 'Owner only' })).not.toBeInTheDocument();
  });
});

describe('the CSV export', () => {
  /** Collects the files that the app gives the browser to save. */
  function collectDownloads() {
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file);
      return 'blob:x';
    });
    // happy-dom would follow the link.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    return files;
  }

  test('the export contains the entries that match the filters, and the dialog says how many', async () => {
    const files = collectDownloads();
    const { user } = await open('?task=Baling');
    await screen.findByRole('link', { name: /^Open Baling, Hill/ });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    const dialog = await screen.findByRole('dialog', { name: 'Entries as CSV' });
    expect(dialog).toHaveTextContent('What the filters leave: 2 entries, one row each');
    await user.click(within(dialog).getByRole('button', { name: 'Save CSV' }));
    expect(await screen.findByText('2 entries saved as CSV.')).toBeInTheDocument();
    const lines = (await files[0]?.text())?.split('\r\n') ?? [];
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Hill Farm,Baling');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('an export can be saved without any rows (case 84)', async () => {
    const files = collectDownloads();
    const { user } = await open('?q=nothing+like+it');
    await screen.findByRole('heading', { name: 'No entries match these filters.' });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Save CSV' }));
    expect(await screen.findByText('0 entries saved as CSV.')).toBeInTheDocument();
    expect(await files[0]?.text()).toMatch(/^\uFEFF?id,[a-z_,]+\r\n$/);
  });

  test('an export that fails is reported as incomplete, and can be retried', async () => {
    const files = collectDownloads();
    let broken = true;
    const fetch: TestBackend['fetch'] = async (input, init) => {
      const request = new Request(input, init);
      if (broken && /select=id(%2C|,)employeeId/.test(request.url)) throw new TypeError('Failed to fetch');
      return backend.fetch(request);
    };
    const { user } = await renderPage('/works-list', { backend: { fetch }, person: owner });
    await screen.findByRole('link', { name: /^Open Baling, Hill/ });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Save CSV' }));
    expect(await screen.findByText('The export stopped after 0 of 4. No file was saved.')).toBeInTheDocument();
    expect(files).toEqual([]);
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('4 entries saved as CSV.')).toBeInTheDocument();
  });

  test('the export of an employee without prices contains no money', async () => {
    await setPricesVisible(false);
    const files = collectDownloads();
    const { user } = await open('', driver);
    await screen.findByRole('link', { name: /^Open Baling, Hill/ });
    await user.click(screen.getByRole('button', { name: 'CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Save CSV' }));
    // Waits for the file, because the message of the previous one may still be shown.
    await waitFor(() => expect(files).toHaveLength(1));
    const text = (await files[0]?.text()) ?? '';
    expect(text).toContain('Ploughing');
    expect(text).not.toMatch(/,rate,|total_value|32\.06|400\.75/);
    await setPricesVisible(true);
  });
});
