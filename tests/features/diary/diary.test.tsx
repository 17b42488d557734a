// The diary shows work and planned events together, by day, week, month and agenda.
import { waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addDays, formatDate, formatDateLong, localTimeIn } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { resizeWindow } from '../works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let today: string;
let wednesday: string;
const planEvent = async (columns: object) => {
  const { error } = await owner
    .from('diary_events')
    .insert({ user_id: owner.id, kind: 'job', start_date: wednesday, end_date: wednesday, ...columns });
  if (error) throw error;
};
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  const account = await setUpInvoicing(backend, owner);
  today = account.today;
  // A Wednesday in a past week.
  wednesday = '2026-11-11';
  await account.addWorks([100, 20.5], { on: wednesday });
  await account.addWorks([null, 0], { on: addDays(wednesday, -1) });
  await account.addWorks([8], { on: addDays(wednesday, -7) });
  await planEvent({ title: 'First cut', assigned_to: [driver.id] });
  await planEvent({ title: 'Clean the yard', all_day: false, start_time: '14:30' });
  await planEvent({
    kind: 'absence',
    absence_type: 'holiday',
    assigned_to: [driver.id],
    end_date: addDays(wednesday, 1),
  });
});
afterAll(() => backend.close());

const headings = (screen: Awaited<ReturnType<typeof renderPage>>['screen']) =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

test('a week on a phone has each day’s work and plan once, with the day’s total', async () => {
  resizeWindow(390);
  const { screen } = await renderPage(`/diary?view=week&date=${wednesday}`, { backend, person: owner });
  expect(await screen.findByText('First cut')).toBeVisible();
  expect(await screen.findByText('No charge')).toBeVisible();
  expect(headings(screen)).toEqual([
    'Mon 9 Nov – Sun 15 Nov',
    `${formatDate(addDays(wednesday, -1), today)}1 needs a rate`,
    `${formatDate(wednesday, today)}£120.50`,
    formatDate(addDays(wednesday, 1), today),
  ]);
  const entries = within(screen.getByRole('main')).getAllByRole('listitem');
  expect(entries.map(({ textContent }) => textContent.replace(/£.*/, ''))).toEqual([
    expect.stringContaining('Hedges'),
    expect.stringContaining('Hedges'),
    expect.stringContaining('Absence: Sam Dale: Holiday'),
    expect.stringContaining('Job: First cut'),
    expect.stringContaining('Hedges'),
    expect.stringContaining('Hedges'),
    expect.stringContaining('Job: 14:30 Clean the yard'),
    expect.stringContaining('Absence: Sam Dale: Holiday'),
  ]);
});

test('a week on a desktop has a column for each day, including empty ones; its filters show only matching events, and it is exported', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => (files.push(file as Blob), 'blob:x'));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  resizeWindow(1440);
  const { screen, user, address } = await renderPage(`/diary?view=week&date=${wednesday}`, { backend, person: owner });
  expect(await screen.findByText('First cut')).toBeVisible();
  expect(await screen.findByText('No charge')).toBeVisible();
  expect(headings(screen)).toEqual([
    'Mon 9 Nov – Sun 15 Nov',
    formatDate(addDays(wednesday, -2), today),
    `${formatDate(addDays(wednesday, -1), today)}1 needs a rate`,
    `${formatDate(wednesday, today)}£120.50`,
    ...[1, 2, 3, 4].map((days) => formatDate(addDays(wednesday, days), today)),
  ]);
  expect(within(screen.getByRole('main')).getAllByRole('listitem')).toHaveLength(8);
  await user.click(screen.getByRole('button', { name: /Clean the yard/ }));
  expect(await screen.findByRole('dialog', { name: 'Clean the yard' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));

  const exportAs = async (name: string) => {
    const before = files.length;
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(files).toHaveLength(before + 1));
    return (await files.at(-1)?.text()) ?? '';
  };
  const calendar = await exportAs('Calendar (ICS)');
  expect(
    calendar
      .match(/^SUMMARY:.*$/gm)
      ?.map((line) => line.trim())
      .toSorted(),
  ).toEqual(['SUMMARY:Clean the yard', 'SUMMARY:First cut', 'SUMMARY:Sam Dale: Holiday']);
  expect(calendar).toContain('DTSTART;VALUE=DATE:20261111\r\nDTEND;VALUE=DATE:20261113');
  const sheet = (await exportAs('Spreadsheet (CSV)')).trim().split('\r\n');
  expect(sheet).toHaveLength(1 + 4 + 3);
  expect(sheet).toContainEqual(expect.stringContaining('2026-11-11,Job,Clean the yard,,,,2026-11-11,2026-11-11,14:30'));

  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Absence');
  expect(screen.queryByText('First cut')).not.toBeInTheDocument();
  expect(screen.getAllByText(/Holiday/)).toHaveLength(2);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'All');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Person' }), 'Sam Dale');
  // Unassigned events match any person.
  expect(screen.getByText('First cut')).toBeVisible();
  expect(screen.getByText('Clean the yard')).toBeVisible();
  expect(screen.queryByText('Hedges')).not.toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'All');

  await user.click(screen.getByRole('button', { name: new RegExp(`^${formatDate(wednesday, today)}`) }));
  expect(address()).toBe(`/diary?view=day&date=${wednesday}`);
});

test('an employee sees their own and unassigned events, without prices if those are hidden, and can move none', async () => {
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const other = await backend.employeeOf(owner, { firstName: 'Kay' });
  resizeWindow(1440);
  const { screen, user } = await renderPage(`/diary?view=week&date=${wednesday}`, { backend, person: other });
  expect(await screen.findByText('Clean the yard')).toBeVisible();
  const main = within(screen.getByRole('main'));
  expect(await main.findAllByText('Hedges')).toHaveLength(4);
  expect(main.queryByText('First cut')).not.toBeInTheDocument();
  expect(main.queryByText(/Holiday/)).not.toBeInTheDocument();
  expect(main.queryByText(/£|needs a rate/)).not.toBeInTheDocument();
  const yard = main.getByRole('button', { name: /Clean the yard/ });
  expect(yard).not.toHaveAttribute('data-event');
  await user.click(yard);
  await screen.findByRole('dialog', { name: 'Clean the yard' });
  expect(screen.queryByRole('button', { name: 'Move…' })).not.toBeInTheDocument();
  await backend.sql('update public.farm_settings set employees_see_rates = true where user_id = $1', [owner.id]);
});

test('a day opens at the current hour if it is today, an empty one at seven, and the focus stays; it has as many hours as its clock (case 10)', async () => {
  const ROW_HEIGHT = 48;
  const offset = vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function (this: HTMLElement) {
    return ROW_HEIGHT * [...(this.parentElement?.children ?? [])].indexOf(this);
  });
  const { screen, user } = await renderPage(`/diary?view=day&date=${addDays(today, 300)}`, { backend, person: owner });
  const top = async () => (await screen.findByRole('list', { name: 'Hours' })).scrollTop / ROW_HEIGHT;
  expect(await top()).toBe(7);
  const back = screen.getByRole('button', { name: 'Today' });
  await user.click(back);
  const hour = Number(localTimeIn('Europe/London', new Date()).slice(0, 2));
  // The hour may end while the test runs.
  await waitFor(async () => expect([hour - 1, hour].map((at) => Math.max(0, at))).toContain(await top()));
  expect(back).toHaveFocus();
  offset.mockRestore();
  for (const [date, hours] of [
    ['2026-10-25', 25],
    ['2027-03-28', 23],
    ['2026-11-11', 24],
  ] as const) {
    navigate(`/diary?view=day&date=${date}`);
    expect(await screen.findByRole('heading', { level: 2, name: formatDateLong(date, today) })).toBeVisible();
    expect([...(await screen.findByRole('list', { name: 'Hours' })).children], date).toHaveLength(hours);
  }
});

test('a day links to the next day, the previous one, today and the month, which has a cell for each day of its weeks', async () => {
  const { screen, user, address } = await renderPage(`/diary?view=day&date=${wednesday}`, { backend, person: owner });
  const title = (name: string) => screen.findByRole('heading', { level: 2, name });
  expect(await title(formatDateLong(wednesday, today))).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'On' }));
  expect(await title(formatDateLong(addDays(wednesday, 1), today))).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Today' }));
  expect(await title(formatDateLong(today, today))).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe(`/diary?view=day&date=${addDays(today, -1)}`);
  await user.click(screen.getByRole('radio', { name: 'Month' }));
  expect(await screen.findAllByRole('columnheader')).toHaveLength(7);
  navigate(`/diary?view=month&date=${wednesday}`);
  const cell = await screen.findByRole('button', { name: /^Wednesday 11 November.*: 2 entries, 3 planned, £120.50$/ });
  expect(screen.getAllByRole('cell')).toHaveLength(42);
  const day = cell.closest('td');
  // Planned events first, with their people; the rest is counted.
  expect([...(day?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Absence: /),
    expect.stringMatching(/^Job: /),
    expect.stringMatching(/^Job: /),
  ]);
  expect(screen.getByRole('button', { name: '2 more on Wed 11 Nov' })).toHaveTextContent('+2');
  await user.click(cell);
  expect(address()).toBe(`/diary?view=day&date=${wednesday}`);
});

test('the agenda shows a message for days without events', async () => {
  const fresh = await backend.user();
  const { screen } = await renderPage('/diary?view=agenda&date=2026-11-09', { backend, person: fresh });
  expect(await screen.findByRole('heading', { name: 'Nothing logged on these days.' })).toBeVisible();
});
