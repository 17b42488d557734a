// Jobs that repeat: planned from a form, changed and deleted one by one or from one on.
import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, formatDate, formatDateFull, formatDateLong } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  ({ today } = await setUpInvoicing(backend, owner));
});

const stored = async () =>
  (await owner.from('diary_events').select('title, start_date, notes, repeat_every').order('start_date')).data ?? [];
const days = async () => (await stored()).map(({ start_date }) => start_date);

/** Four jobs, a week apart, from today. */
async function planWeekly() {
  const repeat_id = crypto.randomUUID();
  const rows = [0, 7, 14, 21].map((later) => ({
    ...{ user_id: owner.id, kind: 'job', title: 'Milk relief', assigned_to: [driver.id] },
    ...{ start_date: addDays(today, later), end_date: addDays(today, later) },
    ...{ repeat_id, repeat_date: addDays(today, later), repeat_every: 'week' },
  }));
  expect((await owner.from('diary_events').insert(rows)).error).toBeNull();
  return rows.map(({ start_date }) => start_date);
}

async function openJob(later: number, person = owner) {
  const page = await renderPage(`/diary?view=day&date=${addDays(today, later)}`, { backend, person });
  await page.user.click(await page.screen.findByRole('button', { name: /Milk relief/ }));
  return { ...page, dialog: within(await page.screen.findByRole('dialog', { name: 'Milk relief' })) };
}

test('a job is planned for each of its days; a wrong last day is refused beside its field', async () => {
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan' }));
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Milk relief');
  expect(dialog.queryByLabelText('Repeat until')).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week');
  const weekday = formatDateLong(today).split(' ')[0] ?? '';
  expect(dialog.getByRole('button', { name: weekday })).toHaveAttribute('aria-pressed', 'true');
  const until = dialog.getByLabelText('Repeat until');
  const chooseUntil = (value: string) => fireEvent.change(until, { target: { value } });

  chooseUntil(addDays(today, -1));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(until).toHaveAccessibleDescription('This is before the first day.'));
  expect(until).toBeInvalid();

  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every day');
  chooseUntil('2199-12-31');
  expect(until).toHaveAccessibleDescription('It would repeat more than 366 times. Choose an earlier day.');

  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week');
  chooseUntil(addDays(today, 20));
  expect(until).toHaveAccessibleDescription(`Every ${weekday} until ${formatDateFull(addDays(today, 20))}: 3 jobs.`);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('3 jobs added to the diary!')).toBeVisible();
  expect(await stored()).toEqual(
    [0, 7, 14].map((later) => ({
      ...{ title: 'Milk relief', start_date: addDays(today, later), notes: null, repeat_every: 'week' },
    })),
  );
});

test('a person who is away on one of the days is named with that day', async () => {
  const away = { kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] };
  const day = addDays(today, 14);
  expect(
    (await owner.from('diary_events').insert({ user_id: owner.id, ...away, start_date: day, end_date: day })).error,
  ).toBeNull();
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan' }));
  await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week');
  expect(await dialog.findByText(`Sam Dale is on holiday on ${formatDate(day, today)} – book anyway?`)).toBeVisible();
});

test('an absence does not repeat', async () => {
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Add' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan' }));
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every day');
  await user.click(dialog.getByRole('radio', { name: 'Absence' }));
  expect(dialog.queryByRole('combobox', { name: 'Repeat' })).not.toBeInTheDocument();
  await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Added to the diary!')).toBeVisible();
  expect(await days()).toEqual([today]);
});

test('a driver reads how often their job repeats, and until when', async () => {
  await planWeekly();
  const { dialog } = await openJob(7, driver);
  expect(await dialog.findByText(`Every week, 2 more until ${formatDate(addDays(today, 21), today)}`)).toBeVisible();
});

test('a change applies to one job, or to this job and those after it', async () => {
  await planWeekly();
  const { screen, user, dialog } = await openJob(7);
  await user.click(dialog.getByRole('button', { name: 'Change' }));
  const change = within(await screen.findByRole('dialog', { name: 'Change what is planned' }));
  expect(change.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await user.type(change.getByRole('textbox', { name: /^Note/ }), 'Gate 4');
  await user.click(change.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Diary updated!')).toBeVisible();
  expect((await stored()).map(({ notes }) => notes)).toEqual([null, 'Gate 4', null, null]);
  // The message appears before the diary is read again; the dialog closes after that.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await user.click(await screen.findByRole('button', { name: /Milk relief/ }));
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const again = within(await screen.findByRole('dialog', { name: 'Change what is planned' }));
  await user.click(again.getByRole('radio', { name: 'This and those after it' }));
  fireEvent.change(again.getByLabelText('First day'), { target: { value: addDays(today, 8) } });
  await user.click(again.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('3 jobs changed.')).toBeVisible();
  expect((await stored()).map(({ start_date, notes }) => [start_date, notes])).toEqual([
    [today, null],
    ...[8, 15, 22].map((later) => [addDays(today, later), 'Gate 4']),
  ]);
});

test('a job and those after it are deleted, and one undo restores them', async () => {
  const planned = await planWeekly();
  const { screen, user, dialog } = await openJob(7);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Milk relief” from the diary?' }));
  await user.click(question.getByRole('radio', { name: 'This and those after it' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('3 jobs deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual([today]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await days()).toEqual(planned));
});

test('deleting only one job leaves the others', async () => {
  const planned = await planWeekly();
  const { screen, user, dialog } = await openJob(7);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete “Milk relief” from the diary?' }));
  expect(question.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual([planned[0], planned[2], planned[3]]);
});

async function openUntil(later: number) {
  const { screen, user, dialog } = await openJob(later);
  await user.click(dialog.getByRole('button', { name: 'How it repeats…' }));
  const form = within(await screen.findByRole('dialog', { name: 'How “Milk relief” repeats' }));
  const until = await form.findByLabelText('Repeat until');
  return { screen, user, form, until, choose: (value: string) => fireEvent.change(until, { target: { value } }) };
}

test('a repetition is extended with jobs like its last one; a day that changes nothing is refused beside its field', async () => {
  const planned = await planWeekly();
  const { screen, user, form, until, choose } = await openUntil(7);
  expect(until).toHaveValue(planned[3]);
  expect(until).toHaveAccessibleDescription('The last one is on this day.');
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(until).toHaveAccessibleDescription('This changes nothing. Choose another day.');
  expect(until).toBeInvalid();

  const [fifth, sixth] = [addDays(today, 28), addDays(today, 35)];
  choose(addDays(sixth, 3));
  expect(until).toHaveAccessibleDescription(
    `2 jobs will be added, from ${formatDate(fifth, today)} to ${formatDate(sixth, today)}.`,
  );
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 jobs added to the diary!')).toBeVisible();
  expect(await days()).toEqual([...planned, fifth, sixth]);
  const { data } = await owner.from('diary_events').select('assigned_to, repeat_date').eq('start_date', sixth).single();
  expect(data).toEqual({ assigned_to: [driver.id], repeat_date: sixth });
});

test('a repetition is ended earlier: the later jobs are deleted, and one undo restores them', async () => {
  const planned = await planWeekly();
  const { screen, user, form, until, choose } = await openUntil(0);
  choose(addDays(today, 8));
  expect(until).toHaveAccessibleDescription(
    '2 jobs after this day will be deleted. Those that are begun, done or cancelled stay.',
  );
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 jobs deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual(planned.slice(0, 2));
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await days()).toEqual(planned));
});

test('it moves to other weekdays from a day on, and back with one undo', async () => {
  const planned = await planWeekly();
  const { screen, user, form, until, choose } = await openUntil(7);
  const name = (later: number) => formatDateLong(addDays(today, later)).split(' ')[0] ?? '';
  const [now, next] = [name(0), name(1)];
  expect(form.getByRole('combobox', { name: 'Repeat' })).toHaveDisplayValue('Every week');
  expect(form.getByRole('button', { name: now })).toHaveAttribute('aria-pressed', 'true');
  expect(form.queryByLabelText('From')).not.toBeInTheDocument();

  await user.click(form.getByRole('button', { name: next }));
  await user.click(form.getByRole('button', { name: now }));
  const from = form.getByLabelText('From');
  expect(from).toHaveValue(addDays(today, 7));
  choose(addDays(today, 22));
  expect(until).toHaveAccessibleDescription(
    `Every ${next} until ${formatDateFull(addDays(today, 22))}: 3 jobs, the first on ` +
      `${formatDate(addDays(today, 8), addDays(today, 7))}. 3 will be added and 3 will be deleted. ` +
      'Those that are begun, done or cancelled stay.',
  );
  fireEvent.change(from, { target: { value: addDays(today, -1) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(from).toHaveAccessibleDescription('Choose today or a later day.');
  expect(from).toBeInvalid();
  fireEvent.change(from, { target: { value: addDays(today, 14) } });
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 jobs added, 2 deleted.')).toBeVisible();
  expect(await days()).toEqual([...planned.slice(0, 2), addDays(today, 15), addDays(today, 22)]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await days()).toEqual(planned));
});

test('another interval keeps the events on its days; who is away on a new one is named', async () => {
  const planned = await planWeekly();
  const away = { kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] };
  const day = addDays(today, 3);
  expect(
    (await owner.from('diary_events').insert({ user_id: owner.id, ...away, start_date: day, end_date: day })).error,
  ).toBeNull();
  const { screen, user, form, choose } = await openUntil(0);
  await user.selectOptions(form.getByRole('combobox', { name: 'Repeat' }), 'Every day');
  expect(await form.findByText(`Sam Dale is on holiday on ${formatDate(day, today)} – book anyway?`)).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: 'Repeat' }), 'Every 2 weeks');
  choose(addDays(today, 28));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 job added, 2 deleted.')).toBeVisible();
  const left = (await stored()).filter(({ title }) => title === 'Milk relief');
  expect(left.map(({ start_date, repeat_every }) => [start_date, repeat_every])).toEqual(
    [planned[0], planned[2], addDays(today, 28)].map((date) => [date, 'fortnight']),
  );
});

test('further days warn if the driver is away on one of them', async () => {
  await planWeekly();
  const away = { kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] };
  const day = addDays(today, 28);
  expect(
    (await owner.from('diary_events').insert({ user_id: owner.id, ...away, start_date: day, end_date: day })).error,
  ).toBeNull();
  const { form, choose } = await openUntil(0);
  choose(day);
  expect(await form.findByText(`Sam Dale is on holiday on ${formatDate(day, today)} – book anyway?`)).toBeVisible();
});

test('a driver can’t change how long a job repeats', async () => {
  await planWeekly();
  const { dialog } = await openJob(7, driver);
  expect(await dialog.findByText(/^Every week, 2 more/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'How it repeats…' })).not.toBeInTheDocument();
});
