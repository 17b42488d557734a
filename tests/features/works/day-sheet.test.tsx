// The day's sheet: typed by keyboard, pasted from a spreadsheet, saved once and all together.
import 'fake-indexeddb/auto';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatDate } from '@/domain/core/time';
import { draftsOf } from '@/offline/outbox/store/store';
import type { SheetDraft } from '@/features/works/sheet/use-day-sheet';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { addTasks, daysAgo, logJobs, resizeWindow, storedWorks } from './works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
const realFetch = globalThis.fetch;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
afterEach(() => {
  globalThis.fetch = realFetch;
});
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [
    ['Baling', 'bale', 6.22],
    ['Hedge cutting', 'hour', 45],
  ]);
  await logJobs(owner, [
    {
      customer: 'Hill Farm',
      task_name: 'Baling',
      chargeable_unit: 'bale',
      rate: 6.22,
      quantity: 74,
      work_date: daysAgo(3),
    },
  ]);
});

const line = (number: number) => screen.findByRole('group', { name: `Line ${number}` });
const cell = async (number: number, label: string) => within(await line(number)).getByLabelText(label);
async function open() {
  const page = await renderPage('/day-sheet', { backend, person: owner });
  await line(1);
  return page;
}
const saved = async () => (await storedWorks(backend, owner)).filter(({ work_date }) => work_date === daysAgo(1));
const people = () =>
  backend.sql<{ name: string; person_id: string | null; minutes: number | null }>(
    'select name, person_id, minutes from public.job_people where user_id = $1 order by minutes',
    [owner.id],
  );

test('the keyboard alone types lines, takes unit and rate from the price list, and saves them for yesterday', async () => {
  const { user } = await open();
  // Enter on the last line adds one, and Ctrl + Delete removes it.
  (await cell(6, 'Note')).focus();
  await user.keyboard('{Enter}');
  expect(await cell(7, 'Person')).toHaveFocus();
  await user.keyboard('{Control>}{Delete}{/Control}');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Line 7' })).toBeNull());
  expect(await cell(6, 'Person')).toHaveFocus();

  (await cell(1, 'Person')).focus();
  await user.keyboard('sam{Tab}hill{ArrowDown}{Enter}{Tab}bal{ArrowDown}{Enter}{Tab}86{Enter}');
  expect(await cell(2, 'Person')).toHaveFocus();
  expect(await cell(1, 'Unit')).toHaveValue('bale');
  expect(await cell(1, 'Rate')).toHaveValue('6.22');
  expect(within(await line(1)).getByText('£534.92')).toBeVisible();
  // The first name is enough.
  expect(await within(await line(1)).findByText('sam is Sam Driver.')).toBeVisible();
  // Person and customer of the line above, then a task by the hour with its times.
  await user.keyboard(
    '{Control>}d{/Control}{Tab}{Control>}d{/Control}{Tab}Hedge cutting{Tab}{Tab}{Tab}730{Tab}12{Tab}30',
  );
  expect(await cell(2, 'Start')).toHaveValue('07:30');
  expect(within(await line(2)).getByText('£180.00')).toBeVisible();
  expect(screen.getByText('£714.92')).toBeVisible();
  await user.keyboard('{ArrowUp}');
  expect(await cell(1, 'Breaks, min')).toHaveFocus();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(
    await screen.findByText(`2 jobs saved for ${formatDate(daysAgo(1), daysAgo(0))}, £714.92 in all.`),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show them' })).toHaveAttribute(
    'href',
    `/works-list?from=${daysAgo(1)}&to=${daysAgo(1)}`,
  );
  expect(await cell(1, 'Customer')).toHaveValue('');
  expect((await saved()).toSorted((a, b) => (a.total_value ?? 0) - (b.total_value ?? 0))).toMatchObject([
    {
      customer: 'Hill Farm',
      task_name: 'Hedge cutting',
      quantity: 4,
      start_time: '07:30',
      breaks: 30,
      total_value: 180,
    },
    { customer: 'Hill Farm', task_name: 'Baling', quantity: 86, rate: 6.22, total_value: 534.92 },
  ]);
  expect(await people()).toEqual([
    { name: 'Sam Driver', person_id: driver.id, minutes: 240 },
    { name: 'Sam Driver', person_id: driver.id, minutes: null },
  ]);
});

test('a pasted table says what is left out, wrong or logged already; what is typed survives a reload', async () => {
  await logJobs(driver, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', quantity: 86, work_date: daysAgo(1) },
  ]);
  const { user, view } = await open();
  (await cell(1, 'Person')).focus();
  await user.paste(
    `Field\tCustomer\tTask\tQty\tDate\nTop\tHill Farm\tBaling\t1,250\t${daysAgo(1)}\nLow\tHill Frm\tBaling\tmany\t${daysAgo(5)}`,
  );
  expect(
    await screen.findByText(/^2 lines pasted\. Not on this sheet, so left out: Field\. The table has lines of/),
  ).toBeVisible();
  expect(await cell(1, 'Quantity')).toHaveValue('1,250');
  expect(await cell(2, 'Quantity')).toHaveValue('many');
  expect(within(await line(2)).getByText('Quantity: Enter a number like 12.5.')).toBeVisible();
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByText('Line 2 needs a correction before the sheet can be saved.')).toBeVisible();
  await waitFor(async () => expect(await cell(2, 'Quantity')).toHaveFocus());
  expect(await saved()).toHaveLength(1);
  await user.keyboard('40{Control>}{Enter}{/Control}');
  // The name is probably a mistake.
  const dialog = await screen.findByRole('dialog', { name: 'Save these lines as they are?' });
  expect(within(dialog).getByText('Line 2: Did you mean Hill Farm? “Hill Frm” would be a new customer.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
  await user.click(screen.getByRole('button', { name: 'Undo paste' }));
  expect(await cell(1, 'Quantity')).toHaveValue('');
  expect(await saved()).toHaveLength(1);

  await user.type(await cell(2, 'Customer'), 'Mill');
  await waitFor(async () => {
    const drafts = await draftsOf(owner.id, 'day-sheet');
    const lines = drafts.flatMap(({ values }) => (values as SheetDraft).lines);
    expect(lines.map(({ cells }) => cells)).toContainEqual({ customer: 'Mill' });
  });
  view.unmount();
  const { user: again } = await open();
  expect(await cell(2, 'Customer')).toHaveValue('Mill');
  expect(screen.getByText('Restored what you typed before.')).toBeVisible();
  await again.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(async () => expect(await cell(2, 'Customer')).toHaveValue(''));

  // A line that is logged already, or typed twice, is confirmed before saving.
  (await cell(1, 'Customer')).focus();
  await again.paste('Hill Farm\tBaling\t86\nHill Farm\tBaling\t5\nHill Farm\tBaling\t5');
  expect(
    await screen.findByText(/^Sam Driver logged this already at \d\d:\d\d: same customer, task, day and quantity\.$/),
  ).toBeVisible();
  expect(within(await line(3)).getByText('The same as line 2.')).toBeVisible();
  await again.click(screen.getByRole('button', { name: 'Save sheet' }));
  await again.click(await screen.findByRole('button', { name: 'Save anyway' }));
  expect(await screen.findByText(/^3 jobs saved for /)).toBeVisible();
  expect(await saved()).toHaveLength(4);
});

test('a line that the database refuses is named beside it, and nothing is saved; after a lost answer, nothing is saved twice', async () => {
  const { user } = await open();
  (await cell(1, 'Customer')).focus();
  await user.paste('Hill Farm\tBaling\t86\nHill Farm\tBaling\t5');
  await backend.sql(
    `create function public.refuse_five() returns trigger language plpgsql as $$ begin
       perform private.refuse_if(new.quantity = 5, 'Five is refused here.'); return new; end $$`,
  );
  await backend.sql(
    'create trigger zz_refuse_five before insert on public.works for each row execute function public.refuse_five()',
  );
  await user.click(screen.getByRole('button', { name: 'Save sheet' }));
  expect(await screen.findByText('Nothing was saved. Line 2: Five is refused here.')).toBeVisible();
  expect(within(await line(2)).getByText('Five is refused here.')).toBeVisible();
  await backend.sql('drop function public.refuse_five() cascade');
  expect(await saved()).toEqual([]);
  await user.clear(await cell(2, 'Quantity'));
  await user.type(await cell(2, 'Quantity'), '6');
  expect(screen.queryByText('Five is refused here.')).toBeNull();

  let calls = 0;
  globalThis.fetch = async (input, init) => {
    const answer = await realFetch(input, init);
    if (!(input instanceof Request ? input.url : String(input)).includes('log_day_sheet')) return answer;
    calls += 1;
    globalThis.fetch = realFetch;
    throw new TypeError('Failed to fetch');
  };
  await user.click(screen.getByRole('button', { name: 'Save sheet' }));
  expect(
    await screen.findByText(/^There was no answer, so it is not certain that the sheet was saved\./),
  ).toBeVisible();
  expect(calls).toBe(1);
  expect(await cell(2, 'Quantity')).toHaveValue('6');
  await waitFor(async () => expect(await saved()).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Save sheet' }));
  expect(await screen.findByText(/^2 jobs saved for /)).toBeVisible();
  expect(await saved()).toHaveLength(2);
});
