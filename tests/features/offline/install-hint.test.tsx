// Safari deletes the data of an app that is not installed after a week: a hint, and a warning once entries wait.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, addTasks, resizeWindow, storedWorks } from '../works/works-helpers';
import { disk, connectionTo } from './phone';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15';
const HINT = /^Safari clears what this app keeps after 7 days without a visit\. Install it/;
const WARNING = /waited for more than a day\./;

let backend: TestBackend;
let driver: Person;
let owner: Person;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  localStorage.clear();
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});
afterEach(() => {
  vi.useRealTimers();
});

const browser = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
const hint = () => screen.findByText((_, node) => node?.className === 'banner-text' && HINT.test(node.textContent));
const expectNoHint = async () => {
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByText(/Safari clears/)).not.toBeInTheDocument();
};
const open = (path: string) => renderPage(path, { backend: connection, person: driver });

test('on an iPhone without the installed app, a hint says how to install it, until it is dismissed (F25)', async () => {
  browser(IPHONE);
  const { user } = await open('/diary');
  expect(await hint()).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await expectNoHint();
  act(() => cleanup());
  await open('/diary');
  await expectNoHint();
});

test('no hint is shown in the installed app and in other browsers (F25)', async () => {
  await open('/diary');
  await expectNoHint();
  act(() => cleanup());
  browser(IPHONE);
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  try {
    await open('/diary');
    await expectNoHint();
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});

test.each([
  ['an iPhone', IPHONE],
  ['a Mac', MAC],
])(
  'on %s a warning appears once an entry has waited for a day, and disappears when it is sent (F25)',
  async (_, userAgent) => {
    browser(userAgent);
    localStorage.setItem('farm-diary-install-hint', 'put away');
    const { user } = await open('/add-work?customer=Hill+Farm&task=Baling');
    await user.click(await screen.findByRole('button', { name: '7' }));
    connection.cut('error 500');
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    await screen.findByText('Saved on this phone. It goes to the office when there is signal.');
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
    // The next start is offline: the profile must be on the device by then.
    await waitFor(async () => expect((await disk()).text).toContain('farm-settings'));
    act(() => cleanup());
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] });
    const later = await open('/diary');
    expect(await screen.findByText('1 entry has waited for more than a day.')).toBeInTheDocument();
    expect(screen.queryByText(/Install it/)).not.toBeInTheDocument();
    connection.restore();
    await later.user.click(screen.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(screen.queryByText(WARNING)).not.toBeInTheDocument());
    expect((await storedWorks(backend, owner)).map(({ quantity }) => quantity).sort()).toEqual([7, 74]);
  },
);
