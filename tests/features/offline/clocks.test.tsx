// A phone with a wrong clock: driver and account holder are told, and no input is lost.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { lastSkew } from '@/lib/device/device-clock';
import { todayIn } from '@/domain/core/time';
import { logJobs, resizeWindow, storedWorks } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(390);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

async function addWorkRecordedAt(at: string) {
  const id = crypto.randomUUID();
  const { error } = await driver.from('works').insert({
    id,
    customer: 'Hill Farm',
    task_name: 'Mowing',
    chargeable_unit: 'acre',
    quantity: 3,
    work_date: '2026-11-02',
    recorded_at: at,
  } as never);
  if (error) throw error;
  return id;
}
const DAY_MS = 24 * 60 * 60_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

test('an entry of a phone whose clock is far from the server’s is marked for the account holder, with the typed date; others are not (F26)', async () => {
  const far = [
    ['1970-01-01T09:00:00Z', /saved on \w+ 1 Jan 1970, \d\d:00; it came in on .* It waited without signal, or/],
    [inDays(365), /That clock was wrong\. Check the date\./],
    [inDays(-2), /It waited without signal, or that clock was wrong\. Check the date\./],
  ] as const;
  await renderPage('/works-list', { backend, person: owner });
  const openEntry = async (at: string) => {
    const id = await addWorkRecordedAt(at);
    navigate(`/works-list?edit=${id}`);
    const dialog = within(await screen.findByRole('dialog'));
    await dialog.findByText(/^Logged by/);
    return { id, dialog };
  };
  const closeEntry = () => {
    navigate('/works-list');
    return waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  for (const [at, message] of far) {
    const { dialog } = await openEntry(at);
    expect(await dialog.findByText(message)).toBeInTheDocument();
    expect(dialog.getByLabelText(/^Date/)).toHaveValue('2026-11-02');
    await closeEntry();
  }
  for (const at of [inDays(0), inDays(-23 / 24)]) {
    const { id, dialog } = await openEntry(at);
    const { data } = await owner.from('listed_works').select('recorded_far').eq('id', id).single();
    expect(data).toEqual({ recorded_far: false });
    expect(dialog.queryByText(/By its phone’s clock/)).not.toBeInTheDocument();
    await closeEntry();
  }
});

test('a phone whose clock is known to be a day behind logs a job on the right date', async () => {
  const serverTime = Date.now();
  // A page that is loaded knows the stored skew only, not that of the test before.
  localStorage.removeItem('farm-diary-clock-skew');
  lastSkew();
  localStorage.setItem('farm-diary-clock-skew', String(-24 * 60 * 60));
  vi.setSystemTime(serverTime - 24 * 60 * 60_000);
  try {
    const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend, person: driver });
    await user.click(await screen.findByRole('button', { name: '7' }));
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    await screen.findByRole('heading', { name: 'Work entry saved!' });
  } finally {
    vi.useRealTimers();
  }
  await waitFor(async () =>
    expect((await storedWorks(backend, owner)).find(({ quantity }) => quantity === 7)).toMatchObject({
      work_date: todayIn('Europe/London', new Date(serverTime)),
    }),
  );
});

test('a phone whose clock says 1970 asks for the date, accepts the right one, and keeps the input; its driver is told nothing afterwards (F26)', async () => {
  // The embedded backend shares the faked clock and would refuse the right date: the clock is wrong only while saving.
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Baling', { backend, person: driver });
  await user.click(await screen.findByRole('button', { name: '7' }));
  vi.setSystemTime(new Date('1970-01-01T09:00:00Z'));
  try {
    window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));
    await user.click(screen.getByRole('button', { name: 'Save work' }));
    expect(await screen.findByText('This phone’s clock is wrong. Choose the date of the work.')).toBeInTheDocument();
    expect(screen.getByLabelText('Bales')).toHaveValue('7');
    expect(screen.queryByRole('heading', { name: 'Work entry saved!' })).not.toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Date of the work', { selector: 'input' }), {
      target: { value: '2026-11-02' },
    });
    await waitFor(() => expect(screen.queryByText(/clock is wrong/)).not.toBeInTheDocument());
  } finally {
    vi.useRealTimers();
  }
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  await waitFor(async () =>
    expect((await storedWorks(backend, owner)).find(({ quantity }) => quantity === 7)).toMatchObject({
      work_date: '2026-11-02',
    }),
  );
  navigate(`/works-list?edit=${await addWorkRecordedAt('1970-01-01T09:00:00Z')}`);
  await screen.findByText(/^Logged by/);
  expect(screen.queryByText(/By its phone’s clock/)).not.toBeInTheDocument();
});
