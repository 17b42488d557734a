// Work logged offline: what the screen shows as saved is on the phone, and in the database once.
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { invoice, log, priceList, resize, stored } from './farm';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resize(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await priceList(owner, [['Baling', 'bale', 6.22]]);
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});

const open = (path: string, person = driver) => renderPage(path, { backend: connection, person });
type User = Awaited<ReturnType<typeof open>>['user'];
const HILL = '/add-work?customer=Hill+Farm&task=Baling';

async function saveBales(user: User, bales: string) {
  for (const key of bales) await user.click(await screen.findByRole('button', { name: key }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
}
const kept = () => screen.findByText('Saved on this phone. It is sent when there is signal.');
const go = (path: string) =>
  act(() => {
    window.history.pushState({}, '', path);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  });
const tray = (name: string) => screen.findByRole('button', { name: new RegExp(name) });
const bales = async () => (await stored(backend, owner)).map(({ quantity }) => quantity).sort();

test('the confirmation waits for no other rendering: it says where the job is stored', async () => {
  const { user } = await open(HILL);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  // A frame may come at any moment, also between the store's response and the rendering.
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => (frame(performance.now()), 0));
  const count = () => document.querySelector('.send-state .tag');
  /** The screen's content when the confirmation appeared. */
  const first = new Promise<{ counted: boolean; words: string }>((resolve) => {
    const watch = new MutationObserver(() => {
      const slip = document.querySelector('output.slip');
      if (!slip) return;
      watch.disconnect();
      resolve({ counted: count() !== null, words: slip.textContent });
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await saveBales(user, '86');
  const { counted, words } = await first;
  expect(counted).toBe(false);
  expect(words).toContain('Saved on this phone. It is sent when there is signal.');
  await waitFor(() => expect(count()).toHaveTextContent('1 unsent'));
});

test('offline it is confirmed, counted, shown in the list, and sent once after reconnecting (F1)', async () => {
  const { user } = await open(HILL);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '86');
  await kept();
  expect(await tray('^1 entry waits to be sent')).toBeInTheDocument();
  go('/works-list?person=all');
  const waiting = within(await screen.findByRole('region', { name: 'Waiting to be sent' }));
  expect(waiting.getByRole('link')).toHaveTextContent('Baling£534.92Hill Farm, ');
  expect(waiting.getByRole('link')).toHaveTextContent('86 balesWaiting to be sent');
  expect(await bales()).toEqual([74]);
  connection.restore();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Waiting to be sent' })).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getAllByRole('link', { name: /Baling/ })).toHaveLength(2));
  expect(await bales()).toEqual([74, 86]);
  expect(await tray('^Everything is sent')).toHaveTextContent(/Sent \d\d:\d\d/);
  // The next waiting entry must not be shown as sent.
  go(HILL);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '5');
  expect(await tray('^1 entry waits to be sent')).toHaveTextContent(/1 unsent$/);
});

test('a customer typed offline is known to the next job, and is sent before the entries (F37)', async () => {
  const { user } = await open('/add-work?find=1');
  await screen.findByRole('searchbox');
  connection.cut();
  await user.type(screen.getByRole('searchbox'), 'New Place{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await saveBales(user, '5');
  await user.click(screen.getByRole('button', { name: 'Add another for New Place' }));
  await user.click(await screen.findByRole('button', { name: /^Baling/ }));
  await saveBales(user, '6');
  expect(await tray('^3 entries wait to be sent')).toBeInTheDocument();
  connection.restore();
  await waitFor(async () => expect(await bales()).toEqual([5, 6, 74]));
  const names = await backend.sql('select name from public.customers where user_id = $1 order by name', [owner.id]);
  expect(names).toEqual([{ name: 'Hill Farm' }, { name: 'New Place' }]);
});

test('created, changed and deleted offline: it never reaches the database (F36)', async () => {
  const { user } = await open(HILL);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '9');
  go('/works-list');
  const section = async () => within(await screen.findByRole('region', { name: 'Waiting to be sent' }));
  await user.click((await section()).getByRole('link'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.clear(dialog.getByLabelText('Bales'));
  await user.type(dialog.getByLabelText('Bales'), '10');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () => expect((await section()).getByRole('link')).toHaveTextContent('10 bales'));
  expect(await tray('^1 entry waits')).toBeInTheDocument();
  await user.click((await section()).getByRole('link'));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await tray('^Everything is sent')).toBeInTheDocument();
  connection.restore();
  expect(await bales()).toEqual([74]);
});

test('Undo in the toast cancels what has not left the phone', async () => {
  const { user } = await open(HILL);
  await screen.findByRole('button', { name: 'Save work' });
  connection.cut('refused', true);
  await saveBales(user, '9');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByLabelText('Bales')).toHaveValue('9');
  expect(await tray('^Everything is sent')).toBeInTheDocument();
  connection.restore();
  expect(await bales()).toEqual([74]);
});

describe('an offline edit', () => {
  const baling = async () => (await stored(backend, owner))[0];
  async function editRate(rate: string) {
    resize(1440);
    const id = (await baling())?.id ?? '';
    const page = await open(`/works-list?edit=${id}`, owner);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
    await waitFor(() => expect(dialog.getByLabelText('Rate')).toHaveValue('6.22'));
    await page.user.clear(dialog.getByLabelText('Rate'));
    await page.user.type(dialog.getByLabelText('Rate'), rate);
    connection.cut('error 500');
    await page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    return { ...page, id };
  }

  test('is shown on its row at once, and sent once online', async () => {
    await editRate('7');
    expect(await screen.findByText('£7.00 / bale')).toBeInTheDocument();
    expect(await baling()).toMatchObject({ rate: 6.22 });
    connection.restore();
    await waitFor(async () => expect(await baling()).toMatchObject({ rate: 7, total_value: 518 }));
    await tray('^Everything is sent');
    expect(await screen.findByText('£7.00 / bale')).toBeInTheDocument();
  });

  test('of what someone else changed shows both values and asks; nothing is overwritten before (F34)', async () => {
    const { user, id } = await editRate('7');
    await owner.from('works').update({ rate: 8 }).eq('id', id);
    connection.restore();
    await user.click(await tray('1 needs attention'));
    const box = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
    expect(box.getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
    expect(box.getByRole('row', { name: 'Rate 7.00 8.00' })).toBeInTheDocument();
    expect(await baling()).toMatchObject({ rate: 8 });
    await user.click(box.getByRole('button', { name: 'Keep mine' }));
    await waitFor(async () => expect(await baling()).toMatchObject({ rate: 7 }));
  });

  test('the edit dialog shows both values too, before one overwrites the other (F34)', async () => {
    const { user, id } = await editRate('7');
    await owner.from('works').update({ rate: 8 }).eq('id', id);
    connection.restore();
    await tray('1 needs attention');
    go(`/works-list?edit=${id}`);
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
    expect(dialog.getByText('Somebody changed this entry meanwhile.')).toBeInTheDocument();
    expect(dialog.getByRole('row', { name: 'Rate 7.00 8.00' })).toBeInTheDocument();
    await user.clear(dialog.getByLabelText('Rate'));
    await user.type(dialog.getByLabelText('Rate'), '9');
    await user.click(dialog.getByRole('button', { name: 'Save changes' }));
    await waitFor(async () => expect(await baling()).toMatchObject({ rate: 9 }));
    await tray('^Everything is sent');
  });

  test('of an entry invoiced by then is refused with the reason, and discarded on confirmation (F35)', async () => {
    const { user } = await editRate('7');
    // The embedded backend logs refusals to the console of the process it shares with the app.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await invoice(backend, owner, 'Hill Farm', ['Baling']);
    connection.restore();
    await user.click(await tray('1 needs attention'));
    const box = within(await screen.findByRole('dialog', { name: 'Waiting to be sent' }));
    expect(box.getByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
    await user.click(box.getByRole('button', { name: 'Discard' }));
    await user.click(box.getByRole('button', { name: 'Keep it' }));
    await user.click(box.getByRole('button', { name: 'Discard' }));
    await user.click(box.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(box.queryByText(/INV-0001/)).not.toBeInTheDocument());
    expect(await baling()).toMatchObject({ rate: 6.22 });
  });
});

describe('unsaved input', () => {
  const typed = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: '4' }));
    await user.click(screen.getByRole('button', { name: '2' }));
    await waitFor(() => expect(screen.getByLabelText('Bales')).toHaveValue('42'));
  };
  /** Closes the app; the device's storage stays. */
  const kill = () => act(() => cleanup());

  test('is restored after a kill, and can be discarded (F3)', async () => {
    const first = await open(HILL);
    await typed(first.user);
    // Longer than the delay after which a draft is written.
    await act(() => new Promise((done) => setTimeout(done, 400)));
    kill();
    const { user, address } = await open('/add-work');
    expect(await screen.findByText(/^Restored what you typed at \d\d:\d\d\.$/)).toBeInTheDocument();
    expect(address()).toBe('/add-work?customer=Hill+Farm&task=Baling');
    expect(screen.getByLabelText('Bales')).toHaveValue('42');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await screen.findByRole('button', { name: /^Someone else/ })).toBeInTheDocument();
    kill();
    await open('/add-work');
    await screen.findByRole('button', { name: /^Someone else/ });
    expect(screen.queryByText(/^Restored/)).not.toBeInTheDocument();
  });

  test('is written at once when the page is hidden (F3)', async () => {
    const first = await open(HILL);
    await typed(first.user);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    kill();
    const { user } = await open('/add-work');
    expect(await screen.findByLabelText('Bales')).toHaveValue('42');
    expect(screen.getByText(/^Restored/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    await screen.findByText('Sent');
    expect(screen.queryByText(/^Restored/)).not.toBeInTheDocument();
    expect(await bales()).toEqual([42, 74]);
  });

  test('is no draft any more once it is saved', async () => {
    const first = await open(HILL);
    await saveBales(first.user, '42');
    await screen.findByText('Sent');
    kill();
    await open('/add-work');
    await screen.findByRole('button', { name: /^Someone else/ });
    expect(screen.queryByText(/^Restored/)).not.toBeInTheDocument();
  });
});

test('on a full device it is not confirmed; the form stays, and it can be sent or exported (F21)', async () => {
  const { user } = await open(HILL);
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

test('going Back while it is being saved loses nothing (F40)', async () => {
  const { user } = await open(HILL);
  await user.click(await screen.findByRole('button', { name: '7' }));
  fireEvent.click(screen.getByRole('button', { name: 'Save work' }));
  go('/works-list');
  await waitFor(async () => expect(await bales()).toEqual([7, 74]));
});
