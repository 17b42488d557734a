// The time tracker on a phone: clocking in and out, breaks, changing the job, undo; online and offline.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { localTimeIn, todayIn } from '@/domain/core/time';
import { waitForCopy } from '@tests/features/offline/phone';
import { FULL } from '@tests/support/full';
import { renderPage } from '@tests/support/render-page';
import { closeApp, minutesAgo, enabledButton, timeAccount } from './account';

const { account, storedShifts, open, openWithClockAhead, addShift, lapse, renew } = timeAccount();
const statusText = (text: RegExp) => screen.findByText(text);

test('clocking in, a break and clocking out make one shift with its break; undo within seconds takes either back', async () => {
  const { user } = await open('/time-tracker');
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await enabledButton('Clock In');
  expect(screen.queryByText(/as last time/)).toBeNull();
  await user.click(await enabledButton('Clock In'));
  expect(await screen.findByText('Clocked in!')).toBeInTheDocument();
  await user.click(await enabledButton('Undo clocking in'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await waitFor(async () => expect(await storedShifts()).toEqual([]));

  await user.click(await enabledButton('Clock In'));
  expect(await statusText(/^Clocked in since/)).toBeInTheDocument();
  await user.click(await enabledButton('Start Break'));
  expect(await statusText(/^On a break since/)).toBeInTheDocument();
  await user.click(await enabledButton('End Break'));
  expect(await statusText(/^Clocked in since/)).toBeInTheDocument();
  await user.click(await enabledButton('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await waitFor(async () => {
    const [shift, ...more] = await storedShifts();
    expect(more).toEqual([]);
    expect(shift).toMatchObject({ activity: 'General', source: 'clock', status: 'open' });
    // A minute may begin between the presses on a busy machine.
    expect([0, 1]).toContain(shift?.paid_min);
    expect(shift?.clock_out_at).not.toBeNull();
    expect(shift?.breaks).toHaveLength(1);
  });
  await user.click(await enabledButton('Undo clocking out'));
  expect(await statusText(/^Clocked in since/)).toBeInTheDocument();
  await waitFor(async () => expect(await storedShifts()).toMatchObject([{ clock_out_at: null, paid_min: null }]));
});

test('a shift clocked offline survives a restart of the app, and is sent once after reconnecting (F1)', async () => {
  const { user } = await open('/time-tracker');
  await enabledButton('Clock In');
  // The profile and the hours are on the disk before the phone goes offline.
  await waitForCopy('time', account().driver.id);
  account().connection.cut('refused', true);
  await user.click(await enabledButton('Clock In'));
  expect(await screen.findByText('Waiting on this phone')).toBeInTheDocument();
  closeApp();
  const again = await open('/time-tracker');
  expect(await statusText(/^Clocked in since/)).toBeInTheDocument();
  await again.user.click(await enabledButton('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  expect(await storedShifts()).toEqual([]);
  account().connection.restore();
  await waitFor(async () => expect((await storedShifts()).map((shift) => shift.clock_out_at !== null)).toEqual([true]));
});

test('a changed job begins at the instant at which the last one ends', async () => {
  await addShift(account().driver, minutesAgo(90), null, { activity: 'Baling', customer: 'Hill Farm' });
  const { user } = await open('/time-tracker');
  expect(await screen.findByText('Baling, Hill Farm')).toBeInTheDocument();
  await user.click(await enabledButton('Change job'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change job' }));
  await user.clear(dialog.getByLabelText('Job'));
  await user.type(dialog.getByLabelText('Job'), 'Carting');
  await user.click(dialog.getByRole('button', { name: 'Change job' }));
  expect(await screen.findByText('Carting, Hill Farm')).toBeInTheDocument();
  await waitFor(async () => {
    const [first, second] = await storedShifts();
    expect([first?.activity, second?.activity, second?.clock_out_at]).toEqual(['Baling', 'Carting', null]);
    expect(first?.clock_out_at).toBe(second?.clock_in_at);
  });
});

test('if a full phone can’t store a change of job, the end and the new shift are both sent (F21)', async () => {
  await addShift(account().driver, minutesAgo(90), null, { activity: 'Baling', customer: 'Hill Farm' });
  const { user } = await open('/time-tracker');
  await user.click(await enabledButton('Change job'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change job' }));
  await user.clear(dialog.getByLabelText('Job'));
  await user.type(dialog.getByLabelText('Job'), 'Carting');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full', 'QuotaExceededError');
  });
  await user.click(dialog.getByRole('button', { name: 'Change job' }));
  await user.click(await enabledButton('Send now'));
  await waitFor(async () => expect((await storedShifts()).map((shift) => shift.clock_out_at !== null)).toEqual([true]));
  await user.click(await enabledButton('Send now'));
  await waitFor(async () => {
    const [first, second] = await storedShifts();
    expect([first?.activity, second?.activity, second?.clock_out_at]).toEqual(['Baling', 'Carting', null]);
    expect(first?.clock_out_at).toBe(second?.clock_in_at);
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send now' })).not.toBeInTheDocument());
  put.mockRestore();
});

test('a finished shift can be logged as work, with its customer and task, which the next shift would have, too', async () => {
  await addShift(account().driver, minutesAgo(90), null, { activity: 'Baling', customer: 'Hill Farm' });
  const { user } = await open('/time-tracker');
  await user.click(await enabledButton('Clock Out'));
  expect(await screen.findByText('Log this as work?')).toBeInTheDocument();
  const href = screen.getByRole('link', { name: 'Log work' }).getAttribute('href') ?? '';
  // The two presses may fall in different minutes.
  await waitFor(async () => expect([90, 91]).toContain((await storedShifts())[0]?.paid_min));
  const [shift] = await storedShifts();
  const params = new URLSearchParams(href.replace('/add-work?', ''));
  expect(Object.fromEntries(params)).toEqual({
    as: shift?.log_key,
    customer: 'Hill Farm',
    task: 'Baling',
    date: todayIn('Europe/London', new Date(shift?.clock_in_at ?? '')),
    start: localTimeIn('Europe/London', new Date(shift?.clock_in_at ?? '')),
    finish: localTimeIn('Europe/London', new Date(shift?.clock_out_at ?? '')),
  });
  expect(await screen.findByText('For Baling, Hill Farm, as last time.')).toBeInTheDocument();
});

test('a clock left running for 26 h asks when the shift ended, and is not stopped (case 15)', async () => {
  await addShift(account().driver, minutesAgo(26 * 60), null);
  const { user } = await open('/time-tracker');
  expect(await screen.findByText(/^You didn't clock out on \d+ \w{3}\. When did you finish\?$/)).toBeInTheDocument();
  await user.click(await enabledButton('Clock Out'));
  const dialog = within(await screen.findByRole('dialog', { name: 'When did you finish?' }));
  await user.click(dialog.getByRole('button', { name: 'Clock Out' }));
  expect(await dialog.findByText('Enter a date and a time.')).toBeInTheDocument();
  expect((await storedShifts())[0]).toMatchObject({ clock_out_at: null, paid_min: null });
});

test.each<readonly [string, number, string]>([
  ['case 17: 12 minutes', 12, "Your phone's clock is 12 min out – times adjusted."],
  ...(FULL ? ([['F26: a day', 24 * 60, "Your phone's clock is 24 h out – times adjusted."]] as const) : []),
])(
  'on a phone whose clock is %s ahead, the shift has the server’s time, and the phone’s offset',
  async (_, ahead, message) => {
    const { user } = await openWithClockAhead('/time-tracker', ahead);
    expect(await screen.findByText(message)).toBeInTheDocument();
    await user.click(await enabledButton('Clock In'));
    await statusText(/^Clocked in since/);
    await waitFor(async () => expect(await storedShifts()).toHaveLength(1));
    const [shift] = await storedShifts();
    // Half of a slow round trip counts.
    expect(Math.abs(Number(shift?.clock_skew_s) - ahead * 60)).toBeLessThan(15);
    expect(Math.abs(Date.parse(shift?.clock_in_at ?? '') - Date.parse(minutesAgo(ahead)))).toBeLessThan(60_000);
  },
);

test('a clock that was an hour ahead and is corrected during the shift: 180 minutes are paid as 180', async () => {
  await addShift(account().driver, minutesAgo(240), null);
  const { user } = await openWithClockAhead('/time-tracker', 60);
  expect(await screen.findByText("Your phone's clock is 60 min out – times adjusted.")).toBeInTheDocument();
  vi.setSystemTime(Date.now() - 60 * 60_000);
  try {
    await user.click(await enabledButton('Clock Out'));
    // The two presses may fall in different minutes.
    await waitFor(async () => expect([180, 181]).toContain((await storedShifts())[0]?.paid_min));
    expect(screen.queryByText(/times adjusted/)).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

/** Opens the page on a phone whose shift arrives just after that of another device, of which the phone knows nothing. */
function openAfterOtherDevice(clockInThere: () => Promise<unknown>) {
  const { connection, driver } = account();
  let isFirst = true;
  const fetch: typeof connection.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (isFirst && request.method === 'POST' && request.url.includes('/rest/v1/time_entries')) {
      isFirst = false;
      await clockInThere();
    }
    return connection.fetch(request);
  };
  return renderPage('/time-tracker', { backend: { fetch }, person: driver });
}

test('two devices that clock in at the same time make one shift, and nothing needs attention (case 16)', async () => {
  let id = '';
  const { user } = await openAfterOtherDevice(async () => {
    id = await addShift(account().driver, minutesAgo(0), null);
  });
  const { requests } = account().connection;
  await user.click(await enabledButton('Clock In'));
  // The shift is refused, and the list is fetched again.
  const path = '/rest/v1/time_entries';
  await waitFor(() => expect(requests).toContain(`POST ${path}`));
  await waitFor(() => expect(requests.slice(requests.lastIndexOf(`POST ${path}`))).toContain(`GET ${path}`));
  await waitFor(() => expect(screen.queryByText(/Needs attention|Not sent|Waiting/)).not.toBeInTheDocument());
  expect(await statusText(/^Clocked in since/)).toBeInTheDocument();
  expect((await storedShifts()).map((shift) => shift.id)).toEqual([id]);
});

test('clocking in on a second device shows the shift that is already running, which continues (case 15)', async () => {
  const { user } = await openAfterOtherDevice(() =>
    addShift(account().driver, minutesAgo(90), null, { activity: 'Carting' }),
  );
  await user.click(await enabledButton('Clock In'));
  expect(await screen.findByText('Carting')).toBeInTheDocument();
  expect(await screen.findByText(/You're already clocked in since \d\d:\d\d\./)).toBeInTheDocument();
  expect(await storedShifts()).toHaveLength(1);
});

test('a clock-out waits with its time if the account lapses and the token expires (case 61)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await addShift(account().driver, minutesAgo(90), null);
  const { user } = await open('/time-tracker');
  await statusText(/^Clocked in since/);
  await waitForCopy('time', account().driver.id);
  const { connection } = account();
  connection.cut('refused', true);
  const earliest = Date.now();
  await user.click(await enabledButton('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  const latest = Date.now();
  closeApp();
  await lapse();
  const session: unknown = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? 'null');
  if (typeof session !== 'object' || session === null) throw new Error('no session is stored');
  const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 8 * 3600 };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(expired));
  connection.requests.length = 0;
  connection.restore();
  // The person does not sign in again: the session stored on the phone continues.
  const { address } = await renderPage('/time-tracker', { backend: connection });
  expect(
    await screen.findByText('Access Suspended: Please contact your main account holder to resume access.'),
  ).toBeVisible();
  expect(address()).toBe('/manage-account');
  expect(connection.requests).toContain('POST /auth/v1/token');
  expect(await screen.findByRole('button', { name: /1 needs attention/ })).toBeVisible();
  expect((await storedShifts()).map(({ clock_out_at }) => clock_out_at)).toEqual([null]);
  closeApp();
  await renew();
  await renderPage('/time-tracker', { backend: connection });
  await waitFor(async () => expect((await storedShifts())[0]?.clock_out_at).not.toBeNull());
  const [sent, ...more] = await storedShifts();
  expect(more).toEqual([]);
  const out = Date.parse(sent?.clock_out_at ?? '');
  expect(out).toBeGreaterThanOrEqual(earliest - 1000);
  expect(out).toBeLessThanOrEqual(latest + 1000);
});
