// A job that is logged already, in another tab or by a first click, is not logged twice, and no input is lost.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { save } from '@/offline/outbox/outbox';
import { WORK } from '@/records/works';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { logJobs, addTasks, resizeWindow, storedWorks, today } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [['Baling', 'bale', 6.22]]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 6.22, quantity: 74 },
  ]);
});

test('a job that another tab has logged meanwhile is reported, and no input is lost', async () => {
  const as = crypto.randomUUID();
  const address = `/add-work?${new URLSearchParams({ as, customer: 'Hill Farm', task: 'Baling', date: today() }).toString()}`;
  const { user } = await renderPage(address, { backend: connection, person: driver });
  const quantity = await screen.findByLabelText('Bales');
  await user.type(quantity, '86');
  connection.cut('refused', true);
  const fields = {
    customer: 'Hill Farm',
    task_name: 'Baling',
    chargeable_unit: 'bale',
    quantity: 80,
    work_date: today(),
  };
  const shared = {
    userId: driver.id,
    accountId: owner.id,
    kind: WORK.kind,
    version: WORK.version,
    seen: null,
    parents: [],
  };
  await save({ ...shared, id: as, action: 'insert', fields, title: 'Baling, Hill Farm' });
  const pressSave = () => user.click(screen.getByRole('button', { name: 'Save work' }));
  await pressSave();
  const question = async () =>
    within(await screen.findByRole('dialog', { name: /^This job is logged already, at \d\d:\d\d\.$/ }));
  expect(
    (await question()).getByText(/^Baling, Hill Farm is saved on this device\. What you typed here is not\./),
  ).toBeVisible();
  await user.click((await question()).getByRole('button', { name: 'Go back' }));
  expect(quantity).toHaveValue('86');
  await pressSave();
  await user.click((await question()).getByRole('button', { name: 'Save as another entry' }));
  expect(await screen.findByRole('heading', { name: 'Work entry saved!' })).toBeInTheDocument();
  connection.restore();
  await waitFor(async () =>
    expect((await storedWorks(backend, owner)).map(({ quantity: bales }) => bales).toSorted()).toEqual([74, 80, 86]),
  );
});

test('a second click on "Save and add another" before the next rendering asks first', async () => {
  await addTasks(owner, [['Call-out', 'fixed', 60]]);
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Call-out', { backend, person: owner });
  const note = await screen.findByLabelText<HTMLTextAreaElement>('Note (optional)');
  await user.type(note, 'Gate');
  const button = screen.getByRole('button', { name: 'Save and add another' });
  const cleared = new Promise<void>((resolve) => {
    const check = () => (note.value === '' ? resolve() : void setTimeout(check));
    check();
  });
  fireEvent.click(button);
  await cleared;
  fireEvent.click(button);
  expect(
    await screen.findByRole('dialog', { name: /^You saved this already at \d\d:\d\d\. Save again\?$/ }),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Go back' }));
  await waitFor(async () => expect((await storedWorks(backend, owner)).map(({ notes }) => notes)).toContain('Gate'));
  expect((await storedWorks(backend, owner)).filter(({ task_name }) => task_name === 'Call-out')).toHaveLength(1);
});
