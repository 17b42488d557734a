// The time tracker on a phone: in, breaks, another job, out, undo; online and offline.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { localTimeIn, todayIn } from '@/domain/core/time';
import { copied } from '@tests/features/offline/phone';
import { renderPage } from '@tests/support/render-page';
import { kill, minutesAgo, press, timeFarm } from './farm';

const { now, stored, open, openAhead, clocked, lapse, renew } = timeFarm();
const running = (words: RegExp) => screen.findByText(words);

test('in, a break, and out: one shift with its break', async () => {
  const { user } = await open('/time-tracker');
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await user.click(await press('Clock In'));
  expect(await running(/^Clocked in since/)).toBeInTheDocument();
  expect(await screen.findByText('Clocked in!')).toBeInTheDocument();
  await user.click(await press('Start Break'));
  expect(await running(/^On a break since/)).toBeInTheDocument();
  await user.click(await press('End Break'));
  expect(await running(/^Clocked in since/)).toBeInTheDocument();
  await user.click(await press('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await waitFor(async () => {
    const [one, ...more] = await stored();
    expect(more).toEqual([]);
    expect(one).toMatchObject({ activity: 'General', source: 'clock', status: 'open' });
    // A minute may begin between the presses on a busy machine.
    expect([0, 1]).toContain(one?.paid_min);
    expect(one?.clock_out_at).not.toBeNull();
    expect(one?.breaks).toHaveLength(1);
  });
});

test('offline it is saved on the phone, survives a restart, and is sent once after reconnecting (F1)', async () => {
  const { user } = await open('/time-tracker');
  await press('Clock In');
  // The profile and the hours are on the disk before the phone goes offline.
  await copied('time', now().driver.id);
  now().line.cut('refused', true);
  await user.click(await press('Clock In'));
  expect(await screen.findByText('Waiting to be sent')).toBeInTheDocument();
  kill();
  const again = await open('/time-tracker');
  expect(await running(/^Clocked in since/)).toBeInTheDocument();
  await again.user.click(await press('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  expect(await stored()).toEqual([]);
  now().line.mend();
  await waitFor(async () => expect((await stored()).map((shift) => shift.clock_out_at !== null)).toEqual([true]));
});

test('undo within seconds: clocking in is removed, clocking out continues', async () => {
  const { user } = await open('/time-tracker');
  await user.click(await press('Clock In'));
  await user.click(await press('Undo clocking in'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  await waitFor(async () => expect(await stored()).toEqual([]));
  await user.click(await press('Clock In'));
  await user.click(await press('Clock Out'));
  await user.click(await press('Undo clocking out'));
  expect(await running(/^Clocked in since/)).toBeInTheDocument();
  await waitFor(async () => expect(await stored()).toMatchObject([{ clock_out_at: null, paid_min: null }]));
});

test('another job begins at the instant at which the last one ends', async () => {
  await clocked(now().driver, minutesAgo(90), null, { activity: 'Baling', customer: 'Hill Farm' });
  const { user } = await open('/time-tracker');
  expect(await screen.findByText('Baling, Hill Farm')).toBeInTheDocument();
  await user.click(await press('Change job'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change job' }));
  await user.clear(dialog.getByLabelText('Job'));
  await user.type(dialog.getByLabelText('Job'), 'Carting');
  await user.click(dialog.getByRole('button', { name: 'Change job' }));
  expect(await screen.findByText('Carting, Hill Farm')).toBeInTheDocument();
  await waitFor(async () => {
    const [first, second] = await stored();
    expect([first?.activity, second?.activity, second?.clock_out_at]).toEqual(['Baling', 'Carting', null]);
    expect(first?.clock_out_at).toBe(second?.clock_in_at);
  });
});

test('a finished shift can be logged as work, with its customer and task', async () => {
  await clocked(now().driver, minutesAgo(90), null, { activity: 'Baling', customer: 'Hill Farm' });
  const { user } = await open('/time-tracker');
  await user.click(await press('Clock Out'));
  expect(await screen.findByText('Log this as work?')).toBeInTheDocument();
  const href = screen.getByRole('link', { name: 'Log work' }).getAttribute('href') ?? '';
  await waitFor(async () => expect((await stored())[0]?.paid_min).toBe(90));
  const [shift] = await stored();
  const said = new URLSearchParams(href.replace('/add-work?', ''));
  expect(Object.fromEntries(said)).toEqual({
    as: shift?.log_key,
    customer: 'Hill Farm',
    task: 'Baling',
    date: todayIn('Europe/London', new Date(shift?.clock_in_at ?? '')),
    start: localTimeIn('Europe/London', new Date(shift?.clock_in_at ?? '')),
    finish: localTimeIn('Europe/London', new Date(shift?.clock_out_at ?? '')),
  });
});

test('a clock left running for 26 h is asked about but not stopped (case 15)', async () => {
  await clocked(now().driver, minutesAgo(26 * 60), null);
  const { user } = await open('/time-tracker');
  expect(await screen.findByText(/^You didn't clock out on \d+ \w{3}\. When did you finish\?$/)).toBeInTheDocument();
  await user.click(await press('Clock Out'));
  const dialog = within(await screen.findByRole('dialog', { name: 'When did you finish?' }));
  await user.click(dialog.getByRole('button', { name: 'Clock Out' }));
  expect(await dialog.findByText('Enter a date and a time.')).toBeInTheDocument();
  expect((await stored())[0]).toMatchObject({ clock_out_at: null, paid_min: null });
});

test.each([
  ['case 17: 12 minutes', 12, "Your phone's clock is 12 min out – times adjusted."],
  ['F26: a day', 24 * 60, "Your phone's clock is 24 h out – times adjusted."],
])('%s ahead: the shift has the server’s time, and the phone’s offset', async (_, ahead, words) => {
  const { user } = await openAhead('/time-tracker', ahead);
  expect(await screen.findByText(words)).toBeInTheDocument();
  await user.click(await press('Clock In'));
  await running(/^Clocked in since/);
  await waitFor(async () => expect(await stored()).toHaveLength(1));
  const [shift] = await stored();
  expect(shift?.clock_skew_s).toBe(ahead * 60);
  expect(Math.abs(Date.parse(shift?.clock_in_at ?? '') - Date.parse(minutesAgo(ahead)))).toBeLessThan(60_000);
});

test('a clock an hour ahead, corrected during the shift: 180 true minutes are paid as 180', async () => {
  await clocked(now().driver, minutesAgo(240), null);
  const { user } = await openAhead('/time-tracker', 60);
  expect(await screen.findByText("Your phone's clock is 60 min out – times adjusted.")).toBeInTheDocument();
  vi.setSystemTime(Date.now() - 60 * 60_000);
  try {
    await user.click(await press('Clock Out'));
    // The two presses may fall in different minutes.
    await waitFor(async () => expect([180, 181]).toContain((await stored())[0]?.paid_min));
    expect(screen.queryByText(/times adjusted/)).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('another device clocks in at once: there is one shift, and nothing needs attention (case 16)', async () => {
  // The backend logs the refusal.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open('/time-tracker');
  await press('Clock In');
  const id = await clocked(now().driver, minutesAgo(0), null);
  const { asked } = now().line;
  await user.click(await press('Clock In'));
  // Refused, and the list is fetched again.
  const path = '/rest/v1/time_entries';
  await waitFor(() => expect(asked).toContain(`POST ${path}`));
  await waitFor(() => expect(asked.slice(asked.lastIndexOf(`POST ${path}`))).toContain(`GET ${path}`));
  await waitFor(() => expect(screen.queryByText(/Needs attention|Not sent|Waiting/)).not.toBeInTheDocument());
  expect(await running(/^Clocked in since/)).toBeInTheDocument();
  expect((await stored()).map((shift) => shift.id)).toEqual([id]);
});

test('a second device learns that a shift runs since this morning, and the shift continues (case 15)', async () => {
  // The backend logs the refusal.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await open('/time-tracker');
  await press('Clock In');
  await clocked(now().driver, minutesAgo(90), null, { activity: 'Carting' });
  await user.click(await press('Clock In'));
  expect(await screen.findByText('Carting')).toBeInTheDocument();
  expect(await screen.findByText(/You're already clocked in since \d\d:\d\d\./)).toBeInTheDocument();
  expect(await stored()).toHaveLength(1);
});

test('account lapsed and token expired during a shift: the clock-out waits with its time (case 61)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await clocked(now().driver, minutesAgo(90), null);
  const { user } = await open('/time-tracker');
  await running(/^Clocked in since/);
  await copied('time', now().driver.id);
  const { line } = now();
  line.cut('refused', true);
  const pressed = Date.now();
  await user.click(await press('Clock Out'));
  expect(await screen.findByText('Not clocked in')).toBeInTheDocument();
  const until = Date.now();
  kill();
  await lapse();
  const kept: unknown = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? 'null');
  if (typeof kept !== 'object' || kept === null) throw new Error('nobody is signed in');
  const runOut = { ...kept, expires_at: Math.floor(Date.now() / 1000) - 8 * 3600 };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(runOut));
  line.asked.length = 0;
  line.mend();
  // Without signing in again: the session stored on the phone continues.
  await renderPage('/time-tracker', { backend: line });
  expect(
    await screen.findByText('Access Suspended: Please contact your main account holder to resume access.'),
  ).toBeVisible();
  expect(line.asked).toContain('POST /auth/v1/token');
  expect(await screen.findByRole('button', { name: /1 needs attention/ })).toBeVisible();
  expect((await stored()).map(({ clock_out_at }) => clock_out_at)).toEqual([null]);
  kill();
  await renew();
  await renderPage('/time-tracker', { backend: line });
  await waitFor(async () => expect((await stored())[0]?.clock_out_at).not.toBeNull());
  const [sent, ...more] = await stored();
  expect(more).toEqual([]);
  const out = Date.parse(sent?.clock_out_at ?? '');
  expect(out).toBeGreaterThanOrEqual(pressed - 1000);
  expect(out).toBeLessThanOrEqual(until + 1000);
});

test('a lapsed account can’t clock in, but shows its hours', async () => {
  await clocked(now().owner, minutesAgo(90), minutesAgo(30));
  await clocked(now().driver, minutesAgo(90), minutesAgo(30));
  await lapse();
  const { address } = await open('/time-tracker', now().driver);
  await waitFor(() => expect(address()).toBe('/manage-account'));
});
