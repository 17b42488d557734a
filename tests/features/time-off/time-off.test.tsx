// Time off: asked on a phone, answered at the desk, and counted.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mondayOf } from '@/domain/core/calendar';
import { addDays, formatDate } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { FULL } from '@tests/support/full';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
/** A Monday in the middle of the next leave year. */
let monday: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
  monday = mondayOf(`${Number(today.slice(0, 4)) + 1}-06-15`);
});

const open = (path: string, person: Person) => renderPage(path, { backend, person });
const request = async (more: object = {}) => {
  const id = crypto.randomUUID();
  const days = { start_date: monday, end_date: addDays(monday, 4) };
  const { error } = await driver
    .from('absence_requests')
    .insert({ id, user_id: owner.id, absence_type: 'holiday', ...days, ...more });
  if (error) throw error;
  return id;
};
const plan = (more: object = {}) =>
  owner.from('diary_events').insert({
    ...{ user_id: owner.id, kind: 'job', task_name: 'Hedges', customer: 'Hill Farm', assigned_to: [driver.id] },
    ...{ start_date: monday, end_date: monday, ...more },
  });
const requests = async () => (await owner.from('absence_requests').select('*')).data ?? [];
const inDiary = async () => (await owner.from('diary_events').select('*').eq('kind', 'absence')).data ?? [];
const choose = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const inDialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));

describe('requests that can’t be read', () => {
  test.each(FULL ? ['/noticeboard', '/time-off'] : ['/noticeboard'])(
    '%s says so and reads them again on request',
    async (path) => {
      await request();
      let isCut = true;
      const fetch: TestBackend['fetch'] = (input, init) => {
        const sent = new Request(input, init);
        if (isCut && sent.url.includes('/rest/v1/absence_requests?') && sent.url.includes('status=eq.asked'))
          return Promise.resolve(Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 }));
        return backend.fetch(sent);
      };
      const { user } = await renderPage(path, { backend: { fetch }, person: owner });
      expect(await screen.findByRole('heading', { name: 'Error Fetching Data' })).toBeVisible();
      isCut = false;
      await user.click(screen.getByRole('button', { name: 'Try again' }));
      expect((await screen.findAllByText(/^Sam Dale(: Holiday| asks for)/))[0]).toBeVisible();
      await waitFor(() =>
        expect(screen.queryByRole('heading', { name: 'Error Fetching Data' })).not.toBeInTheDocument(),
      );
    },
  );
});

test('a driver asks in the diary, sees planned jobs and the days left, and then the open request in the diary', async () => {
  await owner.from('farm_settings').update({ leave_days: 20 }).eq('user_id', owner.id);
  await plan();
  const { user } = await open(`/diary?view=agenda&date=${monday}`, driver);
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Ask for time off…' }));
  const dialog = await inDialog('Time off');
  choose(dialog.getByLabelText('Last day'), addDays(monday, -1));
  await user.click(dialog.getByRole('button', { name: 'Ask' }));
  expect(await dialog.findByText('The last day is before the first day.')).toBeVisible();
  choose(dialog.getByLabelText('Last day'), addDays(monday, 6));
  expect(await dialog.findByText(/^That is 5 days\. After that you have 15 days left in \d{4}\.$/)).toBeVisible();
  const day = formatDate(monday, today);
  expect(await dialog.findByText(`You have 1 job planned on these days: Hedges – Hill Farm on ${day}.`)).toBeVisible();
  await user.type(dialog.getByLabelText(/^Note/), 'Wedding');
  await user.click(dialog.getByRole('button', { name: 'Ask' }));
  const [asked] = await screen.findAllByRole('link', { name: /Sam Dale: Holiday\?/ });
  expect(asked).toHaveTextContent('Asked, not answered yet');
  // The holder has to answer it, so the driver's noticeboard does not list it.
  navigate('/noticeboard');
  expect(await screen.findByRole('heading', { name: 'Noticeboard' })).toBeVisible();
  expect(screen.queryByText(/asks for holiday/)).not.toBeInTheDocument();
  expect(await requests()).toMatchObject([
    { status: 'asked', start_date: monday, end_date: addDays(monday, 6), half: null, note: 'Wedding' },
  ]);
  expect(await inDiary()).toEqual([]);
});

test('a driver asks for half a day, on a single day only, takes it back, and reports sick days, also on days with logged work', async () => {
  const work = { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', quantity: 8, work_date: today };
  expect((await driver.from('works').insert({ id: crypto.randomUUID(), ...work })).error).toBeNull();
  await request();
  const { user } = await open(`/time-off?date=${monday}`, driver);
  const openForm = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: 'Ask for time off' }));
    return inDialog('Time off');
  };
  const dialog = await openForm();
  choose(dialog.getByLabelText('First day'), monday);
  await user.type(dialog.getByLabelText(/^Note/), 'Again');
  await user.click(dialog.getByRole('button', { name: 'Ask' }));
  // A refusal of the database is shown, and the form keeps its input.
  expect(await screen.findByText(/^You have asked for .* already\.$/)).toBeVisible();
  expect(dialog.getByLabelText(/^Note/)).toHaveValue('Again');

  const later = addDays(monday, 7);
  choose(dialog.getByLabelText('First day'), later);
  choose(dialog.getByLabelText('Last day'), later);
  await user.click(dialog.getByRole('radio', { name: 'Morning' }));
  expect(await dialog.findByText('That is half a day.')).toBeVisible();
  choose(dialog.getByLabelText('Last day'), addDays(later, 1));
  expect(dialog.queryByRole('radio', { name: 'Morning' })).not.toBeInTheDocument();
  expect(await dialog.findByText('That is 2 days.')).toBeVisible();
  choose(dialog.getByLabelText('Last day'), later);
  await user.click(dialog.getByRole('button', { name: 'Ask' }));
  const half = `${formatDate(later, today)}, morning`;
  expect(await screen.findByText(half)).toBeVisible();
  expect((await requests()).find(({ start_date }) => start_date === later)).toMatchObject({
    ...{ half: 'morning', end_date: later },
  });

  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: /, morning/ }));
  await user.click((await inDialog(/^Take back holiday/)).getByRole('button', { name: 'Take it back' }));
  await waitFor(() => expect(screen.queryByText(half)).not.toBeInTheDocument());
  expect(await requests()).toHaveLength(1);

  navigate('/time-off');
  const sick = await openForm();
  await user.click(sick.getByRole('radio', { name: 'Off sick' }));
  const day = formatDate(today, today);
  expect(await sick.findByText(`You have worked on these days: Baling – Hill Farm on ${day}.`)).toBeVisible();
  expect(sick.getByText(/^Sick days are not asked for: Alex is told/)).toBeVisible();
  await user.click(sick.getByRole('button', { name: 'Tell' }));
  expect(await screen.findByText('In the diary')).toBeVisible();
  expect(await inDiary()).toMatchObject([{ absence_type: 'sick', assigned_to: [driver.id] }]);
});

describe('answering', () => {
  test('the holder sees planned jobs and approves on the noticeboard, and the driver sees the answer and the balance', async () => {
    await owner.from('farm_settings').update({ leave_days: 20 }).eq('user_id', owner.id);
    await plan();
    await request({ note: 'Wedding' });
    const { user } = await open('/noticeboard', owner);
    const board = within(await screen.findByRole('list', { name: 'Needs you' }));
    expect(await board.findByText('Sam Dale asks for holiday')).toBeVisible();
    await user.click(await board.findByRole('button', { name: 'Answer Sam Dale' }));
    const dialog = await inDialog('Sam Dale: Holiday?');
    const day = formatDate(monday, today);
    expect(
      await dialog.findByText(`Sam Dale has 1 job planned on these days: Hedges – Hill Farm on ${day}.`),
    ).toBeVisible();
    expect(await dialog.findByText(/: 0 taken, 5 asked of 20 days, 15 left$/)).toBeVisible();
    expect(dialog.getByText('Wedding')).toBeVisible();
    await user.type(dialog.getByLabelText(/^Reason/), 'Enjoy it');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Approved. Sam Dale is told.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Sam Dale asks for holiday')).not.toBeInTheDocument());
    expect(await inDiary()).toMatchObject([{ start_date: monday, assigned_to: [driver.id] }]);
    cleanup();
    await open('/noticeboard', driver);
    expect(await screen.findByText('Your holiday is approved')).toBeVisible();
    navigate(`/time-off?date=${monday}`);
    expect(await screen.findByText('In the diary')).toBeVisible();
    expect(screen.getByText('Booked').nextElementSibling).toHaveTextContent('5');
    expect(screen.getByText('15 left')).toBeVisible();
  });

  test('a declined request is shown with its reason, and leaves the diary', async () => {
    await request();
    const { user } = await open(`/diary?view=day&date=${monday}`, owner);
    await user.click(await screen.findByRole('link', { name: /Sam Dale: Holiday\?/ }));
    const dialog = await inDialog('Sam Dale: Holiday?');
    await user.type(dialog.getByLabelText(/^Reason/), 'Silage that week');
    await user.click(dialog.getByRole('button', { name: 'Decline' }));
    expect(await screen.findByText('Declined. Sam Dale is told.')).toBeVisible();
    cleanup();
    await open(`/time-off?date=${monday}`, driver);
    expect(await screen.findByText('Alex Hill declined it: Silage that week')).toBeVisible();
    navigate(`/diary?view=day&date=${monday}`);
    expect(await screen.findByText(/^Nothing (planned|logged)/)).toBeVisible();
  });

  test('answering a request that was taken back, or taking back an answered one, shows a message', async () => {
    const id = await request();
    const { user } = await open('/time-off', owner);
    await user.click(await screen.findByRole('button', { name: /Sam Dale: Holiday/ }));
    const dialog = await inDialog('Sam Dale: Holiday?');
    await driver.from('absence_requests').delete().eq('id', id);
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Sam Dale has taken it back meanwhile.')).toBeVisible();
    await waitFor(() => expect(screen.queryByText('Asked for')).not.toBeInTheDocument());
    const second = await request();
    cleanup();
    const page = await open(`/time-off?date=${monday}`, driver);
    await page.user.click(await screen.findByRole('button', { name: /^Holiday/ }));
    await owner.from('absence_requests').update({ status: 'declined' }).eq('id', second);
    await page.user.click((await inDialog(/^Take back holiday/)).getByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('It was answered meanwhile. Look at it again.')).toBeVisible();
    expect(await screen.findByText('Alex Hill declined it')).toBeVisible();
  });

  test('a warning names the job on the days of an absence that the holder plans', async () => {
    await plan({ start_date: today, end_date: today });
    const { user } = await open(`/diary?view=day&date=${today}`, owner);
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
    const dialog = await inDialog('Plan');
    await user.click(dialog.getByRole('radio', { name: 'Absence' }));
    await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
    const day = formatDate(today, today);
    expect(
      await dialog.findByText(`Sam Dale has 1 job planned on these days: Hedges – Hill Farm on ${day}.`),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Sam Dale: Holiday')).toBeVisible();
  });
});

test('days of holiday: the holder sets them for the farm and for a person, not without a working day, and the balances follow', async () => {
  await request();
  const { user } = await open(`/time-off?date=${monday}`, owner);
  await user.click(await screen.findByRole('button', { name: 'Set them' }));
  const farm = await inDialog('Days of holiday');
  await user.type(farm.getByLabelText(/^Days of holiday a year/), '22.3');
  expect(farm.getByText('Enter days like 28 or 22.5.')).toBeVisible();
  await user.click(farm.getByRole('button', { name: 'Save' }));
  await user.clear(farm.getByLabelText(/^Days of holiday a year/));
  await user.type(farm.getByLabelText(/^Days of holiday a year/), '22½');
  const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
  for (const name of weekdays) await user.click(farm.getByRole('button', { name }));
  expect(farm.getByText('Choose at least one day.')).toBeVisible();
  await user.click(farm.getByRole('button', { name: 'Save' }));
  const [settings] = (await owner.from('farm_settings').select('work_days, leave_days')).data ?? [];
  expect(settings).toEqual({ work_days: [1, 2, 3, 4, 5], leave_days: null });
  for (const name of weekdays.slice(0, 4)) await user.click(farm.getByRole('button', { name }));
  await user.click(farm.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('18½ left')).toBeVisible();
  expect(screen.getByText('0 taken, 4 asked of 22½ days')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Sam Dale.*taken/ }));
  const person = await inDialog('Sam Dale');
  expect(person.getByText('Left empty, 22½ as on the farm.')).toBeVisible();
  await user.type(person.getByLabelText(/^Days of holiday a year/), '3');
  await user.click(person.getByRole('button', { name: 'Monday' }));
  await user.click(person.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('0 taken, 3 asked of 3 days')).toBeVisible();
  expect(screen.getByText('0 left')).toBeVisible();
  expect((await owner.from('leave_terms').select('leave_days, work_days')).data).toEqual([
    { leave_days: 3, work_days: [2, 3, 4] },
  ]);
});

test('the leave year that the holder chose is stepped through', async () => {
  await owner.from('farm_settings').update({ leave_month: 4 }).eq('user_id', owner.id);
  const { user } = await open('/time-off?date=2026-05-01', driver);
  expect(await screen.findByRole('heading', { name: 'Apr 2026 to Mar 2027' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Year before' }));
  expect(await screen.findByRole('heading', { name: 'Apr 2025 to Mar 2026' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Year after' }));
  expect(await screen.findByRole('heading', { name: 'Apr 2026 to Mar 2027' })).toBeVisible();
});
