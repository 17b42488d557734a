// Safari deletes the data of an app that is not installed after a week: a hint, and a warning once entries wait.
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { StorageHint } from '@/widgets/install/storage-hint';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { FULL } from '@tests/support/full';
import { navigate } from '@tests/support/navigate';
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

test('no hint is shown in the installed app, in other browsers, and away from the landing screens (F25)', async () => {
  const shown = async (path = '/diary') => {
    const { container, unmount } = render(
      <MemoryRouter initialEntries={[path]}>
        <StorageHint />
      </MemoryRouter>,
    );
    await act(() => vi.dynamicImportSettled());
    const text = container.textContent;
    unmount();
    return text;
  };
  expect(await shown()).toBe('');
  browser(MAC);
  expect(await shown()).toBe('');
  browser(IPHONE);
  expect(await shown()).toMatch(HINT);
  expect(await shown('/add-work')).toBe('');
  Object.defineProperty(navigator, 'standalone', { value: true, configurable: true });
  try {
    expect(await shown()).toBe('');
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
  }
});

test.each<[string, string]>([['an iPhone', IPHONE], ...(FULL ? [['a Mac', MAC] satisfies [string, string]] : [])])(
  'on %s the app can be installed; a warning appears once an entry has waited for a day, and disappears when it is sent (F25)',
  async (_, userAgent) => {
    browser(userAgent);
    const { user } = await open('/diary');
    if (userAgent === IPHONE) {
      expect(await hint()).toBeInTheDocument();
      await user.click(screen.getByRole('button', { name: 'Close' }));
    }
    await expectNoHint();
    act(() => cleanup());
    // The hint stays dismissed.
    await open('/diary');
    await expectNoHint();
    navigate('/add-work?customer=Hill+Farm&task=Baling');
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
