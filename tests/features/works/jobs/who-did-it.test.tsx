// Who did a job that the account holder logs from a paper docket: chosen while logging, and corrected in the stored entry.
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { draftsOf } from '@/offline/outbox/store/store';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { addTasks, findRows, logJobs, resizeWindow } from '@tests/features/works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeEach(() => resizeWindow(390));
beforeAll(async () => {
  backend = await testBackend();
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
  const [carls, sams, gangs] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const line = { customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', rate: 38, breaks: 30 };
  const times = { start_time: '08:00', finish_time: '12:30', work_date: '2026-11-02' };
  const log = (id: string, people: readonly object[]) =>
    owner.rpc('log_job', {
      p_job: {
        id,
        lines: [{ id, ...line, ...times }],
        people: people.map((one) => ({ id: crypto.randomUUID(), ...one })),
      },
    });
  const logged = [
    await log(carls, [{ name: 'Casual Carl', minutes: 60 }]),
    await log(gangs, [{ name: 'Carl' }, { name: 'Dora' }]),
  ];
  expect(logged.map(({ error }) => error)).toEqual([null, null]);
  const acres = { customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'acre', quantity: 6 };
  await logJobs(driver, [{ id: sams, ...acres }]);

  const { user } = await renderPage('/works-list', { backend, person: owner });
  const ask = async (id: string) => {
    navigate('/works-list');
    navigate(`/works-list?edit=${id}`);
    await user.click(await screen.findByRole('button', { name: 'Who did it' }));
    return dialog('Who did “Carting”');
  };
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: 'Who did “Carting”' })).not.toBeInTheDocument());
  const choose = async (opened: Awaited<ReturnType<typeof dialog>>, person: string) => {
    await user.selectOptions(opened.getByRole('combobox', { name: 'Who did it' }), person);
    await user.click(opened.getByRole('button', { name: 'Save' }));
  };

  const first = await ask(carls);
  expect(await first.findByRole('combobox', { name: 'Who did it' })).toHaveDisplayValue('Casual Carl');
  await first.findByRole('option', { name: 'Sam Driver' });
  expect(choices(first)).toEqual(['I did it', 'Kay Driver', 'Sam Driver', 'Casual Carl']);
  await choose(first, 'Sam Driver');
  expect(await screen.findByText('Job updated!')).toBeVisible();
  const sam = { is_driver: true, name: 'Sam Driver', minutes: 240, start_time: '08:00:00' };
  expect(await peopleOf(carls)).toEqual([sam]);
  await isClosed();
  const second = await ask(carls);
  expect(await second.findByRole('combobox', { name: 'Who did it' })).toHaveDisplayValue('Sam Driver');
  await choose(second, 'I did it');
  await waitFor(async () => expect(await peopleOf(carls)).toEqual([]));
  await isClosed();

  // An employee's entry is theirs, until the account holder says that somebody else did it.
  const third = await ask(sams);
  expect(await third.findByRole('combobox', { name: 'Who did it' })).toHaveDisplayValue('Sam Driver');
  await third.findByRole('option', { name: 'Kay Driver' });
  expect(choices(third)).toEqual(['Sam Driver', 'Alex Owner', 'Kay Driver']);
  await choose(third, 'Alex Owner');
  await waitFor(async () =>
    expect(await peopleOf(sams)).toEqual([{ is_driver: false, name: 'Alex Owner', minutes: null, start_time: null }]),
  );
  await isClosed();

  // A job with several people is changed at its docket.
  const last = await ask(gangs);
  expect(await last.findByText(/^Carl, Dora were on this job/)).toBeVisible();
  expect(last.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});

test('the works list names, finds and groups by who did it, and shows another choice at once', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const;
  const log = (id: string, task_name: string, people: readonly object[]) => {
    const line = { id, customer: 'Hill Farm', task_name, chargeable_unit: 'acre', rate: 10, quantity: 2 };
    const named = people.map((one) => ({ id: crypto.randomUUID(), ...one }));
    return owner.rpc('log_job', { p_job: { id, lines: [{ ...line, work_date: '2026-10-05' }], people: named } });
  };
  const sam = { person_id: driver.id, name: 'Sam Before' };
  const added = [await log(ids[0], 'Rolling', [sam]), await log(ids[1], 'Mowing', [sam, { name: 'Carl' }])];
  expect(added.map(({ error }) => error)).toEqual([null, null]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Hedges', chargeable_unit: 'acre', quantity: 1, work_date: '2026-10-05' },
  ]);
  const path = (query = '') => `/works-list?from=2026-10-05&to=2026-10-05${query}`;

  // On a phone, a card names who did it if its job does.
  resizeWindow(390);
  const { user } = await renderPage(path(), { backend, person: owner });
  const card = async (task: string) =>
    (await screen.findByText(task, { selector: 'strong' })).closest('li, article, [role="listitem"]');
  await waitFor(async () => expect(await card('Rolling')).toHaveTextContent('Sam Driver'));
  expect(await card('Mowing')).toHaveTextContent('Carl +1');
  expect(await card('Hedges')).not.toHaveTextContent('Alex Owner');

  // By their current names.
  act(() => resizeWindow(1440));
  await waitFor(async () => {
    const rows = (await findRows()).map((row) => row.textContent);
    expect(rows.find((text) => text.includes('Rolling'))).toContain('Sam DriverReady');
    expect(rows.find((text) => text.includes('Mowing'))).toContain('Carl +1Ready');
    expect(rows.find((text) => text.includes('Hedges'))).toContain('Alex OwnerNeeds rate');
  });
  navigate(path(`&person=${driver.id}`));
  await waitFor(async () => expect(await findRows()).toHaveLength(2));
  navigate(path('&q=carl'));
  await waitFor(async () => expect(await findRows()).toHaveLength(1));
  expect(screen.getByRole('link', { name: /^Open Mowing/ })).toBeInTheDocument();

  // An entry of two people counts under both.
  navigate(path('&group=person'));
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

  navigate(path(`&edit=${ids[0]}`));
  await user.click(await screen.findByRole('button', { name: 'Who did it' }));
  const opened = await dialog('Who did “Rolling”');
  await opened.findByRole('option', { name: 'Kay Driver' });
  await user.selectOptions(opened.getByRole('combobox', { name: 'Who did it' }), 'Kay Driver');
  await user.click(opened.getByRole('button', { name: 'Save' }));
  await screen.findByText('Job updated!');
  await waitFor(() => expect(screen.getAllByText('Kay Driver', { selector: 'td' })).toHaveLength(1));
});

test('an employee is not asked, neither while logging nor in their entry', async () => {
  const id = crypto.randomUUID();
  await logJobs(driver, [{ id, customer: 'Hill Farm', task_name: 'Carting', chargeable_unit: 'hour', quantity: 5 }]);
  const { user } = await renderPage(`/works-list?edit=${id}`, { backend, person: driver });
  expect(await screen.findByRole('link', { name: 'Docket' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Who did it' })).not.toBeInTheDocument();
  navigate('/add-work?customer=Hill+Farm&task=Carting');
  await screen.findByRole('button', { name: 'Save work' });
  await user.click(screen.getByRole('button', { name: /^People/ }));
  const opened = await dialog('Who was there');
  expect(await opened.findByRole('button', { name: 'Sam Driver' })).toBeVisible();
  expect(opened.queryByRole('combobox', { name: 'Who did it' })).not.toBeInTheDocument();
});
