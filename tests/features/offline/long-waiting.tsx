// Safari without the app installed clears what it keeps after a week: entries that wait long are warned of.
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { renderPage } from '@tests/support/render-page';
import { log, resize, stored } from '../works/farm';
import { lineTo } from './phone';

const WARNING = /waited for more than a day\./;

let backend: TestBackend;
let driver: Person;
let owner: Person;
let line: ReturnType<typeof lineTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resize(390);
  localStorage.clear();
  line = lineTo(backend);
  owner = await backend.user({ firstName: 'Alex' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await log(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 }]);
});
afterEach(() => {
  vi.useRealTimers();
});

const browser = (userAgent: string) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
const open = (path: string) => renderPage(path, { backend: line, person: driver });

/** One browser a file: each begins with an app that has just been opened for the first time. */
export const warnsAfterADay = (name: string, userAgent: string) =>
  test(`F25: on ${name} a warning comes once an entry has waited for a day, and goes when it is sent`, async () => {
    browser(userAgent);
    localStorage.setItem('farm-diary-install-hint', 'put away');
    const { user } = await open('/add-work?customer=Hill+Farm&task=Baling');
    await user.click(await screen.findByRole('button', { name: '7' }));
    line.cut('resting');
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    await screen.findByText('Saved on this phone. It is sent when there is signal.');
    expect(screen.queryByText(WARNING)).not.toBeInTheDocument();
    act(() => cleanup());
    vi.useFakeTimers({ now: Date.now() + 25 * 60 * 60_000, toFake: ['Date'] });
    const later = await open('/diary');
    expect(await screen.findByText('1 entry has waited for more than a day.')).toBeInTheDocument();
    expect(screen.queryByText(/Install it/)).not.toBeInTheDocument();
    line.mend();
    await later.user.click(screen.getByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(screen.queryByText(WARNING)).not.toBeInTheDocument());
    expect((await stored(backend, owner)).map(({ quantity }) => quantity).sort()).toEqual([7, 74]);
  });
