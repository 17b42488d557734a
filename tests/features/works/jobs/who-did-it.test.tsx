// Who did a job that the account holder logs from a paper docket: chosen while logging, and corrected in the stored entry.
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { addTasks, findRows, logJobs, resizeWindow } from '@tests/features/works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  resizeWindow(390);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await backend.employeeOf(owner, { firstName: 'Kay', lastName: 'Driver' });
  await addTasks(owner, [['Carting', 'hour', 38]]);
});
afterAll(() => backend.close());

const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const choices = (opened: Awaited<ReturnType<typeof dialog>>) =>
  within(opened.getByRole('combobox', { name: 'Who did it' }))
    .getAllByRole('option')
    .map((option) => option.textContent);
const peopleOf = (job: string) =>
  backend.sql(
    `select person_id = $2 as is_driver, name, minutes, start_time::text from public.job_people where job_id = $1`,
    [job, driver.id],
  );

test('the person has the time of the job, the entry stays the account holder’s, and the choice survives a reload', async () => {
  await logJobs(owner, [{ customer: 'Mill Farm', task_name: 'Carting', chargeable_unit: 'hour', quantity: 3 }]);
  const path = '/add-work?customer=Mill+Farm&task=Carting';
  const { user } = await renderPage(path, { backend, person: owner });
  await screen.findByRole('button', { name: 'Save work' });
  const open = async () =>
    user.click(
      within(screen.getByRole('group', { name: 'More on this job' })).getByRole('button', { name: /^People/ }),
    );
  await open();
  const opened = await dialog('Who was there');
  const who = await opened.findByRole('combobox', { name: 'Who did it' });
  expect(who).toHaveDisplayValue('I did it');
  await opened.findByRole('option', { name: 'Sam Driver' });
  expect(choices(opened)).toEqual(['I did it', 'Kay Driver', 'Sam Driver']);
  await user.selectOptions(who, 'Kay Driver');
  await user.selectOptions(who, 'Sam Driver');
  expect(opened.getByRole('region', { name: 'Sam Driver' })).toBeVisible();
  expect(opened.queryByRole('region', { name: 'Kay Driver' })).not.toBeInTheDocument();
  await user.click(opened.getByRole('button', { name: 'Done' }));
  await user.type(screen.getByRole('textbox', { name: 'Hours' }), '4.5');

  // From the draft, once the app is opened again.
  await waitFor(async () =>
    expect(await draftsOf(owner.id, 'add-work')).toMatchObject([
      { values: { text: { quantity: '4.5' }, more: { people: [{ name: 'Sam Driver', asJob: true }] } } },
    ]),
  );
  cleanup();
  await renderPage(path, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  const stored = () =>
    backend.sql<{ job_id: string }>(
      `select job_id, employee_id, created_by_name, total_value::float from public.works where quantity = 4.5`,
    );
  await waitFor(async () => expect(await stored()).toHaveLength(1));
  const [saved] = await stored();
  expect(saved).toMatchObject({ employee_id: null, created_by_name: 'Alex Owner', total_value: 171 });
  expect(await peopleOf(saved?.job_id ?? '')).toEqual([
    { is_driver: true, name: 'Sam Driver', minutes: 270, start_time: null },
  ]);
});

test('the dialog of a stored entry shows and changes who did it; a person without a login stays a choice', async () => {
  const id = crypto.randomUUID();
  const line = { id, customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', rate: 38, breaks: 30 };
  const times = { start_time: '08:00', finish_time: '12:30', work_date: '2026-11-02' };
  const people = [{ id: crypto.randomUUID(), name: 'Casual Carl', minutes: 60 }];
  expect((await owner.rpc('log_job', { p_job: { id, lines: [{ ...line, ...times }], people } })).error).toBeNull();
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend, person: owner });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Who did it' }));
    const opened = await dialog('Who did “Carting”');
    return { opened, who: await opened.findByRole('combobox', { name: 'Who did it' }) };
  };
  const { opened, who } = await ask();
  expect(who).toHaveDisplayValue('Casual Carl');
  await opened.findByRole('option', { name: 'Sam Driver' });
  expect(choices(opened)).toEqual(['I did it', 'Kay Driver', 'Sam Driver', 'Casual Carl']);
  await user.selectOptions(who, 'Sam Driver');
  await user.click(opened.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Job updated!')).toBeVisible();
  const sam = { is_driver: true, name: 'Sam Driver', minutes: 240, start_time: '08:00:00' };
  expect(await peopleOf(id)).toEqual([sam]);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Who did “Carting”' })).not.toBeInTheDocument());

  const again = await ask();
  expect(again.who).toHaveDisplayValue('Sam Driver');
  await user.selectOptions(again.who, 'I did it');
  await user.click(again.opened.getByRole('button', { name: 'Save' }));
  await waitFor(async () => expect(await peopleOf(id)).toEqual([]));
});

test('an employee’s entry is theirs, until the account holder says that somebody else did it', async () => {
  const id = crypto.randomUUID();
  await logJobs(driver, [{ id, customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'acre', quantity: 6 }]);
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Who did it' }));
  const opened = await dialog('Who did “Carting”');
  const who = await opened.findByRole('combobox', { name: 'Who did it' });
  expect(who).toHaveDisplayValue('Sam Driver');
  await opened.findByRole('option', { name: 'Kay Driver' });
  expect(choices(opened)).toEqual(['Sam Driver', 'Alex Owner', 'Kay Driver']);
  await user.selectOptions(who, 'Alex Owner');
  await user.click(opened.getByRole('button', { name: 'Save' }));
  await waitFor(async () =>
    expect(await peopleOf(id)).toEqual([{ is_driver: false, name: 'Alex Owner', minutes: null, start_time: null }]),
  );
});

test('the dialog of a job with several people refers to its docket', async () => {
  const id = crypto.randomUUID();
  const line = { id, customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', quantity: 2 };
  const people = ['Carl', 'Dora'].map((name) => ({ id: crypto.randomUUID(), name }));
  const job = { id, lines: [{ ...line, work_date: '2026-11-02' }], people };
  expect((await owner.rpc('log_job', { p_job: job })).error).toBeNull();
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Who did it' }));
  const opened = await dialog('Who did “Carting”');
  expect(await opened.findByText(/^Carl, Dora were on this job/)).toBeVisible();
  expect(opened.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

describe('the works list', () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const open = (query = '') =>
    renderPage(`/works-list?from=2026-10-05&to=2026-10-05${query}`, { backend, person: owner });
  const texts = async () => (await findRows()).map((row) => row.textContent);
  beforeAll(async () => {
    const log = (id: string, task_name: string, people: readonly object[]) => {
      const line = { id, customer: 'Hill Farm', task_name, chargeable_unit: 'acre', rate: 10, quantity: 2 };
      const named = people.map((one) => ({ id: crypto.randomUUID(), ...one }));
      return owner.rpc('log_job', {
        p_job: { id, lines: [{ ...line, work_date: '2026-10-05' }], people: named },
      });
    };
    const sam = { person_id: driver.id, name: 'Sam Before' };
    const added = [await log(ids[0], 'Rolling', [sam]), await log(ids[1], 'Mowing', [sam, { name: 'Carl' }])];
    expect(added.map(({ error }) => error)).toEqual([null, null]);
    await logJobs(owner, [
      { customer: 'Hill Farm', task_name: 'Hedges', chargeable_unit: 'acre', quantity: 1, work_date: '2026-10-05' },
    ]);
  });
  afterEach(() => resizeWindow(390));

  test('names who did it by their current name, and finds their entries', async () => {
    resizeWindow(1440);
    await open();
    await screen.findByRole('link', { name: /^Open Rolling/ });
    await waitFor(async () => {
      const rows = await texts();
      expect(rows.find((text) => text.includes('Rolling'))).toContain('Sam DriverReady');
      expect(rows.find((text) => text.includes('Mowing'))).toContain('Carl +1Ready');
      expect(rows.find((text) => text.includes('Hedges'))).toContain('Alex OwnerNeeds rate');
    });
    cleanup();
    await open(`&person=${driver.id}`);
    await screen.findByRole('link', { name: /^Open Rolling/ });
    expect(await findRows()).toHaveLength(2);
    cleanup();
    await open('&q=carl');
    await screen.findByRole('link', { name: /^Open Mowing/ });
    expect(await findRows()).toHaveLength(1);
  });

  test('groups by them, and an entry of two people counts under both', async () => {
    resizeWindow(1440);
    const { user } = await open('&group=person');
    const table = await screen.findByRole('table', { name: 'Work entries in groups' });
    const rows = () => within(table).getAllByRole('row').slice(1);
    await waitFor(() =>
      expect(rows().map((row) => row.textContent)).toEqual([
        'Sam Driver2£40.00',
        'Carl1£20.00',
        'Alex Owner1 needs a rate1£0.00',
      ]),
    );
    expect(screen.getByText('An entry with several people counts under each of them.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Carl' }));
    await screen.findByRole('link', { name: /^Open Mowing/ });
    await waitFor(() => expect(rows()[2]).toHaveTextContent('Carl +1'));
  });

  test('on a phone, a card names who did it if its job does', async () => {
    await open();
    const card = async (task: string) =>
      (await screen.findByText(task, { selector: 'strong' })).closest('li, article, [role="listitem"]');
    await waitFor(async () => expect(await card('Rolling')).toHaveTextContent('Sam Driver'));
    expect(await card('Mowing')).toHaveTextContent('Carl +1');
    expect(await card('Hedges')).not.toHaveTextContent('Alex Owner');
  });

  test('shows another choice at once', async () => {
    resizeWindow(1440);
    const { user } = await open(`&edit=${ids[0]}`);
    await user.click(await screen.findByRole('button', { name: 'Who did it' }));
    const opened = await dialog('Who did “Rolling”');
    await opened.findByRole('option', { name: 'Kay Driver' });
    await user.selectOptions(opened.getByRole('combobox', { name: 'Who did it' }), 'Kay Driver');
    await user.click(opened.getByRole('button', { name: 'Save' }));
    await screen.findByText('Job updated!');
    await waitFor(() => expect(screen.getAllByText('Kay Driver', { selector: 'td' })).toHaveLength(1));
  });
});

test('an employee is not asked, neither while logging nor in their entry', async () => {
  const id = crypto.randomUUID();
  await logJobs(driver, [{ id, customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', quantity: 5 }]);
  await renderPage(`/works-list?edit=${id}`, { backend, person: driver });
  expect(await screen.findByRole('link', { name: 'Docket' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Who did it' })).not.toBeInTheDocument();
  cleanup();
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Carting', { backend, person: driver });
  await screen.findByRole('button', { name: 'Save work' });
  await user.click(screen.getByRole('button', { name: /^People/ }));
  const opened = await dialog('Who was there');
  expect(await opened.findByRole('button', { name: 'Sam Driver' })).toBeVisible();
  expect(opened.queryByRole('combobox', { name: 'Who did it' })).not.toBeInTheDocument();
});
