// Work logged offline: a job that the screen shows as saved is on the phone, and reaches the database once.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { invoiceWorks, logJobs, addTasks, resizeWindow, storedWorks } from './works-helpers';

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

const open = (path: string, person = driver) => renderPage(path, { backend: connection, person });
type User = Awaited<ReturnType<typeof open>>['user'];
const HILL_FORM = '/add-work?customer=Hill+Farm&task=Baling';

async function saveBales(user: User, bales: string) {
  for (const key of bales) await user.click(await screen.findByRole('button', { name: key }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
}
const trayButton = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
const bales = async () => (await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort();

test('a job logged offline is confirmed first, counted and listed, and sent once after reconnecting (F1)', async () => {
  const { user } = await open(HILL_FORM);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  // A frame may be painted at any moment, also between the response of the store and the rendering.
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => (frame(performance.now()), 0));
  const unsentCount = () => document.querySelector('.send-state .tag');
  /** The screen's content when the confirmation appeared: it is rendered before anything else. */
  const first = new Promise<{ counted: boolean; text: string }>((resolve) => {
    const watch = new MutationObserver(() => {
      const confirmation = document.querySelector('output.slip');
      if (!confirmation) return;
      watch.disconnect();
      resolve({ counted: unsentCount() !== null, text: confirmation.textContent });
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await saveBales(user, '86');
  const { counted, text } = await first;
  expect(counted).toBe(false);
  expect(text).toContain('Saved on this phone. It goes to the office when there is signal.');
  await waitFor(() => expect(unsentCount()).toHaveTextContent('1 waiting'));
  vi.unstubAllGlobals();
  expect(await trayButton('^1 entry waits on this phone')).toBeInTheDocument();
  navigate('/works-list?person=all');
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  expect(waiting.getByRole('link')).toHaveTextContent('Baling£534.92Hill Farm, ');
  expect(waiting.getByRole('link')).toHaveTextContent('86 balesWaiting on this phone');
  expect(await bales()).toEqual([74]);
  connection.restore();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting on this phone' })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Baling/ })).toHaveLength(2));
  expect(await bales()).toEqual([74, 86]);
  expect(await trayButton('^Nothing waits on this phone')).toHaveTextContent(/\.All in the office \d\d:\d\d$/);
  // The next waiting entry must not be shown as sent.
  navigate(HILL_FORM);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '5');
  expect(await trayButton('^1 entry waits on this phone')).toHaveTextContent(/1 waiting$/);
});

test('a customer typed offline is offered for the next job, and is sent before the entries (F37)', async () => {
  const { user } = await open('/add-work?find=1');
  await screen.findByRole('searchbox');
  connection.cut();
  await user.type(screen.getByRole('searchbox'), 'New Place{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await saveBales(user, '5');
  await user.click(screen.getByRole('button', { name: 'Add another for New Place' }));
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await saveBales(user, '6');
  expect(await trayButton('^3 entries wait on this phone')).toBeInTheDocument();
  connection.restore();
  await waitFor(async () => expect(await bales()).toEqual([5, 6, 74]));
  const names = await backend.sql('select name from public.customers where user_id = $1 order by name', [owner.id]);
  expect(names).toEqual([{ name: 'Hill Farm' }, { name: 'New Place' }]);
});

test('a job undone, or changed and deleted, before it was sent never reaches the database (F36, F40)', async () => {
  const { user } = await open(HILL_FORM);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '9');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByLabelText('Bales')).toHaveValue('9');
  expect(await trayButton('^Nothing waits on this phone')).toBeInTheDocument();
  await saveBales(user, '');
  navigate('/works-list');
  const section = async () => within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  await user.click((await section()).getByRole('link'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.clear(dialog.getByLabelText('Bales'));
  await user.type(dialog.getByLabelText('Bales'), '10');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect((await section()).getByRole('link')).toHaveTextContent('10 bales'));
  expect(await trayButton('^1 entry waits')).toBeInTheDocument();
  await user.click((await section()).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await trayButton('^Nothing waits on this phone')).toBeInTheDocument();
  connection.restore();
  expect(await bales()).toEqual([74]);
  // Leaving the form while a job is being saved loses nothing.
  navigate(HILL_FORM);
  await user.click(await screen.findByRole('button', { name: '7' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save work' }));
  navigate('/works-list');
  await waitFor(async () => expect(await bales()).toEqual([7, 74]));
});

describe('an offline edit', () => {
  const baling = async () => (await storedWorks(backend, owner))[0];
  const tray = async () => within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
  /** Opens the list, for changes of the rate of its entry. */
  async function openList() {
    const id = (await baling())?.id ?? '';
    resizeWindow(1440);
    const { user } = await open('/works-list', owner);
    const editDialog = async () => {
      navigate(`/works-list?edit=${id}`);
      return within(await screen.findByRole('dialog', { name: 'Edit entry' }));
    };
    async function typeRate(dialog: Awaited<ReturnType<typeof editDialog>>, rate: string) {
      await user.clear(dialog.getByLabelText('Rate'));
      await user.type(dialog.getByLabelText('Rate'), rate);
      await user.click(dialog.getByRole('button', { name: 'Save changes' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    }
    async function editRate(from: string, to: string) {
      const dialog = await editDialog();
      await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveValue(from));
      connection.cut('error 500');
      await typeRate(dialog, to);
    }
    return { user, id, editDialog, typeRate, editRate };
  }

  test('is shown at once and sent once; what another person changed is shown before either is lost (F34)', async () => {
    const { user, id, editDialog, typeRate, editRate } = await openList();
    await editRate('6.22', '7');
    expect(await screen.findByText('£7.00 / bale')).toBeInTheDocument();
    expect(await baling()).toMatchObject({ rate: 6.22 });
    connection.restore();
    await waitFor(async () => expect(await baling()).toMatchObject({ rate: 7, total_value: 518 }));
    await trayButton('^Nothing waits on this phone');
    expect(await screen.findByText('£7.00 / bale')).toBeInTheDocument();

    // Another person changed it: both values are shown, in the tray and in the entry's dialog.
    await editRate('7', '7.5');
    await owner.from('works').update({ rate: 8 }).eq('id', id);
    connection.restore();
    await user.click(await trayButton('1 needs attention'));
    expect((await tray()).getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
    expect((await tray()).getByRole('row', { name: 'Rate 7.50 8.00' })).toBeInTheDocument();
    expect(await baling()).toMatchObject({ rate: 8 });
    await user.click((await tray()).getByRole('button', { name: 'Close' }));
    const dialog = await editDialog();
    expect(dialog.getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
    expect(dialog.getByRole('row', { name: 'Rate 7.50 8.00' })).toBeInTheDocument();
    await typeRate(dialog, '9');
    await waitFor(async () => expect(await baling()).toMatchObject({ rate: 9 }));
    await trayButton('^Nothing waits on this phone');
  });

  test('of an entry invoiced meanwhile is refused with the reason, and can be discarded (F35)', async () => {
    const { user, editRate } = await openList();
    await editRate('6.22', '7');
    await invoiceWorks(backend, owner, 'Hill Farm', ['Baling']);
    connection.restore();
    await user.click(await trayButton('1 needs attention'));
    const refused = await tray();
    expect(refused.getByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
    await user.click(refused.getByRole('button', { name: 'Discard' }));
    await user.click(refused.getByRole('button', { name: 'Keep it' }));
    await user.click(refused.getByRole('button', { name: 'Discard' }));
    await user.click(refused.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(refused.queryByText(/INV-0001/)).not.toBeInTheDocument());
    expect(await baling()).toMatchObject({ rate: 6.22 });
  });
});

test('unsaved input is restored after the app was closed, until it is discarded or saved (F3)', async () => {
  /** Closes the app; the device's storage stays. */
  const closeApp = () => act(() => cleanup());
  const isRestored = () => screen.queryByText(/^Restored/) !== null;
  const drafts = () => draftsOf(driver.id, 'add-work');
  const first = await open(HILL_FORM);
  await first.user.click(await screen.findByRole('button', { name: '4' }));
  await waitFor(async () => expect(await drafts()).toMatchObject([{ values: { text: { quantity: '4' } } }]));
  // What was typed last is written at once when the page is hidden.
  await first.user.click(screen.getByRole('button', { name: '2' }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  closeApp();
  const { user, address } = await open('/add-work');
  expect(await screen.findByText(/^Restored what you typed at \d\d:\d\d\.$/)).toBeInTheDocument();
  expect(address()).toBe('/add-work?customer=Hill+Farm&task=Baling');
  expect(screen.getByLabelText('Bales')).toHaveValue('42');
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await user.click(await screen.findByRole('button', { name: /^Hill Farm/ }));
  expect(isRestored()).toBe(false);
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  expect(await screen.findByLabelText('Bales')).toHaveValue('');
  await saveBales(user, '43');
  await screen.findByText('In the office');
  expect(await bales()).toEqual([43, 74]);
  closeApp();
  await open('/add-work');
  await screen.findByRole('button', { name: /^Someone else/ });
  expect(isRestored()).toBe(false);
});

test('a job is not confirmed on a full device; the form stays, and the job can be sent or exported (F21)', async () => {
  const { user } = await open(HILL_FORM);
  await user.click(await screen.findByRole('button', { name: '7' }));
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByText('Error Saving Work')).toBeInTheDocument();
  expect(screen.getAllByText(/^This device could not keep the entry/)).not.toHaveLength(0);
  expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
  expect(screen.getByLabelText('Bales')).toHaveValue('7');
  expect(await screen.findByRole('button', { name: 'Export' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Send now' }));
  expect(await screen.findByRole('heading', { name: 'Work entry saved!' })).toBeInTheDocument();
  expect(await bales()).toEqual([7, 74]);
  put.mockRestore();
});
