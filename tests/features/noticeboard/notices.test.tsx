// Notices on the board: posted by the account holder, read and confirmed by employees, online and offline.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { clearDisk, waitForCopy, connectionTo } from '@tests/features/offline/phone';
import { today } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { hideFirstSteps } from './hide-first-steps';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  await hideFirstSteps(backend, owner);
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  connection = connectionTo(backend);
});

async function postNotice(title: string, columns: object = {}): Promise<string> {
  const id = crypto.randomUUID();
  const { error } = await owner.from('notices').insert({ id, user_id: owner.id, title, ...columns });
  if (error) throw error;
  return id;
}
const open = (person: Person, path = '/noticeboard') => renderPage(path, { backend: connection, person });
const closeApp = () => act(() => cleanup());
const heading = (name: string) => screen.findByRole('heading', { level: 3, name });
const reads = () =>
  backend.sql<{ acknowledged: boolean; edition: number; created_by: string }>(
    'select acknowledged, edition, created_by from public.notice_reads where user_id = $1 order by acknowledged, edition',
    [owner.id],
  );

describe('the account holder', () => {
  test('posts a notice to chosen people with a checklist, unless three are pinned already, and they read it', async () => {
    for (const title of ['One', 'Two', 'Three']) await postNotice(title, { pinned: true });
    await owner
      .from('checklist_templates')
      .insert({ user_id: owner.id, name: 'Tractor check', items: [{ prompt: 'Lights', type: 'yes_no' }] });
    const { user } = await open(owner);
    await heading('Three');
    await user.click(screen.getByRole('button', { name: 'Post a notice' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Post a notice' }));
    await user.click(dialog.getByRole('button', { name: 'Post notice' }));
    expect(await dialog.findByText('Give the notice a title.')).toBeVisible();
    await user.type(dialog.getByLabelText('Title'), 'Bridge closed');
    await user.type(dialog.getByLabelText(/^Notice/), 'See https://roads.test/bridge.');
    await user.click(dialog.getByRole('radio', { name: 'Urgent' }));
    await user.click(dialog.getByRole('radio', { name: 'Chosen people' }));
    await user.click(dialog.getByRole('button', { name: 'Post notice' }));
    expect(await dialog.findByText('Choose at least one person.')).toBeVisible();
    await user.click(await dialog.findByRole('checkbox', { name: 'Sam Driver' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Pin it to the top' }));
    await user.selectOptions(await dialog.findByLabelText(/^Checklist or mix/), 'Tractor check');
    await user.click(dialog.getByRole('button', { name: 'Post notice' }));
    expect(await dialog.findByText('Unpin a notice first – three is the most.')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Pin it to the top' }));
    await user.click(dialog.getByRole('button', { name: 'Post notice' }));
    expect(await screen.findByText('Notice posted!')).toBeInTheDocument();
    await heading('Bridge closed');
    closeApp();
    await open(driver);
    await heading('Bridge closed');
    expect(screen.getByText('Urgent')).toBeVisible();
    expect(screen.getByRole('link', { name: 'https://roads.test/bridge' })).toHaveAttribute(
      'href',
      'https://roads.test/bridge',
    );
    expect(await screen.findByRole('link', { name: 'Complete: Tractor check' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/add-checklist\?template=[0-9a-f-]{36}$/),
    );
  });

  test('sees who has confirmed, exports it, is asked before everyone has to confirm again, and removes a notice', async () => {
    const id = await postNotice('=Mixing slurry', { body: 'Doors open.', requires_ack: true });
    await postNotice('Bridge closed');
    await driver.from('notice_reads').insert({ user_id: owner.id, notice_id: id, edition: 1, acknowledged: true });
    await backend.employeeOf(owner, { firstName: 'Kay', lastName: 'Second' });
    const files: Blob[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { user } = await open(owner);
    await user.click(within(await heading('=Mixing slurry')).getByRole('button'));
    expect(await screen.findByText('Confirmed by 1 of 2')).toBeVisible();
    expect(screen.getByText(/^confirmed today at \d\d:\d\d$/)).toBeVisible();

    await user.click(await screen.findByRole('button', { name: 'Confirmations as CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const rows = parseCsv((await files[0]?.text()) ?? '');
    expect(rows[0]).toEqual(['notice', 'edition', 'person', 'read_at', 'acknowledged_at']);
    expect(rows.filter(([notice]) => notice?.includes('Mixing'))).toEqual([
      ["'=Mixing slurry", '1', 'Sam Driver', expect.stringMatching(/^\d{4}-/), expect.stringMatching(/^\d{4}-/)],
      ["'=Mixing slurry", '1', 'Kay Second', '', ''],
    ]);

    await user.click(screen.getByRole('button', { name: 'Edit' }));
    const edit = within(await screen.findByRole('dialog', { name: 'Edit notice' }));
    await user.type(edit.getByLabelText(/^Notice/), ' Nobody near the tank.');
    await user.click(edit.getByRole('button', { name: 'Save changes' }));
    const confirmation = within(await screen.findByRole('dialog', { name: 'Ask everyone again?' }));
    expect(confirmation.getByText('This changes the notice. Everyone will be asked to confirm again.')).toBeVisible();
    await user.click(confirmation.getByRole('button', { name: 'Save and ask again' }));
    expect(await screen.findByText('Notice updated!')).toBeInTheDocument();
    expect(await screen.findByText('Confirmed by 0 of 2')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

    const bridge = (await heading('Bridge closed')).closest('article, li') as HTMLElement;
    await user.click(within(await heading('Bridge closed')).getByRole('button'));
    await user.click(await within(bridge).findByRole('button', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the notice “Bridge closed”?' }));
    await user.click(question.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Notice deleted.')).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText('Bridge closed')).not.toBeInTheDocument());
    closeApp();
    await open(driver);
    expect(await screen.findByRole('button', { name: 'Got it: =Mixing slurry' })).toBeVisible();
  });

  test('sees the notices in order of importance, and finds expired ones', async () => {
    await postNotice('Old', { starts_on: '2026-01-01', expires_on: '2026-01-31' });
    await postNotice('Plain');
    await postNotice('Now', { priority: 'urgent' });
    await postNotice('Top', { pinned: true });
    const { user, address } = await open(owner);
    await heading('Plain');
    const titles = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(titles()).toEqual(['Top', 'Now', 'Plain']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Which notices' }), 'Run out');
    await heading('Old');
    expect(titles()).toEqual(['Old']);
    expect(address()).toBe('/noticeboard?notices=expired');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Which notices' }), 'All notices');
    await waitFor(() => expect(titles()).toHaveLength(4));
    await user.type(screen.getByRole('searchbox', { name: 'Search notices' }), 'pla');
    expect(titles()).toEqual(['Plain']);
  });

  test('offline sees the board with the time of the cached copy, and why nothing can be changed', async () => {
    await postNotice('Bridge closed', { body: 'Top road.' });
    await open(owner);
    await heading('Bridge closed');
    await waitForCopy('board', 'Top road.');
    closeApp();
    connection.cut('refused', true);
    const { user } = await open(owner);
    await user.click(within(await heading('Bridge closed')).getByRole('button'));
    expect(await screen.findByText('You need signal to change this.')).toBeVisible();
    expect(screen.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
    for (const name of ['Post a notice', 'Edit', 'Delete'])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});

describe('an employee', () => {
  test('finds notices that still need a confirmation, opens one, which marks it as read, and confirms with one press', async () => {
    await postNotice('Plain');
    await postNotice('Mixing slurry', { body: 'Doors open.', requires_ack: true });
    await postNotice('Later', { starts_on: '2199-01-01' });
    const { user } = await open(driver);
    await heading('Plain');
    expect(screen.queryByText('Later')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Needs my confirmation' }));
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Mixing slurry',
    ]);
    await user.click(screen.getByRole('button', { name: 'Needs my confirmation' }));
    await user.click(within(await heading('Mixing slurry')).getByRole('button'));
    await waitFor(async () => expect(await reads()).toMatchObject([{ acknowledged: false, created_by: driver.id }]));
    await user.click(screen.getByRole('button', { name: 'Got it: Mixing slurry' }));
    expect(await screen.findByText(/^You confirmed this today at \d\d:\d\d\.$/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Got it/ })).not.toBeInTheDocument();
    await waitFor(async () => expect(await reads()).toMatchObject([{ acknowledged: false }, { acknowledged: true }]));
  });

  test('confirms notices offline, which are sent once when the app is opened again; one confirmed on another phone too counts once (F1, F2)', async () => {
    await postNotice('Mixing slurry', { requires_ack: true });
    const both = await postNotice('Bridge closed', { requires_ack: true });
    const { user } = await open(driver);
    const button = (name: string) => screen.findByRole('button', { name: `Got it: ${name}` });
    await button('Mixing slurry');
    await waitForCopy('board', 'Bridge closed');
    connection.cut('refused', true);
    await user.click(await button('Mixing slurry'));
    await user.click(await button('Bridge closed'));
    await waitFor(() => expect(screen.getAllByText(/^You confirmed this today at/)).toHaveLength(2));
    expect(await screen.findByText('2 entries only on this phone')).toBeVisible();
    expect(await reads()).toEqual([]);
    closeApp();
    // Opened offline, the board is a cached copy that shows the confirmations.
    await open(driver);
    await waitFor(() => expect(screen.getAllByText(/^You confirmed this today at/)).toHaveLength(2));
    await driver.from('notice_reads').insert({ user_id: owner.id, notice_id: both, edition: 1, acknowledged: true });
    connection.restore();
    await waitFor(async () => expect(await reads()).toMatchObject([{ acknowledged: true }, { acknowledged: true }]));
    await waitFor(() => expect(screen.queryByText(/only on this phone/)).not.toBeInTheDocument());
    expect(screen.getAllByText(/^You confirmed this today at/)).toHaveLength(2);
  });
});

test('the items that need action list an accident first, for the account holder only, and count the open notes of each person', async () => {
  const addNote = async (person: Person, columns: object) => {
    const row = { user_id: owner.id, title: 'General', body: 'x', note_date: today(), ...columns };
    const { error } = await person.from('notes').insert(row);
    if (error) throw error;
  };
  await addNote(driver, { title: 'Accident / near miss', body: 'Fell' });
  await addNote(owner, { assigned_to: driver.id });
  await addNote(owner, { assigned_to: driver.id, action_done: true });
  await addNote(owner, { assigned_to: owner.id });
  await open(owner);
  const list = within(await screen.findByRole('list', { name: 'Needs you' }));
  expect(await screen.findByText('Two things need you.')).toBeVisible();
  const [first, second] = list.getAllByRole('link');
  expect(first).toHaveTextContent(/^Accident \/ near miss\s*Sam Driver/);
  expect(second).toHaveTextContent(/^1 note waits for you/);
  closeApp();
  await open(driver);
  const link = await screen.findByRole('link', { name: /^1 note waits for you/ });
  expect(link).toHaveAttribute('href', '/view-notes?action=open');
  expect(screen.queryByText(/^Accident/)).not.toBeInTheDocument();
});
