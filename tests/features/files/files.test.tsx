// Documents of records, and the page of all files: adding, refusals with a reason, downloads, removals and their undo.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { clearDisk, connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let machine: string;
const PDF = new File(['%PDF-1.7\n1 0 obj <<>> endobj'], 'Manual.pdf', { type: 'application/pdf' });
const SCRIPT = new File(['%PDF-1.7\n<</S /JavaScript>>'], 'Form.pdf', { type: 'application/pdf' });

/** The addresses that the page downloaded from. */
let downloads: string[] = [];

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await clearDisk();
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.href);
  });
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  machine = crypto.randomUUID();
  const row = { id: machine, user_id: owner.id, name: 'JD 6155R', machine_type: 'tractor' };
  const { error } = await owner.from('machines').insert(row);
  if (error) throw error;
});
afterEach(() => vi.restoreAllMocks());

const documentsTab = () => `/machinery/${machine}?tab=documents`;
const stored = () =>
  backend.sql<{ name: string; mime: string }>(
    'select name, mime from public.documents where user_id = $1 order by name',
    [owner.id],
  );

/** Adds a document as the app does. */
async function addDocument(name = 'Manual.pdf') {
  const id = crypto.randomUUID();
  const path = `${owner.id}/${id}.pdf`;
  const file = new Blob(['bytes'], { type: 'application/pdf' });
  const uploaded = await owner.storage.from('documents').upload(path, file);
  const { error } = await owner.from('documents').insert({
    ...{ id, user_id: owner.id, parent_table: 'machines', parent_id: machine, name },
    ...{ storage_path: path, mime: 'application/pdf', bytes: 5 },
  });
  if (uploaded.error ?? error) throw new Error('the document was not added');
  return id;
}

test('a document is added to a machine, and one that would run something is refused with the reason', async () => {
  const { user } = await renderPage(documentsTab(), { backend, person: owner });
  await user.upload(await screen.findByLabelText('Add documents'), [PDF, SCRIPT]);
  expect(await screen.findByText(/^Form\.pdf: This PDF contains a script or another file/)).toBeVisible();
  const list = within(await screen.findByRole('list', { name: 'Documents' }));
  expect(list.getByText('Manual.pdf')).toBeVisible();
  expect(list.getByText(/^PDF · 1 KB · Alex Owner, /)).toBeVisible();
  expect(await stored()).toEqual([{ name: 'Manual.pdf', mime: 'application/pdf' }]);
});

test('a document whose response was lost is not stored twice if it is chosen again', async () => {
  let lost = false;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const sent = new Request(input, init);
    const isRow = sent.method === 'POST' && sent.url.includes('/rest/v1/documents');
    const response = await backend.fetch(sent);
    if (!isRow || lost) return response;
    lost = true;
    throw new TypeError('Failed to fetch');
  };
  const { user } = await renderPage(documentsTab(), { backend: { fetch }, person: owner });
  await user.upload(await screen.findByLabelText('Add documents'), PDF);
  expect(await screen.findByText(/^Manual\.pdf: Try again\./)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Add documents')).toBeEnabled());
  await user.upload(screen.getByLabelText('Add documents'), PDF);
  await waitFor(() => expect(screen.queryByText(/^Manual\.pdf: /)).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByLabelText('Add documents')).toBeEnabled());
  expect(await stored()).toHaveLength(1);
  // Chosen once more on purpose it is another document.
  await user.upload(screen.getByLabelText('Add documents'), PDF);
  await waitFor(async () => expect(await stored()).toHaveLength(2));
});

test('the crew downloads a machine’s document as an attachment, can’t change it, and has no page of all files', async () => {
  await addDocument();
  const { user, view } = await renderPage(documentsTab(), { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: 'Download Manual.pdf' }));
  await waitFor(() => expect(downloads).toHaveLength(1));
  const response = await backend.fetch(downloads[0] ?? '');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename.*Manual\.pdf$/);
  const token = new URL(downloads[0] ?? '').searchParams.get('token') ?? '';
  const claims = JSON.parse(atob(token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '')) as Record<
    string,
    number
  >;
  expect((claims['exp'] ?? 0) - (claims['iat'] ?? 0)).toBe(60);
  expect(screen.queryByRole('button', { name: 'Remove Manual.pdf' })).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Add documents')).not.toBeInTheDocument();
  view.unmount();
  await renderPage('/files', { backend, person: driver });
  expect(await screen.findByText(/^This page is for the main account holder/)).toBeVisible();
  expect(screen.queryByRole('searchbox', { name: 'Search by file, record or person' })).not.toBeInTheDocument();
});

test('a removed document is put back with Undo; without signal the page says why no document can be added', async () => {
  await addDocument();
  const connection = connectionTo(backend);
  const { user } = await renderPage(documentsTab(), { backend: connection, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Remove Manual.pdf' }));
  expect(await screen.findByText('Document removed.')).toBeVisible();
  await waitFor(async () => expect(await stored()).toEqual([]));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  // Until the list is read again, it may still show the removed document.
  await waitFor(async () => expect(await stored()).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Download Manual.pdf' })).toBeVisible();
  connection.cut('refused', true);
  expect(await screen.findByText(/^Documents are added and opened with signal/)).toBeVisible();
  expect(screen.queryByLabelText('Add documents')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Download Manual.pdf' })).toBeDisabled();
});

test('all files are listed with what uses the space, found, and removed with Undo', async () => {
  await addDocument('Manual.pdf');
  await addDocument('Insurance 2026.pdf');
  const { user } = await renderPage('/files', { backend, person: owner });
  expect(await screen.findByText('1 KB of 800 MB used')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Machines: 2 files, 1 KB' })).toBeVisible();
  expect(await screen.findByText('Insurance 2026.pdf')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'JD 6155R' })[0]).toHaveAttribute('href', `/machinery/${machine}`);
  await user.type(screen.getByRole('searchbox', { name: 'Search by file, record or person' }), 'insur');
  await waitFor(() => expect(screen.queryByText('Manual.pdf')).not.toBeInTheDocument());
  await user.click(await screen.findByRole('button', { name: /^Remove Insurance 2026\.pdf, JD 6155R/ }));
  // The message stays as long as the pointer is on it.
  await user.hover(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('No file fits these filters.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Insurance 2026.pdf')).toBeVisible();
});

test('a file that has to stay says why, and has no button to remove it', async () => {
  const note = crypto.randomUUID();
  const id = crypto.randomUUID();
  await backend.sql(
    `insert into public.notes (id, user_id, title, body, note_date, accident, created_by) values ($1, $2, 'Accident / near miss', 'Fell', '2026-11-03', true, $2)`,
    [note, owner.id],
  );
  await backend.sql(
    `insert into public.attachments (id, user_id, parent_table, parent_id, storage_path, mime, bytes, created_by)
     values ($1, $2, 'notes', $3, $4, 'image/jpeg', 5, $2)`,
    [id, owner.id, note, `${owner.id}/notes/${note}/${id}.jpg`],
  );
  await renderPage('/files?of=notes', { backend, person: owner });
  expect(await screen.findByText('Has to stay. It belongs to the note of an accident.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Remove / })).not.toBeInTheDocument();
});
