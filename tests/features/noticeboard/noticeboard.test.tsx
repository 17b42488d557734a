import { cleanup, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatDateLong, todayIn } from '@/domain/core/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { hideFirstSteps } from './hide-first-steps';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  const account = await setUpInvoicing(backend, owner);
  await account.addCustomer('Manor Estate');
  await account.addWorks([9000, 957.79]);
  await account.addWorks([null, null], { to: 'Manor Estate' });
  await owner.from('works').insert({
    customer: 'Manor Estate',
    task_name: 'Hedges',
    chargeable_unit: 'each',
    rate: 5,
    work_date: account.today,
  });
  const late = await account.addWorks([100]);
  const issued = await account.issue(late);
  if (issued.error) throw new Error(issued.error.message);
  await backend.sql(`update public.invoices set due_date = private.today(user_id) - 4 where user_id = $1`, [owner.id]);
});
afterAll(() => backend.close());

const today = () => formatDateLong(todayIn('Europe/London', new Date()));

test('a summary that fails to load is reported in its place; then an account holder sees what needs their attention, most serious first, with links', async () => {
  let failing = true;
  const fetch: TestBackend['fetch'] = (input, init) =>
    failing && (input instanceof Request ? input.url : String(input)).includes('/rpc/home_summary')
      ? Promise.resolve(new Response('{"message":"too many connections"}', { status: 503 }))
      : backend.fetch(input, init);
  const { screen, user } = await renderPage('/', { backend: { fetch }, person: owner });
  expect(await screen.findByText('Loading your data...')).toBeInTheDocument();
  // It is retried three times before it counts as failed.
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Could not load your information from the database.');
  failing = false;
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Noticeboard' })).toBeInTheDocument();
  expect(screen.getByText(today())).toBeVisible();
  const list = await screen.findByRole('list', { name: 'Needs you' });
  expect(await screen.findByText('Four things need you.')).toBeVisible();
  const rows = within(list).getAllByRole('link');
  expect(rows.map((row) => [row.textContent, row.getAttribute('href')])).toEqual([
    ['Invoice overdue£120.001 invoice', '/view-invoices?show=overdue'],
    ['Ready to invoice£9,957.791 customer, 2 entries', '/works-list?status=ready'],
    ['2 entries need a rateNo invoice without a rate.', '/works-list?status=needs_rate'],
    ['1 entry needs a quantityHow much was done?', '/works-list?status=needs_quantity'],
  ]);
  await expectQuickActions(screen);
});

/** The four quick actions, the same for everybody. */
async function expectQuickActions(screen: Awaited<ReturnType<typeof renderPage>>['screen']) {
  const actions = within(await screen.findByRole('navigation', { name: 'Quick actions' }));
  expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Clock In / Out', '/time-tracker'],
    ['Complete Checklist', '/add-checklist'],
    ['Add Note', '/add-note'],
    ['Add Work', '/add-work'],
  ]);
}

test('an employee sees today’s date, an empty day and board, and no money', async () => {
  const { screen } = await renderPage('/noticeboard', { backend, person: driver });
  expect(await screen.findByText('Nothing on the board. Have a safe day.')).toBeVisible();
  expect(await screen.findByText('No job is planned for you today.')).toBeVisible();
  expect(screen.getByText(today())).toBeVisible();
  await expectQuickActions(screen);
  expect(screen.queryByRole('list', { name: 'Needs you' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Post a notice' })).not.toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /^Work of/ })).not.toBeInTheDocument();
  expect(within(screen.getByRole('main')).queryByText(/£/)).not.toBeInTheDocument();
});

test('a lapsed account can read its board, but nothing on it links elsewhere or can be changed', async () => {
  const lapsed = await backend.user();
  await backend.employeeOf(lapsed);
  const account = await setUpInvoicing(backend, lapsed);
  await account.addWorks([40]);
  const notice = { user_id: lapsed.id, title: 'Bridge closed', body: 'Top road.' };
  expect((await lapsed.from('notices').insert(notice)).error).toBeNull();
  await backend.lapse(lapsed);
  const { screen, user } = await renderPage('/', { backend, person: lapsed });
  const list = await screen.findByRole('list', { name: 'Needs you' });
  expect(list).toHaveTextContent('Ready to invoice£40.00');
  expect(within(list).queryByRole('link')).not.toBeInTheDocument();
  await user.click(within(await screen.findByRole('heading', { level: 3, name: 'Bridge closed' })).getByRole('button'));
  expect(await screen.findByText('Read by 0 of 1')).toBeVisible();
  for (const name of ['Post a notice', 'Edit', 'Delete'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
});

test('a submitted week is shown to the account holder until it is approved, and to its person if it is sent back', async () => {
  const farmer = await backend.user({ firstName: 'Kit', lastName: 'Moor' });
  await hideFirstSteps(backend, farmer);
  const employee = await backend.employeeOf(farmer, { firstName: 'Jo', lastName: 'Fell' });
  const row = { user_id: farmer.id, clock_in_at: '2026-11-03T08:00:00Z', clock_out_at: '2026-11-03T16:00:00Z' };
  expect((await employee.from('time_entries').insert(row)).error).toBeNull();
  const week = { p_employee: employee.id, p_monday: '2026-11-02' };
  expect((await employee.rpc('step_week', { ...week, p_step: 'submit' })).error).toBeNull();
  const { screen } = await renderPage('/', { backend, person: farmer });
  const card = await screen.findByRole('link', { name: /A week is handed in/ });
  expect(card).toHaveTextContent(/Jo Fell, week from Mon 2 Nov( 2026)?\. Look at it and approve it\./);
  expect(card).toHaveAttribute('href', '/time-diary?week=2026-11-02');
  cleanup();
  // Sent back with a question, it is shown to its person until they hand it in again.
  const question = { p_step: 'query', p_words: 'No break on Tuesday?' };
  expect((await farmer.rpc('step_week', { ...week, ...question })).error).toBeNull();
  const own = await renderPage('/', { backend, person: employee });
  const sentBack = await own.screen.findByRole('link', { name: /Your week from Mon 2 Nov( 2026)? was sent back/ });
  expect(sentBack).toHaveTextContent('No break on Tuesday? Put it right, then hand it in again.');
  expect(sentBack).toHaveAttribute('href', '/time-diary?week=2026-11-02');
  expect(own.screen.queryByText(/handed in/)).not.toBeInTheDocument();
  cleanup();
  expect((await employee.rpc('step_week', { ...week, p_step: 'submit' })).error).toBeNull();
  const again = await renderPage('/', { backend, person: employee });
  // The message about it stays, like every message.
  await again.screen.findByText('Your week from 2 Nov was sent back');
  await waitFor(() =>
    expect(again.screen.queryByRole('link', { name: /Your week from Mon 2 Nov/ })).not.toBeInTheDocument(),
  );
  cleanup();
  const earlier = { user_id: farmer.id, clock_in_at: '2026-10-27T08:00:00Z', clock_out_at: '2026-10-27T16:00:00Z' };
  expect((await employee.from('time_entries').insert(earlier)).error).toBeNull();
  const earlierWeek = { ...week, p_monday: '2026-10-26' };
  expect((await employee.rpc('step_week', { ...earlierWeek, p_step: 'submit' })).error).toBeNull();
  const both = await renderPage('/', { backend, person: farmer });
  expect(await both.screen.findByRole('link', { name: /2 weeks are handed in/ })).toHaveTextContent(
    /Jo Fell, the oldest from Mon 26 Oct( 2026)?\. Look at them and approve them\./,
  );
  cleanup();
  for (const one of [week, earlierWeek])
    expect((await farmer.rpc('step_week', { ...one, p_step: 'approve' })).error).toBeNull();
  const after = await renderPage('/', { backend, person: farmer });
  await after.screen.findByRole('heading', { level: 1, name: 'Noticeboard' });
  // The board of an account that is set up, and without work, says that nothing needs attention.
  expect(await after.screen.findByText('Nothing needs you.')).toBeVisible();
  expect(after.screen.getByRole('heading', { name: 'All done' })).toBeVisible();
  expect(await after.screen.findByText(/^No notices\./)).toBeVisible();
  expect(after.screen.queryByRole('region', { name: /^Work of/ })).not.toBeInTheDocument();
  // The message that they were handed in stays.
  await waitFor(() => expect(after.screen.queryByRole('link', { name: /(is|are) handed in/ })).not.toBeInTheDocument());
});
