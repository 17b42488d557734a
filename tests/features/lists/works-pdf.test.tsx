// The works list as a PDF: all of it, as the person sees it.
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formatDateDated } from '@/domain/core/time';
import { clearDisk, connectionTo, waitForWorksOnDisk } from '@tests/features/offline/phone';
import { daysAgo, findRows, logJobs, logSampleJobs, resizeWindow, today } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { catchSavedFiles } from '@tests/features/calculators/saved-files';
import { savePdf } from './saved-pdf';

catchSavedFiles();

// Thousands of rows take long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  await clearDisk();
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await backend.sql('update public.farm_settings set farm_name = $2 where user_id = $1', [owner.id, 'Headland Ltd']);
});

const printed = new RegExp(`Printed on ${formatDateDated(today())} at \\d\\d:\\d\\d`);

test('has every row of more than 1,000 in the order of the list, and sums all of them', async () => {
  await backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Hill Farm', 'Baling', 'bale', 1.5, n, $2::date - n, 'Alex Owner' from generate_series(1, 1203) n`,
    [owner.id, today()],
  );
  const { user } = await renderPage('/works-list', { backend, person: owner });
  await findRows();
  // The message may be gone by the time that so many pages are read.
  const message = async () =>
    expect(await screen.findByText('1,203 rows', undefined, { timeout: 120_000 })).toBeVisible();
  const [{ name, pages, text, isLandscape }] = await Promise.all([savePdf(user), message()]);
  expect(name).toBe(`works-${today()}.pdf`);
  expect(pages[0]).toMatch(/^Headland Ltd Works List Entries: 1,203; Bales: 724,206; Value: £1,086,309\.00 /);
  expect(pages[0]).toMatch(printed);
  const bales = [...text.matchAll(/Hill Farm Baling ([\d,]+) bales? £1\.50 \/ bale £[\d,.]+ Alex Owner Ready/g)].map(
    ([, n]) => Number(n?.replace(',', '')),
  );
  expect(bales).toEqual(Array.from({ length: 1203 }, (_, at) => at + 1));
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Date Customer Task Quantity Rate Value Person Status');
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`);
  }
  expect(isLandscape).toBe(false);
});

test('has the rows of the filters or the groups only, as the list shows them; what does not load is said, and nothing saved', async () => {
  const connection = connectionTo(backend);
  await logSampleJobs(owner, driver);
  const { data } = await owner.from('customers').select('id').eq('name', 'Hill Farm').single();
  const { user } = await renderPage(`/works-list?status=ready&customer=${data?.id ?? ''}&q=farm`, {
    backend: connection,
    person: owner,
  });
  const shown = (await findRows()).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
  // The names of the filters are loaded after the rows.
  await screen.findByRole('button', { name: 'Customer Hill Farm, take away' });
  const { text } = await savePdf(user);
  expect(text).toContain('Only: Ready, Hill Farm, “farm” Entries: 2; Acres: 12.5; Bales: 86; Value: £935.67');
  expect(shown).toHaveLength(2);
  for (const [, , customer = '', , quantity = '', rate = '', value = '', person = '', state = ''] of shown)
    expect(text).toMatch(
      new RegExp(
        `20\\d\\d ${customer} \\w+ ${[quantity, rate, value, person, state].join(' ').replaceAll('.', '\\.')}`,
      ),
    );
  expect(text).not.toContain('Tŷ Gwyn');

  navigate(`/works-list?group=customer&open=${data?.id ?? ''}`);
  await screen.findByRole('table', { name: 'Work entries in groups' });
  const { name, text: grouped } = await savePdf(user);
  expect(name).toBe(`works-by-customer-${today()}.pdf`);
  expect(grouped).toContain('Works List by customer Entries: 4; Hours: 7 h 20; ');
  expect(grouped).toContain('Customer Status Entries Hours Value Hill Farm 2 £935.67 Baling, ');
  expect(grouped).toMatch(/Ploughing, .* 12\.5 ac £400\.75 Tŷ Gwyn 1 needs a rate 2 7 h 20 £330\.00/);

  navigate('/works-list');
  await waitFor(async () => expect(await findRows()).toHaveLength(4));
  await screen.findByRole('region', { name: 'Totals' });
  connection.cut('error 500');
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  expect(await screen.findByText('No PDF was saved')).toBeVisible();
  expect(screen.getByText('Part of the list did not load. Check your signal and press PDF again.')).toBeVisible();
  connection.restore();
});

test('has no prices for an employee who may not see them, and their own jobs only', async () => {
  await logSampleJobs(owner, driver);
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const { user } = await renderPage('/works-list', { backend, person: driver });
  await findRows();
  const { text } = await savePdf(user);
  expect(text).toMatch(/^Headland Ltd My Work Only: Sam Driver Entries: 3; /);
  expect(text).toContain('Date Customer Task Quantity Person Status');
  expect(text).toContain('Hill Farm Baling 86 bales Sam Driver Ready');
  expect(text).not.toMatch(/£|Rate |Value|Hedge cutting/);
});

test('is made from the copy on this device without signal, says how old that is, and prints other scripts as boxes', async () => {
  await logSampleJobs(owner, driver);
  const long = `${'Llanfairpwllgwyngyll Contracting '.repeat(3)}& Sons`;
  const one = { chargeable_unit: 'bale', rate: 1, quantity: 1, work_date: daysAgo(1) };
  await logJobs(owner, [
    { ...one, customer: long, task_name: 'Baling' },
    { ...one, customer: 'Żółć 農場 🚜', task_name: '<b>Ní Dhálaigh</b>' },
  ]);
  const connection = connectionTo(backend);
  const { user } = await renderPage('/works-list', { backend: connection, person: owner });
  await findRows();
  await waitForWorksOnDisk(6);
  connection.cut('refused', true);
  await screen.findByText(/you're offline/);
  const { text } = await savePdf(user);
  expect(text).toContain('Entries: 6; ');
  expect(text).toMatch(/Without signal: as it was on .* at \d\d:\d\d\./);
  expect(text).toContain('Hill Farm Ploughing 12.5 ac £32.06 / ac £400.75 Sam Driver Ready');
  expect(text).toContain('Żółć □□ □');
  expect(text).toContain('<b>Ní Dhálaigh</b>');
  // The lines of a cell are drawn one after the other.
  expect(text.replaceAll(' ', '')).toContain(long.replaceAll(' ', ''));
  act(() => connection.restore());
  await waitFor(() => expect(screen.queryByText(/you're offline/)).toBeNull());
});
