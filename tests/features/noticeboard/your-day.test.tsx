// "Your day" on an employee's home: the jobs planned for today, the checks due and the hours of this week.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, formatDate, formatDateDated, localTimeIn, todayIn } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { clearDisk, connectionTo, waitForCopy } from '../offline/phone';
import { enabledButton, minutesAgo } from '../time/account';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  // The client library logs each failed token refresh to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await clearDisk();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
  connection = connectionTo(backend);
});

const plan = async (columns: object) => {
  const { error } = await owner.from('diary_events').insert({
    ...{ user_id: owner.id, kind: 'job', task_name: 'Hedges', customer: 'Hill Farm', assigned_to: [driver.id] },
    ...{ start_date: today, end_date: today },
    ...columns,
  });
  if (error) throw error;
};
const open = (person: Person) => renderPage('/noticeboard', { backend: connection, person });
const jobs = async () => within(await screen.findByRole('list', { name: 'Jobs of today' }));
const titles = async () => (await jobs()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('an employee sees their open jobs of today in order, with note, hazards and who else comes', async () => {
  const hillFarm = { user_id: owner.id, name: 'Hill Farm', hazards: 'Low power lines', phone: '01432 123456' };
  await owner.from('customers').delete().eq('name', 'Hill Farm');
  const { error } = await owner.from('customers').insert(hillFarm);
  expect(error).toBeNull();
  const other = await backend.employeeOf(owner, { firstName: 'Pat', lastName: 'Reed' });
  await plan({ task_name: 'Mowing', start_time: '13:30', end_time: '16:00', all_day: false, assigned_to: [] });
  await plan({ start_time: '07:30', all_day: false, notes: 'Gate code 4711', assigned_to: [driver.id, other.id] });
  await plan({ task_name: 'Long job', start_date: addDays(today, -1) });
  await plan({ task_name: 'Wash down', customer: null, assigned_to: [] });
  await plan({ task_name: 'Not mine', assigned_to: [other.id] });
  await plan({ task_name: 'Called off', status: 'cancelled', cancel_reason: 'weather' });
  await plan({ task_name: 'Finished', status: 'done' });
  await plan({ task_name: 'Tomorrow', start_date: addDays(today, 1), end_date: addDays(today, 1) });
  await plan({ kind: 'reminder', title: 'Fill up', task_name: null, customer: null });
  await owner
    .from('diary_events')
    .update({ rained_off: addDays(today, -2) })
    .eq('task_name', 'Wash down');
  await other.from('diary_events').update({ declined_reason: 'time' }).eq('task_name', 'Mowing');
  await open(driver);
  expect(await titles()).toEqual([
    'Long job – Hill Farm',
    '07:30 Hedges – Hill Farm',
    'Wash down',
    '13:30–16:00 Mowing – Hill Farm',
  ]);
  const [, hedges, washDown, mowing] = (await jobs()).getAllByRole('listitem');
  expect(washDown).toHaveTextContent(`Rained off on ${formatDateDated(addDays(today, -2))}`);
  expect(hedges).toHaveTextContent('Sam Dale, Pat Reed');
  expect(hedges).toHaveTextContent('Gate code 4711');
  await waitFor(() => expect(hedges).toHaveTextContent('Low power lines'));
  // Visible without a press.
  expect(within(hedges as HTMLElement).getByRole('link', { name: '01432 123456' })).toBeVisible();
  expect(mowing).toHaveTextContent('For whoever has time');
  expect(mowing).not.toHaveTextContent('Gate code');
  // What another driver declined, this one can still do.
  expect(mowing).toHaveTextContent('Pat Reed can’t do it: No time.');
  expect(within(mowing as HTMLElement).getByRole('link', { name: 'Log as work' })).toBeVisible();
});

test('a job that the driver can’t do is declined with a reason, shown to the holder, taken back, started and marked as done', async () => {
  await plan({ start_time: '07:30', all_day: false });
  const { user } = await open(driver);
  const job = await jobs();
  await user.click(job.getByRole('button', { name: 'Can’t do it' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'You can’t do “Hedges – Hill Farm”?' }));
  expect(dialog.getByRole('button', { name: 'Tell them' })).toBeDisabled();
  await user.click(dialog.getByRole('button', { name: 'Machine' }));
  await user.type(dialog.getByLabelText(/^Note/), 'Runs hot');
  await user.click(dialog.getByRole('button', { name: 'Tell them' }));
  expect(await screen.findByText('You said that you can’t do it: Machine, Runs hot.')).toBeVisible();
  expect(job.queryByRole('button', { name: 'Start' })).not.toBeInTheDocument();
  cleanup();
  await open(owner);
  const alert = await screen.findByRole('link', { name: /^Sam Dale can’t do Hedges – Hill Farm/ });
  expect(alert).toHaveTextContent(/: Machine, Runs hot$/);
  expect(alert).toHaveAttribute('href', `/diary?view=day&date=${today}`);
  expect(screen.queryByRole('heading', { name: 'Your day' })).not.toBeInTheDocument();
  cleanup();
  const again = await open(driver);
  await again.user.click(await screen.findByRole('button', { name: 'I can do it after all' }));
  const taken = await jobs();
  const start = await taken.findByRole('button', { name: 'Start' });
  const state = async () => (await owner.from('diary_events').select('status, declined_reason')).data;
  expect(await state()).toEqual([{ status: 'planned', declined_reason: null }]);
  const log = taken.getByRole('link', { name: 'Log as work' });
  expect(log).toHaveAttribute('href', expect.stringMatching(/^\/add-work\?as=.*&customer=Hill\+Farm&task=Hedges$/));
  await again.user.click(start);
  expect(await screen.findByText('Under way')).toBeVisible();
  expect(taken.getByRole('link', { name: 'Clock in' })).toHaveAttribute('href', '/time-tracker');
  expect(await state()).toEqual([{ status: 'in_progress', declined_reason: null }]);
  await again.user.click(taken.getByRole('button', { name: 'Done, nothing to charge' }));
  expect(await screen.findByText('Every job planned for today is done.')).toBeVisible();
});

const addShift = async (from: string, to: string | null) => {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, clock_in_at: from, clock_out_at: to };
  const { error } = await driver.from('time_entries').insert(row);
  if (error) throw error;
  return id;
};
const myHours = async () => within(await screen.findByRole('list', { name: 'My hours' })).findByRole('listitem');
/** A pattern for the total ("3 h 30") of shifts that began `ago` minutes ago, except those from before `since`. */
const hoursSince = (since: string, shifts: readonly (readonly [ago: number, minutes: number])[]) => {
  const minutes = shifts
    .filter(([ago]) => todayIn('Europe/London', new Date(minutesAgo(ago))) >= since)
    .reduce((sum, [, length]) => sum + length, 0);
  // The next minute may begin during the test.
  const words = [minutes, minutes + 1].map(
    (n) => `${Math.floor(n / 60)} h${n % 60 === 0 ? '' : ` ${String(n % 60).padStart(2, '0')}`}`,
  );
  return `(?:${words.join('|')})`;
};

test('a shift clocked without signal counts at once', async () => {
  const { user } = await renderPage('/time-tracker', { backend: connection, person: driver });
  await enabledButton('Clock In');
  await waitForCopy('time', driver.id);
  connection.cut('refused', true);
  await user.click(await enabledButton('Forgot? Set a time'));
  const dialog = within(await screen.findByRole('dialog', { name: 'When did you start?' }));
  const start = new Date(minutesAgo(45));
  fireEvent.change(dialog.getByLabelText('Start, date'), { target: { value: todayIn('Europe/London', start) } });
  fireEvent.change(dialog.getByLabelText('Start, time'), { target: { value: localTimeIn('Europe/London', start) } });
  await user.click(dialog.getByRole('button', { name: 'Clock In' }));
  await screen.findByText(/^Clocked in since/);
  navigate('/noticeboard');
  await waitFor(async () =>
    expect(await myHours()).toHaveTextContent(new RegExp(`${hoursSince(today, [[45, 45]])} today$`)),
  );
});

const OK = { value: 'ok', comment: '', photos: [] };
const ITEMS = [
  { section: '', prompt: 'Lights', type: 'ok_defect_na', unit: '', required: true, critical: false, help: '' },
];
const addMachine = async (name: string, machineType: string) => {
  const row = { id: crypto.randomUUID(), user_id: owner.id, name, machine_type: machineType, meter_type: 'hours' };
  const { error } = await owner.from('machines').insert(row);
  if (error) throw error;
};
const addChecklist = async (name: string, machineType: string | null) => {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, name, frequency: 'daily', machine_type: machineType, items: ITEMS };
  const { error } = await owner.from('checklist_templates').insert(row);
  if (error) throw error;
  return id;
};
const check = async (person: Person, template: string, machine: string, at: string) => {
  const { error } = await person.from('checklist_completions').insert({
    ...{ id: crypto.randomUUID(), user_id: owner.id, template_id: template, version: 1, machine },
    ...{ answers: [OK], started_at: at, completed_at: at },
  });
  if (error) throw error;
};
const checksDue = async () => within(await screen.findByRole('list', { name: 'Checks due today' }));

test('checks due on the machines of the jobs, and on the machine last checked, open their checklist', async () => {
  const other = await backend.employeeOf(owner, { firstName: 'Pat', lastName: 'Reed' });
  await addMachine('JD 6155R', 'tractor');
  await addMachine('Case Puma', 'tractor');
  await addMachine('Manitou', 'telehandler');
  await addMachine('Quad', 'atv');
  const tractor = await addChecklist('Tractor check', 'tractor');
  const any = await addChecklist('Walk round', null);
  // A completion is not dated before its checklist.
  await backend.sql(`update public.checklist_versions set created_at = now() - interval '2 days' where user_id = $1`, [
    owner.id,
  ]);
  const yesterday = minutesAgo(24 * 60);
  await check(driver, any, 'Manitou', yesterday);
  await check(other, any, 'Case Puma', yesterday);
  await check(driver, any, 'Quad', minutesAgo(1));
  await plan({ notes: 'Take the JD-6155R, gate code 4711' });
  await plan({ notes: 'Take the Case Puma', assigned_to: [other.id] });
  await open(driver);
  await waitFor(async () => expect((await checksDue()).getAllByRole('listitem')).toHaveLength(2));
  const [first, second] = (await checksDue()).getAllByRole('link');
  expect(first).toHaveTextContent('Check due: JD 6155RTractor check, never done');
  expect(second).toHaveTextContent(
    `Check due: ManitouWalk round, last done ${formatDate(todayIn('Europe/London', new Date(yesterday)), today)}`,
  );
  expect(first).toHaveAttribute('href', `/add-checklist?template=${tractor}&machine=JD+6155R`);
});

test('jobs, hours and checks of the day are shown without signal; a check opens, and is gone once it is done', async () => {
  await addShift(minutesAgo(8 * 24 * 60), minutesAgo(8 * 24 * 60 - 300));
  await addShift(minutesAgo(200), minutesAgo(80));
  const running = await addShift(minutesAgo(65), null);
  const shifts = [
    [200, 120],
    [65, 65],
  ] as const;
  const expected = new RegExp(
    `^My hours this week${hoursSince(mondayOf(today), shifts)}${hoursSince(today, shifts)} today$`,
  );
  await addMachine('JD 6155R', 'tractor');
  await addChecklist('Tractor check', 'tractor');
  await plan({ start_time: '07:30', all_day: false, notes: 'Take the JD 6155R' });
  await open(driver);
  await waitFor(async () => expect(await myHours()).toHaveTextContent(expected));
  expect(within(await myHours()).getByRole('link')).toHaveAttribute('href', '/time-diary');
  await checksDue();
  await waitForCopy('machines', 'JD 6155R');
  await waitForCopy('checklists', 'Tractor check');
  await waitForCopy('diary-events', 'JD 6155R');
  await waitForCopy('time', running);
  cleanup();
  connection.cut('refused', true);
  const { user } = await open(driver);
  expect(await titles()).toEqual(['07:30 Hedges – Hill Farm']);
  expect(screen.getByText('Take the JD 6155R')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Start' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'Log as work' })).toBeVisible();
  await waitFor(async () => expect(await myHours()).toHaveTextContent(expected));
  await user.click((await checksDue()).getByRole('link'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Tractor check' })).toBeVisible();
  const [question] = await screen.findAllByRole('group', { name: /^Lights/ });
  await user.click(within(question as HTMLElement).getByRole('radio', { name: 'OK' }));
  await user.click(screen.getByRole('button', { name: 'Save checklist' }));
  await screen.findByRole('heading', { level: 1, name: 'Completed Checklists' });
  navigate('/noticeboard');
  await jobs();
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Checks due today' })).not.toBeInTheDocument());
});
