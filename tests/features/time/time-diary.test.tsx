// The time diary: an employee submits a week, the account holder corrects it with a reason and approves it.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import * as saving from '@/lib/files/save-file';
import { waitForCopy } from '@tests/features/offline/phone';
import { navigate } from '@tests/support/navigate';
import { closeApp, minutesAgo, enabledButton, timeAccount } from './account';

const { account, storedShifts, open, openWithFailingRequests, addShift } = timeAccount();
const WEEK = '/time-diary?week=2026-11-02';
const SHIFT_TIMES = ['2026-11-03T08:00:00Z', '2026-11-03T16:15:00Z'] as const;
const onDesktop = () =>
  vi
    .spyOn(window, 'matchMedia')
    .mockImplementation(
      (query) =>
        Object.assign(new EventTarget(), { matches: query.includes('min-width'), media: query }) as MediaQueryList,
    );

test('an employee sees their own week and submits it', async () => {
  await addShift(account().driver, ...SHIFT_TIMES, { activity: 'Hedge cutting' });
  await addShift(account().owner, ...SHIFT_TIMES);
  const { user } = await open(WEEK);
  expect(await screen.findByRole('heading', { level: 1, name: 'My Time' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^08:00–16:15/ })).toHaveTextContent('8 h 15');
  expect(screen.queryByText('Alex Owner')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  const handIn = async () => {
    await user.click(await enabledButton('Hand in week'));
    const question = await screen.findByRole('dialog', { name: /^Hand in the week from Mon 2 Nov( 2026)?\?$/ });
    expect(question).toHaveTextContent('8 h 15 on 1 day.');
    expect(question).toHaveTextContent('Until they are approved you can take the week back.');
    expect((await storedShifts()).map(({ status }) => status)).toEqual(['open', 'open']);
    await user.click(within(question).getByRole('button', { name: 'Hand in' }));
    expect(await screen.findByText('Week handed in!')).toBeInTheDocument();
  };
  await handIn();
  await user.click(await enabledButton('Take back'));
  expect(await screen.findByText('Week taken back!')).toBeInTheDocument();
  await handIn();
  await waitFor(async () =>
    expect((await storedShifts()).map(({ status }) => status).toSorted()).toEqual(['open', 'submitted']),
  );
  // A submitted shift is read-only; an approved one says whom to ask.
  await user.click(screen.getByRole('button', { name: /^08:00–16:15/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shift' }));
  expect(dialog.getByText('This week is handed in. Take it back first.')).toBeInTheDocument();
  expect(dialog.getByLabelText('Start, time')).toBeDisabled();
  for (const name of ['Save changes', 'Delete']) expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument();
  const week = { p_employee: account().driver.id, p_monday: '2026-11-02', p_step: 'approve' };
  expect((await account().owner.rpc('step_week', week)).error).toBeNull();
  closeApp();
  await open(WEEK);
  await user.click(await screen.findByRole('button', { name: /^08:00–16:15/ }));
  expect(await screen.findByText('This week is approved. Ask Alex to reopen it.')).toBeInTheDocument();
});

test('an employee exports their own hours, sees under a minute as such and a running shift without a sum, filters by warnings, and logs a shift as work (case 19)', async () => {
  const { driver, owner } = account();
  const baling = await addShift(driver, ...SHIFT_TIMES, { activity: 'Baling', customer: '=Hill Farm' });
  const fencing = await addShift(driver, '2026-11-04T08:00:00Z', '2026-11-04T10:00:00Z', { activity: 'Fencing' });
  await addShift(driver, '2026-11-05T08:00:50Z', '2026-11-05T08:01:30Z');
  await addShift(driver, '2026-11-05T10:00:05Z', '2026-11-05T10:00:45Z');
  await addShift(driver, '2026-11-05T12:00:00Z', '2026-11-05T12:01:00Z');
  await addShift(owner, ...SHIFT_TIMES);
  await addShift(driver, minutesAgo(20), null);
  const shifts = await storedShifts();
  const logKeyOf = (id: string) => shifts.find((shift) => shift.id === id)?.log_key ?? '';
  const job = { user_id: owner.id, customer: 'Hill Farm', task_name: 'Fencing', chargeable_unit: 'hour', quantity: 2 };
  const logged = { ...job, id: logKeyOf(fencing), work_date: '2026-11-04' };
  expect((await driver.from('works').insert(logged)).error).toBeNull();
  expect(shifts.filter(({ clock_in_at }) => clock_in_at.startsWith('2026-11-05')).map((one) => one.paid_min)).toEqual([
    1, 0, 1,
  ]);

  const { user, address } = await open(WEEK);
  expect(await screen.findByRole('button', { name: /^08:00–08:01/ })).toHaveTextContent('under 1 min');
  expect(screen.getByRole('button', { name: /^10:00–10:00/ })).toHaveTextContent('under 1 min');
  expect(screen.getByRole('button', { name: /^12:00–12:01/ })).not.toHaveTextContent('under 1 min');

  const files: File[] = [];
  vi.spyOn(saving, 'saveFile').mockImplementation((file) => void files.push(file));
  for (const name of ['Hours (CSV)', 'Pay summary (CSV)']) {
    await user.click(await enabledButton('Export'));
    await user.click(await screen.findByRole('menuitem', { name }));
  }
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files.map(({ name }) => name)).toEqual([
    'hours-2026-11-02-to-2026-11-08.csv',
    'pay-summary-2026-11-02-to-2026-11-08.csv',
  ]);
  const [hours = [], pay = []] = await Promise.all(files.map(async (file) => parseCsv(await file.text())));
  expect(hours.slice(1).map((row) => [row[0], row[7], row[10]])).toEqual([
    ['Sam Driver', '495', "'=Hill Farm"],
    ...['120', '1', '0', '1'].map((minutes) => ['Sam Driver', minutes, '']),
  ]);
  expect(pay.slice(1).map((row) => [row[0], row[3], row[4]])).toEqual([['Sam Driver', '617', '0']]);

  expect(screen.getByText(/^Fencing/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'With a warning' }));
  await waitFor(() => expect(screen.queryByText(/^Fencing/)).not.toBeInTheDocument());
  expect(address()).toContain('flagged=1');
  await user.click(screen.getByRole('button', { name: /^08:00–16:15/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct a shift' }));
  expect(dialog.getByRole('link', { name: 'Log as work' })).toHaveAttribute(
    'href',
    `/add-work?as=${logKeyOf(baling)}&customer=%3DHill+Farm&task=Baling&date=2026-11-03&start=08%3A00&finish=16%3A15`,
  );
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  navigate(`${WEEK}&edit=${fencing}`);
  expect(await screen.findByRole('link', { name: 'Logged as work' })).toHaveAttribute(
    'href',
    `/works-list?edit=${logKeyOf(fencing)}`,
  );

  navigate('/time-diary?week=2026-09-07');
  expect(await screen.findByText('No time recorded this week.')).toBeInTheDocument();
  navigate('/time-diary');
  expect(await screen.findByRole('button', { name: /now.*Running/ })).toBeInTheDocument();
  expect(screen.queryByText('0 h')).toBeNull();
  expect(screen.getAllByText('–').length).toBeGreaterThan(0);
});

test('the account holder corrects a shift with a reason, sets overtime and when an employee turns 18, and approves the week', async () => {
  onDesktop();
  await addShift(account().driver, ...SHIFT_TIMES);
  await addShift(account().driver, '2026-11-04T08:00:00Z', '2026-11-04T13:00:00Z');
  const { user } = await open(WEEK, account().owner);
  const cell = await screen.findByRole('button', { name: 'Sam Driver, Tue 3 Nov: 8 h 15, warning' });
  await screen.findByRole('button', { name: 'Sam Driver, Wed 4 Nov: 5 h' });
  await user.click(cell);
  const day = within(await screen.findByRole('dialog', { name: 'Sam Driver, Tue 3 Nov' }));
  expect(day.queryByRole('button', { name: 'Add time' })).not.toBeInTheDocument();
  await user.click(day.getByRole('button', { name: /^08:00–16:15/ }));
  const edit = within(await screen.findByRole('dialog', { name: 'Correct a shift' }));
  await user.clear(edit.getByLabelText('Breaks, unpaid minutes'));
  await user.type(edit.getByLabelText('Breaks, unpaid minutes'), '30');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  expect(await edit.findByText('Say why it is changed.')).toBeInTheDocument();
  // Values too long for the database are reported beside their field, and no input is lost.
  const reason = 'No break was clocked'.padEnd(300, '.');
  const LIMITS = [
    ['Job', 'x'.repeat(80), '80'],
    ['Customer (optional)', 'x'.repeat(120), '120'],
    ['Note (optional)', 'x'.repeat(1000), '1,000'],
    ['Why is it changed?', reason, '300'],
  ] as const;
  const typeAll = (more: string) => {
    for (const [label, text] of LIMITS)
      fireEvent.change(edit.getByLabelText(label), { target: { value: `${text}${more}` } });
  };
  typeAll('x');
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  for (const [label, text, printed] of LIMITS) {
    const field = edit.getByLabelText<HTMLInputElement>(label);
    expect(field).toHaveAccessibleDescription(`Too long: ${printed} characters at most.`);
    expect(field.value).toHaveLength(text.length + 1);
  }
  expect((await storedShifts())[0]).toMatchObject({ edit_reason: null });
  typeAll('');
  for (const [label] of LIMITS) expect(edit.getByLabelText(label)).not.toBeInvalid();
  await user.click(edit.getByRole('button', { name: 'Save changes' }));
  // The database accepts each at its full length.
  await waitFor(async () =>
    expect((await storedShifts())[0]).toMatchObject({ paid_min: 465, source: 'corrected', edit_reason: reason }),
  );
  // It can be approved only after its person has submitted it.
  expect(await screen.findByText('Not handed in yet.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Correct a shift' })).not.toBeInTheDocument());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await enabledButton('Time settings'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time settings' }));
  await user.type(dialog.getByLabelText(/^Overtime after hours a day/), '7.5');
  const sam = within(dialog.getByRole('group', { name: 'Sam Driver' }));
  expect(sam.getByLabelText(/^Has agreed to more than 48 h a week/)).not.toBeChecked();
  await user.type(sam.getByLabelText(/^Turns 18 on/), '2027-05-01');
  await user.click(dialog.getByRole('button', { name: 'Save settings' }));
  // A young worker has a break after 4½ hours.
  expect(await screen.findByRole('button', { name: 'Sam Driver, Wed 4 Nov: 5 h, warning' })).toBeInTheDocument();
  expect(await screen.findByText('0:15')).toBeInTheDocument();

  const week = { p_employee: account().driver.id, p_monday: '2026-11-02', p_step: 'submit' };
  expect((await account().driver.rpc('step_week', week)).error).toBeNull();
  await addShift(account().owner, ...SHIFT_TIMES);
  closeApp();
  const again = await open(WEEK, account().owner);
  const own = within(await screen.findByRole('row', { name: /^Sam Driver/ }));
  await again.user.click(await own.findByRole('button', { name: 'Approve' }));
  await waitFor(async () =>
    expect((await storedShifts()).map(({ status }) => status).toSorted()).toEqual(['approved', 'approved', 'open']),
  );
  expect(await enabledButton('Reopen')).toBeInTheDocument();

  // A month shows state and totals before its days.
  navigate('/time-diary?month=2026-11');
  const cells = async () =>
    [...(await screen.findByRole('row', { name: /^Alex Owner/ })).children].map(({ textContent }) => textContent);
  await waitFor(async () => expect((await cells()).slice(1, 5)).toEqual(['Open', '', '0:45', '8 h 15']));
  expect(await cells()).toHaveLength(5 + 30);
});

test('in Ireland, where nobody can agree to more than 48 h a week, it is not offered', async () => {
  const { owner } = account();
  const { error } = await owner
    .from('farm_settings')
    .update({ region: 'ireland', time_zone: 'Europe/Dublin' })
    .eq('user_id', owner.id);
  expect(error).toBeNull();
  const { user } = await open(WEEK, owner);
  await user.click(await enabledButton('Time settings'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Time settings' }));
  const sam = within(await dialog.findByRole('group', { name: 'Sam Driver' }));
  expect(sam.getByLabelText(/^Turns 18 on/)).toBeInTheDocument();
  expect(sam.queryByLabelText(/^Has agreed/)).not.toBeInTheDocument();
});

test('a shift changed on two phones shows both versions in its dialog, in clock times (F34)', async () => {
  const shift = await addShift(account().driver, ...SHIFT_TIMES);
  const { user } = await open(WEEK);
  await user.click(await screen.findByRole('button', { name: /^08:00–16:15/ }));
  account().connection.cut('refused', true);
  const finish = await screen.findByLabelText('Finish, time');
  await user.clear(finish);
  await user.type(finish, '17:00');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const changed = await screen.findByRole('button', { name: /^08:00–17:00/ });
  const other = { clock_out_at: '2026-11-03T16:45:00Z' };
  expect((await account().driver.from('time_entries').update(other).eq('id', shift)).error).toBeNull();
  account().connection.restore();
  await screen.findByText(/1 needs attention/);
  await user.click(changed);
  const dialog = within(await screen.findByRole('dialog', { name: 'Correct a shift' }));
  expect(dialog.getByRole('row', { name: 'Finish 3 Nov, 17:00 3 Nov, 16:45' })).toBeInTheDocument();
});

test('time can be entered later, but not overlapping another shift; the form asks which repeated hour is meant, and moves a time in the skipped hour (case 5, 7)', async () => {
  await addShift(account().driver, ...SHIFT_TIMES);
  const { user } = await open(WEEK);
  await screen.findByRole('button', { name: /^08:00–16:15/ });
  await user.click(await enabledButton('Add time'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add time' }));
  const fill = async (label: string, value: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), value);
  };
  // The date of the finish follows.
  fireEvent.change(dialog.getByLabelText('Start, date'), { target: { value: '2026-11-03' } });
  expect(dialog.getByLabelText('Finish, date')).toHaveValue('2026-11-03');
  await fill('Start, time', '16:00');
  await fill('Finish, time', '18:00');
  const overlapMessage = await dialog.findByText('This overlaps your entry 08:00–16:15 on 3 Nov.');
  expect(overlapMessage.closest('output')).toBeInTheDocument();
  expect(overlapMessage.closest('.dialog-actions')).toContainElement(dialog.getByRole('button', { name: 'Add time' }));
  await user.click(dialog.getByRole('button', { name: 'Add time' }));
  expect(overlapMessage).toBeVisible();
  expect(await storedShifts()).toHaveLength(1);
  await fill('Start, time', '16:15');
  await user.click(dialog.getByRole('button', { name: 'Add time' }));
  await waitFor(async () =>
    expect((await storedShifts())[1]).toMatchObject({ source: 'manual', paid_min: 105, status: 'open' }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  navigate('/time-diary?week=2026-10-19');
  await screen.findByText('No time recorded this week.');
  await user.click(await enabledButton('Add time'));
  const night = within(await screen.findByRole('dialog', { name: 'Add time' }));
  const at = (label: string, value: string) => fireEvent.change(night.getByLabelText(label), { target: { value } });
  at('Start, date', '2026-10-24');
  at('Start, time', '22:00');
  // A finish before the start is on the next day.
  at('Finish, time', '06:00');
  expect(night.getByLabelText('Finish, date')).toHaveValue('2026-10-25');
  expect(await night.findByText('9 h paid, 9 h from start to finish.')).toBeInTheDocument();
  at('Finish, time', '23:00');
  expect(night.getByLabelText('Finish, date')).toHaveValue('2026-10-24');
  at('Finish, time', '01:30');
  expect(await night.findByText('3 h 30 paid, 3 h 30 from start to finish.')).toBeInTheDocument();
  await user.click(night.getByRole('radio', { name: 'After' }));
  expect(await night.findByText('4 h 30 paid, 4 h 30 from start to finish.')).toBeInTheDocument();
  at('Finish, time', '04:00');
  at('Start, date', '2026-03-29');
  at('Start, time', '01:30');
  expect(await night.findByText('01:30 did not exist that night; using 02:30.')).toBeInTheDocument();
});

test('offline the cached copy of recent weeks is readable, but no week can be submitted', async () => {
  await addShift(account().driver, minutesAgo(90), minutesAgo(30), { activity: 'Fencing' });
  await open('/time-diary');
  expect(await screen.findByRole('button', { name: /Fencing/ })).toBeInTheDocument();
  await waitForCopy('time', 'Fencing');
  closeApp();
  account().connection.cut('refused', true);
  const { user } = await open('/time-diary');
  expect(await screen.findByRole('button', { name: /Fencing/ })).toBeInTheDocument();
  expect(await screen.findByText(/^Showing data from /)).toBeInTheDocument();
  expect(screen.getByText('You need signal to change this.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Hand in week' })).not.toBeInTheDocument();
  // A week that is not on the device is not one without hours, also while a shift of another week waits on it.
  navigate('/time-tracker');
  await user.click(await enabledButton('Clock In'));
  await screen.findByText('Waiting on this phone');
  navigate(WEEK);
  expect(await screen.findByRole('heading', { name: 'Not on this device yet' })).toBeVisible();
  expect(screen.queryByText(/No time recorded|^–$/)).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});

describe('while the time settings are not loaded', () => {
  const SETTINGS = 'overtime_after_day_min';

  test('overtime is shown as unknown, and the pay summary is refused', async () => {
    onDesktop();
    await addShift(account().driver, ...SHIFT_TIMES);
    const save = vi.spyOn(saving, 'saveFile').mockReturnValue();
    const { user } = await openWithFailingRequests(SETTINGS, WEEK, account().owner);
    expect(await screen.findByRole('row', { name: /^Sam Driver/ })).toHaveTextContent('not known');
    expect(await screen.findByText('Overtime is not known: the time settings did not load.')).toBeVisible();
    await user.click(await enabledButton('Export'));
    await user.click(await screen.findByRole('menuitem', { name: 'Pay summary (CSV)' }));
    expect(
      await screen.findByText('Overtime is not known until the time settings have loaded. Try again with signal.'),
    ).toBeVisible();
    expect(save).not.toHaveBeenCalled();
  });

  test('the list on a phone also says that overtime is unknown', async () => {
    await addShift(account().driver, ...SHIFT_TIMES);
    await openWithFailingRequests(SETTINGS, WEEK);
    expect(await screen.findByText(/overtime not known/)).toBeVisible();
  });
});
