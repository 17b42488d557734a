// Jobs that repeat: planned from a form, changed and deleted one by one or from one on.
import { fireEvent, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, formatDate, formatDateFull, formatDateLong } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { navigate } from '@tests/support/navigate';
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

const away = async (day: string) => {
  const row = { kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id], start_date: day, end_date: day };
  expect((await owner.from('diary_events').insert({ user_id: owner.id, ...row })).error).toBeNull();
  return `Sam Dale is on holiday on ${formatDate(day, today)} – book anyway?`;
};

test('a job is planned for each of its days, on which who is away is named; a wrong last day is refused beside its field, and an absence does not repeat', async () => {
  const warning = await away(addDays(today, 14));
  const { screen, user } = await renderPage('/diary?view=day', { backend, person: owner });
  const openPlan = async () => {
    await user.click(await screen.findByRole('button', { name: 'Add' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Plan…' }));
    return within(await screen.findByRole('dialog', { name: 'Plan' }));
  };
  const dialog = await openPlan();
  await user.type(dialog.getByRole('textbox', { name: /^Title/ }), 'Milk relief');
  await user.click(await dialog.findByRole('button', { name: 'Sam Dale' }));
  expect(dialog.queryByLabelText('Repeat until')).not.toBeInTheDocument();
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Repeat' }), 'Every week');
  expect(await dialog.findByText(warning)).toBeVisible();
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
  expect((await stored()).filter(({ title }) => title === 'Milk relief')).toEqual(
    [0, 7, 14].map((later) => ({
      ...{ title: 'Milk relief', start_date: addDays(today, later), notes: null, repeat_every: 'week' },
    })),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  const absence = await openPlan();
  await user.selectOptions(absence.getByRole('combobox', { name: 'Repeat' }), 'Every day');
  await user.click(absence.getByRole('radio', { name: 'Absence' }));
  expect(absence.queryByRole('combobox', { name: 'Repeat' })).not.toBeInTheDocument();
  await user.click(await absence.findByRole('button', { name: 'Sam Dale' }));
  await user.click(absence.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Added to the diary!')).toBeVisible();
  const absences = (await stored()).filter(({ title }) => title === null);
  expect(absences.map(({ start_date }) => start_date)).toEqual([today, addDays(today, 14)]);
});

test('a driver reads how often their job repeats, and until when, and can’t change it', async () => {
  await planWeekly();
  const { dialog } = await openJob(7, driver);
  expect(await dialog.findByText(`Every week, 2 more until ${formatDate(addDays(today, 21), today)}`)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'How it repeats…' })).not.toBeInTheDocument();
});

test('a deletion with one undo, or a change, applies to one job, or to this job and those after it', async () => {
  const planned = await planWeekly();
  const { screen, user, dialog } = await openJob(7);
  // Messages appear before the diary is read again; dialogs close after that.
  const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const openAgain = async (button: string, title: string) => {
    await closed();
    await user.click(await screen.findByRole('button', { name: /Milk relief/ }));
    await user.click(await screen.findByRole('button', { name: button }));
    return within(await screen.findByRole('dialog', { name: title }));
  };
  const DELETE = 'Delete “Milk relief” from the diary?';
  const CHANGE = 'Change what is planned';

  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: DELETE }));
  await user.click(question.getByRole('radio', { name: 'This and those after it' }));
  await user.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('3 jobs deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual([today]);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(async () => expect(await days()).toEqual(planned));

  const change = await openAgain('Change', CHANGE);
  expect(change.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await user.type(change.getByRole('textbox', { name: /^Note/ }), 'Gate 4');
  await user.click(change.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Diary updated!')).toBeVisible();
  expect((await stored()).map(({ notes }) => notes)).toEqual([null, 'Gate 4', null, null]);

  const later = await openAgain('Change', CHANGE);
  await user.click(later.getByRole('radio', { name: 'This and those after it' }));
  await user.type(later.getByRole('textbox', { name: /^Note/ }), '!');
  await user.click(later.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('3 jobs changed.')).toBeVisible();
  expect((await stored()).map(({ notes }) => notes)).toEqual([null, 'Gate 4!', 'Gate 4!', 'Gate 4!']);

  const one = await openAgain('Delete', DELETE);
  expect(one.getByRole('radio', { name: 'Only this one' })).toBeChecked();
  await user.click(one.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual([planned[0], planned[2], planned[3]]);
  await closed();

  // Those after it move by as many days.
  navigate(`/diary?view=day&date=${addDays(today, 14)}`);
  const moved = await openAgain('Change', CHANGE);
  await user.click(moved.getByRole('radio', { name: 'This and those after it' }));
  fireEvent.change(moved.getByLabelText('First day'), { target: { value: addDays(today, 15) } });
  await user.click(moved.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('2 jobs changed.')).toBeVisible();
  expect(await days()).toEqual([today, addDays(today, 15), addDays(today, 22)]);
});

test('how a job repeats: it is ended earlier or moved to other weekdays with one undo, and extended; a day that changes nothing is refused', async () => {
  const planned = await planWeekly();
  const { screen, user, dialog } = await openJob(7);
  const name = (later: number) => formatDateLong(addDays(today, later)).split(' ')[0] ?? '';
  const [now, next] = [name(0), name(1)];
  const openForm = async (job: { getByRole: typeof dialog.getByRole }) => {
    await user.click(job.getByRole('button', { name: 'How it repeats…' }));
    const form = within(await screen.findByRole('dialog', { name: 'How “Milk relief” repeats' }));
    const until = await form.findByLabelText('Repeat until');
    const choose = (value: string) => fireEvent.change(until, { target: { value } });
    return { form, until, choose, save: () => user.click(form.getByRole('button', { name: 'Save' })) };
  };
  const openAgain = async () => {
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(await screen.findByRole('button', { name: /Milk relief/ }));
    return openForm(within(await screen.findByRole('dialog', { name: 'Milk relief' })));
  };
  const undo = async () => {
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await days()).toEqual(planned));
  };

  const end = await openForm(dialog);
  end.choose(addDays(today, 8));
  expect(end.until).toHaveAccessibleDescription(
    '2 jobs after this day will be deleted. Those that are begun, done or cancelled stay.',
  );
  await end.save();
  expect(await screen.findByText('2 jobs deleted from the diary.')).toBeVisible();
  expect(await days()).toEqual(planned.slice(0, 2));
  await undo();

  const week = await openAgain();
  expect(week.form.getByRole('combobox', { name: 'Repeat' })).toHaveDisplayValue('Every week');
  expect(week.form.getByRole('button', { name: now })).toHaveAttribute('aria-pressed', 'true');
  expect(week.form.queryByLabelText('From')).not.toBeInTheDocument();
  await user.click(week.form.getByRole('button', { name: next }));
  await user.click(week.form.getByRole('button', { name: now }));
  const from = week.form.getByLabelText('From');
  expect(from).toHaveValue(addDays(today, 7));
  week.choose(addDays(today, 22));
  expect(week.until).toHaveAccessibleDescription(
    `Every ${next} until ${formatDateFull(addDays(today, 22))}: 3 jobs, the first on ` +
      `${formatDate(addDays(today, 8), addDays(today, 7))}. 3 will be added and 3 will be deleted. ` +
      'Those that are begun, done or cancelled stay.',
  );
  fireEvent.change(from, { target: { value: addDays(today, -1) } });
  await week.save();
  expect(from).toHaveAccessibleDescription('Choose today or a later day.');
  expect(from).toBeInvalid();
  fireEvent.change(from, { target: { value: addDays(today, 14) } });
  await week.save();
  expect(await screen.findByText('2 jobs added, 2 deleted.')).toBeVisible();
  expect(await days()).toEqual([...planned.slice(0, 2), addDays(today, 15), addDays(today, 22)]);
  await undo();

  const more = await openAgain();
  expect(more.until).toHaveValue(planned[3]);
  expect(more.until).toHaveAccessibleDescription('The last one is on this day.');
  await more.save();
  expect(more.until).toHaveAccessibleDescription('This changes nothing. Choose another day.');
  expect(more.until).toBeInvalid();
  const [fifth, sixth] = [addDays(today, 28), addDays(today, 35)];
  more.choose(addDays(sixth, 3));
  expect(more.until).toHaveAccessibleDescription(
    `2 jobs will be added, from ${formatDate(fifth, today)} to ${formatDate(sixth, today)}.`,
  );
  await more.save();
  expect(await screen.findByText('2 jobs added to the diary!')).toBeVisible();
  expect(await days()).toEqual([...planned, fifth, sixth]);
  const { data } = await owner.from('diary_events').select('assigned_to, repeat_date').eq('start_date', sixth).single();
  expect(data).toEqual({ assigned_to: [driver.id], repeat_date: sixth });
});

test('another interval keeps the events on its days; who is away on a new one is named', async () => {
  const planned = await planWeekly();
  const soon = await away(addDays(today, 3));
  const further = await away(addDays(today, 28));
  const { screen, user, dialog } = await openJob(0);
  await user.click(dialog.getByRole('button', { name: 'How it repeats…' }));
  const form = within(await screen.findByRole('dialog', { name: 'How “Milk relief” repeats' }));
  const choose = (value: string) => fireEvent.change(form.getByLabelText('Repeat until'), { target: { value } });
  await form.findByLabelText('Repeat until');
  choose(addDays(today, 28));
  expect(await form.findByText(further)).toBeVisible();
  choose(planned[3] ?? '');
  await waitFor(() => expect(form.queryByText(further)).not.toBeInTheDocument());
  await user.selectOptions(form.getByRole('combobox', { name: 'Repeat' }), 'Every day');
  expect(await form.findByText(soon)).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: 'Repeat' }), 'Every 2 weeks');
  choose(addDays(today, 28));
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('1 job added, 2 deleted.')).toBeVisible();
  const left = (await stored()).filter(({ title }) => title === 'Milk relief');
  expect(left.map(({ start_date, repeat_every }) => [start_date, repeat_every])).toEqual(
    [planned[0], planned[2], addDays(today, 28)].map((date) => [date, 'fortnight']),
  );
});
