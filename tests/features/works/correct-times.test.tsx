// Correcting or adding the times of an entry, in a separate step of its dialog.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { daysAgo, invoiceWorks, logJobs, resizeWindow, storedWorks } from './works-helpers';

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

const row = async () => (await storedWorks(backend, owner)).find((one) => one.id === id);
async function open(person: Person, name = 'Correct times') {
  const page = await renderPage(`/works-list?edit=${id}`, { backend: connection, person });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit entry' }));
  await page.user.click(await dialog.findByRole('button', { name }));
  const type = async (label: string, text: string) => {
    await page.user.clear(dialog.getByLabelText(label));
    await page.user.type(dialog.getByLabelText(label), text);
  };
  const save = () => page.user.click(dialog.getByRole('button', { name: 'Save changes' }));
  const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  return { ...page, dialog, type, save, waitUntilClosed };
}

describe('times of an entry', () => {
  beforeEach(() => logJobs(driver, [job]));

  test('times can be corrected: hours and value are shown before saving, and the history records the change', async () => {
    const { user, dialog, type, save, waitUntilClosed } = await open(owner);
    await type('Finish', '13:30');
    await type('Breaks', '20');
    expect(dialog.getByText('5 h 10 after breaks')).toBeInTheDocument();
    expect(dialog.getByText('Charged: 5 h 10, £232.50.')).toBeInTheDocument();
    expect(dialog.getByLabelText('Value')).toHaveAttribute('placeholder', '232.50');
    expect(dialog.getByText('Logged as 08:00–12:00, 4 h.')).toBeInTheDocument();
    await save();
    await waitUntilClosed();
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

  test('times can be corrected by an employee offline: the list shows the change at once, and it is sent later', async () => {
    const { type, save, waitUntilClosed } = await open(driver);
    connection.cut('error 500');
    await type('Start', '07:30');
    await save();
    await waitUntilClosed();
    const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
    await waitFor(() => expect(waiting.getByRole('link')).toHaveTextContent('4 h 30'));
    expect(waiting.getByRole('link')).toHaveTextContent('£202.50');
    expect(await row()).toMatchObject({ start_time: '08:00', total_time: 4 });
    connection.restore();
    await waitFor(async () =>
      expect(await row()).toMatchObject({ start_time: '07:30', total_time: 4.5, quantity: 4.5, total_value: 202.5 }),
    );
  });

  test('times that two people changed are not mixed: both versions are shown', async () => {
    const { user, type, save, waitUntilClosed } = await open(driver);
    connection.cut('error 500');
    await type('Finish', '13:00');
    await save();
    await waitUntilClosed();
    await owner.from('works').update({ start_time: '10:00' }).eq('id', id);
    connection.restore();
    await user.click(await screen.findByRole('button', { name: /1 needs attention/ }));
    const tray = within(await screen.findByRole('dialog', { name: 'Waiting on this phone' }));
    expect(await row()).toMatchObject({ start_time: '10:00', finish_time: '12:00' });
    const [, ...rows] = tray.getAllByRole('row');
    expect(rows.map((one) => one.textContent)).toEqual(['Start08:0010:00', 'Finish13:0012:00', 'Breaks00']);
    await user.click(tray.getByRole('button', { name: 'Keep mine' }));
    await waitFor(async () =>
      expect(await row()).toMatchObject({ start_time: '08:00', finish_time: '13:00', total_time: 5, quantity: 5 }),
    );
  });

  test('stay as they were on cancel, and invalid values are reported beside their field', async () => {
    const { user, dialog, type, save, waitUntilClosed } = await open(driver);
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
    await user.type(dialog.getByLabelText('Note (optional)'), 'Lane side');
    await save();
    await waitUntilClosed();
    await waitFor(async () =>
      expect(await row()).toMatchObject({ notes: 'Lane side', start_time: '08:00', finish_time: '12:00', breaks: 0 }),
    );
  });

  test('corrected times do not change typed hours, or a value that the account holder typed', async () => {
    await owner.from('works').update({ quantity: 3, total_value: 200 }).eq('id', id);
    const { dialog, type, save, waitUntilClosed } = await open(driver);
    await type('Finish', '13:00');
    expect(dialog.getByText('Charged: 3 h, the value stays as typed.')).toBeInTheDocument();
    await save();
    await waitUntilClosed();
    await waitFor(async () => expect(await row()).toMatchObject({ total_time: 5, quantity: 3, total_value: 200 }));
  });

  test('the times of an entry on an invoice are locked, and the dialog says so', async () => {
    await invoiceWorks(backend, owner, 'Hill Farm', ['Hedge cutting']);
    await renderPage(`/works-list?edit=${id}`, { backend, person: owner });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('This is on invoice INV-0001. Take it off the invoice first.')).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Correct times' })).not.toBeInTheDocument();
  });
});

test('times are added to an entry without any, and its hours follow from them', async () => {
  await logJobs(driver, [{ ...job, start_time: undefined, finish_time: undefined } as never]);
  const { dialog, type, save, waitUntilClosed } = await open(driver, 'Add times');
  await type('Start', '22:00');
  await save();
  expect(await dialog.findByText('Enter the finish time too.')).toBeInTheDocument();
  await type('Finish', '06:30');
  expect(dialog.getByText('Charged: 8 h 30, £382.50.')).toBeInTheDocument();
  await save();
  await waitUntilClosed();
  await waitFor(async () =>
    expect(await row()).toMatchObject({ start_time: '22:00', total_time: 8.5, quantity: 8.5, total_value: 382.5 }),
  );
});

test('the dialog asks which of two equal times is meant on the night when the clocks go back', async () => {
  await logJobs(driver, [{ ...job, start_time: '22:00', finish_time: '01:00', work_date: '2026-10-24' }]);
  const { user, dialog, type, save, waitUntilClosed } = await open(driver);
  await type('Finish', '01:30');
  const question = within(dialog.getByRole('group', { name: 'The clocks showed 01:30 twice that night. Which one?' }));
  await user.click(question.getByRole('radio', { name: 'After the clocks went back' }));
  expect(dialog.getByText('Charged: 4 h 30, £202.50.')).toBeInTheDocument();
  await save();
  await waitUntilClosed();
  await waitFor(async () =>
    expect(await row()).toMatchObject({ finish_time: '01:30', finish_second: true, total_time: 4.5, quantity: 4.5 }),
  );
});
