// Correcting or adding the times of an entry, in a separate step of its dialog.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, logJobs, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;
const id = crypto.randomUUID();
const job = {
  ...{ id, customer: 'Hill Farm', task_name: 'Hedge cutting', chargeable_unit: 'hour', rate: 45 },
  ...{ start_time: '08:00', finish_time: '12:00', breaks: 0, work_date: daysAgo(2) },
};

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
});

const row = async (of = id) => (await storedWorks(backend, owner)).find((one) => one.id === of);
async function open(person: Person) {
  const page = await renderPage('/works-list', { backend: connection, person });
  await screen.findByRole('link', { name: /^Open Hedge cutting/ });
  return page;
}
type User = Awaited<ReturnType<typeof open>>['user'];

/** Opens the dialog of an entry, and in it the step for its times. */
async function openTimes(user: User, name = 'Correct times', of = id) {
  navigate(`/works-list?edit=${of}`);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.click(await dialog.findByRole('button', { name }));
  const type = async (label: string, text: string) => {
    await user.clear(dialog.getByLabelText(label));
    await user.type(dialog.getByLabelText(label), text);
  };
  const save = () => user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const saved = async () => {
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  };
  return { dialog, type, save, saved };
}

test('the dialog shows hours and value before corrected times are saved, and the history records the change', async () => {
  await logJobs(driver, [job]);
  const { user } = await open(owner);
  const { dialog, type, save, saved } = await openTimes(user);
  // A wrong time or break has its error beside the field; "Leave the times as they were" changes nothing.
  await type('Finish', '08:00');
  await save();
  expect(await dialog.findByText('Start and finish are the same.')).toBeInTheDocument();
  await type('Finish', '12:00');
  await type('Breaks', '240');
  await save();
  expect(await dialog.findByText('Breaks are longer than the time worked.')).toBeInTheDocument();
  await user.clear(dialog.getByLabelText('Start'));
  await save();
  expect(await dialog.findByText('Enter the start time too.')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Leave the times as they were' }));
  expect(dialog.queryByLabelText('Start')).not.toBeInTheDocument();
  expect(dialog.getByText('08:00–12:00')).toBeInTheDocument();

  await user.click(dialog.getByRole('button', { name: 'Correct times' }));
  await type('Finish', '13:30');
  await type('Breaks', '20');
  expect(dialog.getByText('5 h 10 after breaks')).toBeInTheDocument();
  expect(dialog.getByText('Charged: 5 h 10, £232.50.')).toBeInTheDocument();
  expect(dialog.getByLabelText('Value')).toHaveAttribute('placeholder', '232.50');
  expect(dialog.getByText('Logged as 08:00–12:00, 4 h.')).toBeInTheDocument();
  await saved();
  await waitFor(async () =>
    expect(await row()).toMatchObject({
      ...{ start_time: '08:00', finish_time: '13:30', breaks: 20 },
      ...{ total_time: 5.1667, quantity: 5.1667, total_value: 232.5 },
    }),
  );
  await user.click(await screen.findByRole('link', { name: /^Open Hedge cutting/ }));
  await user.click(await screen.findByRole('button', { name: 'History' }));
  expect(await screen.findByText('Times 08:00–12:00 → 08:00–13:30')).toBeInTheDocument();
  expect(screen.getByText('Breaks 0 minutes → 20 minutes')).toBeInTheDocument();
});

test('an employee corrects times offline: shown at once, sent later, and not mixed with what somebody else changed', async () => {
  await logJobs(driver, [job]);
  const { user } = await open(driver);
  const first = await openTimes(user);
  connection.cut('error 500');
  await first.type('Start', '07:30');
  await first.saved();
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  await waitFor(() => expect(waiting.getByRole('link')).toHaveTextContent('4 h 30'));
  expect(waiting.getByRole('link')).toHaveTextContent('£202.50');
  expect(await row()).toMatchObject({ start_time: '08:00', total_time: 4 });
  connection.restore();
  await waitFor(async () =>
    expect(await row()).toMatchObject({ start_time: '07:30', total_time: 4.5, quantity: 4.5, total_value: 202.5 }),
  );
  await screen.findByRole('button', { name: /^Nothing waits on this phone/ });

  const second = await openTimes(user);
  await waitFor(() => expect(second.dialog.getByLabelText('Start')).toHaveValue('07:30'));
  connection.cut('error 500');
  await second.type('Finish', '13:00');
  await second.saved();
  await owner.from('works').update({ start_time: '10:00' }).eq('id', id);
  connection.restore();
  await user.click(await screen.findByRole('button', { name: /1 needs attention/ }));
  const tray = within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
  expect(await row()).toMatchObject({ start_time: '10:00', finish_time: '12:00' });
  const [, ...rows] = tray.getAllByRole('row');
  expect(rows.map((one) => one.textContent)).toEqual(['Start07:3010:00', 'Finish13:0012:00', 'Breaks00']);
  await user.click(tray.getByRole('button', { name: 'Keep mine' }));
  await waitFor(async () =>
    expect(await row()).toMatchObject({ start_time: '07:30', finish_time: '13:00', total_time: 5.5, quantity: 5.5 }),
  );
});

test('corrected times change neither typed hours nor a typed value; added times give an entry its hours', async () => {
  const bare = crypto.randomUUID();
  const untimed = { id: bare, customer: 'Manor', task_name: 'Ditching', chargeable_unit: 'hour', rate: 45 };
  await logJobs(driver, [job]);
  await logJobs(driver, [{ ...untimed, work_date: daysAgo(2) }]);
  await owner.from('works').update({ quantity: 3, total_value: 200 }).eq('id', id);
  const { user } = await open(driver);
  const { dialog, type, saved } = await openTimes(user);
  await type('Finish', '13:00');
  expect(dialog.getByText('Charged: 3 h, the value stays as typed.')).toBeInTheDocument();
  await saved();
  await waitFor(async () => expect(await row()).toMatchObject({ total_time: 5, quantity: 3, total_value: 200 }));

  const added = await openTimes(user, 'Add times', bare);
  await added.type('Start', '22:00');
  await added.save();
  expect(await added.dialog.findByText('Enter the finish time too.')).toBeInTheDocument();
  await added.type('Finish', '06:30');
  expect(added.dialog.getByText('Charged: 8 h 30, £382.50.')).toBeInTheDocument();
  await added.saved();
  await waitFor(async () =>
    expect(await row(bare)).toMatchObject({ start_time: '22:00', total_time: 8.5, quantity: 8.5, total_value: 382.5 }),
  );
});

test('on the night when the clocks go back, the dialog shows the new hours and asks which of two equal times is meant', async () => {
  await logJobs(driver, [{ ...job, start_time: '22:00', finish_time: '06:00', work_date: '2026-10-20' }]);
  const { user } = await open(driver);
  navigate(`/works-list?edit=${id}`);
  const first = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await user.clear(first.getByLabelText('Date'));
  await user.type(first.getByLabelText('Date'), '2026-10-24');
  expect(await first.findByText('9 h on that date: the clocks change')).toBeInTheDocument();
  await user.click(first.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await waitFor(async () =>
    expect(await row()).toMatchObject({ work_date: '2026-10-24', total_time: 9, quantity: 9, total_value: 405 }),
  );

  const { dialog, type, saved } = await openTimes(user);
  await type('Finish', '01:30');
  const question = within(dialog.getByRole('group', { name: 'The clocks showed 01:30 twice that night. Which one?' }));
  await user.click(question.getByRole('radio', { name: 'After the clocks went back' }));
  expect(dialog.getByText('Charged: 4 h 30, £202.50.')).toBeInTheDocument();
  await saved();
  await waitFor(async () =>
    expect(await row()).toMatchObject({ finish_time: '01:30', finish_second: true, total_time: 4.5, quantity: 4.5 }),
  );
});
