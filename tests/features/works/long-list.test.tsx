import { act, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as snapshotWorks from '@/offline/snapshot/snapshot-works';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { holdRequests } from '@tests/support/hold-requests';
import { renderPage } from '@tests/support/render-page';
import { scrollTo } from '@tests/support/browser/scroll';
import { pendingRequests } from '@tests/support/test-network';
import { resizeWindow, storedWorks, today } from './works-helpers';

// Thousands of rows take long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const ENTRIES = 3500;
/** The estimated heights of a row on a desktop and of a card, before they are measured. */
const [ROW_HEIGHT, CARD_HEIGHT] = [41, 100];

let backend: TestBackend;
let owner: Person;
let requests: URL[];
/** The rows of each response that has a part of the list. */
let parts: { id: string }[][];

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  // Copying the list to the device makes requests that this file must not count.
  vi.spyOn(snapshotWorks, 'syncWorks').mockImplementation(() => new Promise(() => undefined));
  requests = [];
  parts = [];
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
});

/** Inserts jobs 1 to `count`, ten on each day; job 1 is the newest. */
const insertJobs = (count: number) =>
  backend.sql(
    `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
     select $1, 'Hill Farm', 'Job ' || n, 'bale', 1, 1, $2::date - ((n - 1) / 10)::integer, 'Alex Owner'
     from generate_series(1, $3::integer) n`,
    [owner.id, today(), count],
  );

const recordingBackend = (): Pick<TestBackend, 'fetch'> => ({
  fetch: async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    const answer = await backend.fetch(input, init);
    if (url.pathname === '/rest/v1/works') {
      requests.push(url);
      // Only requests for rows have an order. While a busy page does not read an answer, as both share a process, the database
      // may end the statement: the app then asks again.
      if (answer.ok && url.searchParams.has('order')) parts.push((await answer.clone().json()) as { id: string }[]);
    }
    return answer;
  },
});
const open = (query = '') => renderPage(`/works-list${query}`, { backend: recordingBackend(), person: owner });
/** Waits until the table has rows; its header is rendered before them. */
const table = async () => {
  await waitFor(() => expect(links()).not.toHaveLength(0), { timeout: 60_000 });
  return screen.getByRole('table', { name: 'Work entries' });
};
const body = async () => {
  const [, list] = within(await table()).getAllByRole('rowgroup');
  if (!list) throw new Error('the table has no body');
  return list;
};
/** The links of the rendered rows, found by class, because a query by role takes a second here. */
const links = () => [...document.querySelectorAll('tbody .row-link')];
const names = () => links().map((link) => link.textContent);
const rowOf = (name: string) =>
  links()
    .find((link) => link.textContent === name)
    ?.closest('tr') ?? null;

/** Scrolls to a row and waits until it is rendered. */
async function scrollToRow(list: Element, row: number) {
  scrollTo(list, row * ROW_HEIGHT);
  await waitFor(() => expect(list.querySelector(`[data-row="${row}"]`)).toBeInTheDocument());
}

test('3,500 entries arrive complete and in order, in few requests, with only some of them rendered', async () => {
  await insertJobs(ENTRIES);
  const expected = await backend.sql<{ task_name: string }>(
    'select task_name from public.works where user_id = $1 order by work_date desc, id desc',
    [owner.id],
  );
  await open();
  const list = await body();
  await waitFor(async () => expect(await table()).toHaveAttribute('aria-rowcount', `${ENTRIES + 1}`));
  // The steps reach every part of the list and the boundaries between parts; the last one is the end of the list.
  for (const row of [...Array.from({ length: 23 }, (_, step) => step * 150), ENTRIES - 1]) {
    await scrollToRow(list, row);
    const rendered = [...list.querySelectorAll('[data-row]')];
    expect(rendered.length).toBeLessThan(70);
    for (const entry of rendered) {
      const index = Number(entry.getAttribute('data-row'));
      // The header is row 1.
      expect(entry).toHaveAttribute('aria-rowindex', `${index + 2}`);
      expect(entry.querySelector('.row-link')).toHaveTextContent(expected[index]?.task_name ?? 'none');
    }
  }
  const ids = parts.flat().map(({ id }) => id);
  expect(ids).toHaveLength(ENTRIES);
  expect(new Set(ids).size).toBe(ENTRIES);
  expect(parts.length).toBeLessThanOrEqual(9);
});

test('a jump to the end loads the list until the end', async () => {
  await insertJobs(1200);
  await open();
  const list = await body();
  scrollTo(list, 1190 * ROW_HEIGHT);
  await waitFor(() => expect(list.querySelector('[data-row="1199"]')).toBeInTheDocument());
  expect(list.querySelector('[data-row="0"]')).not.toBeInTheDocument();
});

test('a row that is scrolled out of view keeps its tick and the focus', async () => {
  await insertJobs(600);
  const { user } = await open();
  const list = await body();
  await waitFor(() => expect(names()).not.toEqual([]));
  const [first = ''] = names();
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(`^${first},`) }));
  rowOf(first)?.querySelector('a')?.focus();
  await scrollToRow(list, 400);
  expect(names().length).toBeGreaterThan(20);
  expect(document.activeElement).toHaveTextContent(first);
  expect(rowOf(first)).toHaveAttribute('aria-rowindex', '2');
  act(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await scrollToRow(list, 300);
  expect(list.querySelector('[data-row="0"]')).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Chosen entries' })).toHaveTextContent('1 chosen');
  await scrollToRow(list, 0);
  expect(screen.getByRole('checkbox', { name: new RegExp(`^${first},`) })).toBeChecked();
});

test('an edit far down keeps the scroll position, and only what is in view is fetched again', async () => {
  await insertJobs(ENTRIES);
  const { user } = await open();
  const list = await body();
  scrollTo(list, 1500 * ROW_HEIGHT);
  await waitFor(() => expect(list.querySelector('[data-row="1500"]')).toBeInTheDocument());
  const before = names();
  const name = list.querySelector('[data-row="1500"] .row-link')?.textContent ?? '';
  requests.length = 0;
  await user.click(rowOf(name)?.querySelector('.row-link') ?? list);
  const dialog = within(await screen.findByRole('dialog'));
  const note = dialog.getByRole('textbox', { name: /note/i });
  await user.type(note, 'Gate was open');
  await user.click(dialog.getByRole('button', { name: /save/i }));
  await waitFor(() => expect(rowOf(name)).toHaveTextContent('Has a note'));
  expect(names()).toEqual(before);
  await waitFor(() => expect(pendingRequests()).toBe(0));
  const lists = requests.filter((url) => url.searchParams.has('order'));
  expect(lists.length).toBeLessThanOrEqual(2);
  await scrollToRow(list, 0);
  // What was out of view is fetched again when it comes into view.
  await waitFor(() => expect(requests.filter((url) => url.searchParams.has('order')).length).toBe(lists.length + 1));
});

test('one press selects every entry of a filter, and one change applies to all of them', async () => {
  await insertJobs(420);
  const { user } = await open();
  await table();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all entries shown' }));
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  await user.click(await bar.findByRole('button', { name: 'Choose all 420' }));
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('420 chosen £420.00'));
  await user.click(bar.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Change customer' }));
  await user.type(await screen.findByRole('combobox', { name: 'New customer for these entries' }), 'Manor');
  await user.click(screen.getByRole('button', { name: 'Change 420 entries' }));
  await waitFor(() => expect(screen.getAllByRole('status').at(-1)).toHaveTextContent('Work entry updated!'));
  const moved = (await storedWorks(backend, owner)).filter(({ customer }) => customer === 'Manor');
  expect(moved).toHaveLength(420);
  await waitFor(() => expect(screen.queryByText('Hill Farm', { selector: 'td' })).not.toBeInTheDocument());
});

test('one press selects the first thousand of 3,500 entries, and the button says so', async () => {
  await insertJobs(ENTRIES);
  const { user } = await open();
  await table();
  await user.click(screen.getByRole('checkbox', { name: 'Choose all entries shown' }));
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  await user.click(await bar.findByRole('button', { name: 'Choose the first 1,000' }));
  await waitFor(() => expect(bar.getByRole('status')).toHaveTextContent('1,000 chosen £1,000.00'));
  expect(bar.getByRole('button', { name: 'Create invoice' })).toBeInTheDocument();
});

const printedRows = () => document.querySelectorAll('.print-sheet tbody tr').length;

test('Print loads the missing parts, and prints every entry of the filter', async () => {
  await insertJobs(420);
  const { user } = await open();
  await table();
  const printed: number[] = [];
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'));
    printed.push(printedRows());
    window.dispatchEvent(new Event('afterprint'));
  });
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await waitFor(() => expect(printed).toEqual([420]));
  vi.unstubAllGlobals();
  expect(printedRows()).toBe(0);
  expect(names().length).toBeLessThan(70);
});

test('a list printed from the browser’s menu has only the loaded entries, and says so', async () => {
  await insertJobs(420);
  await open();
  await table();
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event('beforeprint')));
    expect(printedRows()).toBe(230);
    expect(screen.getByText(/^The first 230 of 420\./)).toBeInTheDocument();
  });
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
});

test('a printed list shows the name of the app, the date of printing and its filters', async () => {
  await insertJobs(3);
  await open('?status=ready&from=2020-01-31&q=a');
  await table();
  act(() => {
    window.dispatchEvent(new Event('beforeprint'));
  });
  expect(
    screen.getByText(/^Farm Diary, printed on \d+ \w{3} 20\d\d\. Only: from 31 Jan 2020, Ready, “a”\.$/),
  ).toBeInTheDocument();
  act(() => {
    window.dispatchEvent(new Event('afterprint'));
  });
});

test('a phone renders some of its cards, counts all, and sums a day only when all of it is loaded', async () => {
  resizeWindow(390);
  await insertJobs(600);
  await open();
  const list = await screen.findByRole('list', { name: 'Work entries' });
  await waitFor(() => expect(within(list).getAllByRole('listitem')[0]).toHaveAttribute('aria-setsize', '600'));
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(40);
  scrollTo(list, 590 * CARD_HEIGHT);
  await waitFor(() => expect(list.querySelector('[data-row="599"]')).toBeInTheDocument());
  const last = list.querySelector('[data-row="599"]');
  expect(last).toHaveAttribute('aria-posinset', '600');
  expect(list.querySelector('[data-row="590"] h2')).toHaveTextContent('£10.00');
});

test('on a phone a press ticks a card after "Choose", with the same actions', async () => {
  resizeWindow(390);
  await insertJobs(12);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Choose' }));
  const boxes = await screen.findAllByRole('checkbox', { name: /^Job/ });
  for (const box of boxes.slice(0, 2)) await user.click(box);
  const bar = within(screen.getByRole('group', { name: 'Chosen entries' }));
  expect(bar.getByRole('status')).toHaveTextContent('2 chosen £2.00');
  expect(bar.getByRole('button', { name: 'Create invoice' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('group', { name: 'Chosen entries' })).not.toBeInTheDocument();
});

test('a list opened by a link renders its rows before the totals and before filters load their lists', async () => {
  await insertJobs(20);
  const slow = holdRequests(backend, /\/rest\/v1\/works\?/);
  let totalsLoaded = false;
  const listRequests = new Set<string>();
  const { user } = await renderPage('/diary', {
    person: owner,
    backend: {
      fetch: async (input, init) => {
        const path = new URL(input instanceof Request ? input.url : String(input)).pathname;
        if (/\/(tasks|recent_jobs|saved_filters)$/.test(path)) listRequests.add(path);
        const answer = await slow.fetch(input, init);
        totalsLoaded ||= path.endsWith('/works_totals');
        return answer;
      },
    },
  });
  const link = (await screen.findAllByRole('link', { name: 'Works List' }))[0] as HTMLElement;
  listRequests.clear();
  await user.click(link);
  await waitFor(() => expect(totalsLoaded).toBe(true));
  // Leaves enough time to render the response.
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(screen.queryByRole('region', { name: 'Totals' })).not.toBeInTheDocument();
  expect([...listRequests]).toEqual([]);
  // The header is there already, so that the rows do not shift it.
  const head = screen.getByRole('table', { name: 'Work entries' });
  expect(within(head).getByRole('columnheader', { name: 'Customer' })).toBeInTheDocument();
  expect(head).toHaveAttribute('aria-busy', 'true');
  // The loading message is outside the busy element, because a screen reader would hold it back.
  expect(screen.getByText('Loading your data...').closest('[aria-busy=true]')).toBeNull();
  const selectAll = screen.getByRole('checkbox', { name: 'Choose all entries shown' });
  expect(selectAll).toBeDisabled();
  /** Whether the totals were rendered when the first row appeared. */
  const totalsAtFirstRow = new Promise<boolean>((resolve) => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('[data-row]')) return;
      watch.disconnect();
      resolve(document.querySelector('.total-bar') !== null);
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  slow.release();
  expect(await totalsAtFirstRow).toBe(false);
  expect(await screen.findByRole('region', { name: 'Totals' })).toHaveTextContent('Entries20');
  expect(screen.getByRole('table', { name: 'Work entries' })).toBe(head);
  expect(head).toHaveAttribute('aria-busy', 'false');
  expect(screen.queryByText('Loading your data...')).not.toBeInTheDocument();
  expect(selectAll).toBeEnabled();
  await waitFor(() => expect(listRequests.size).toBe(3));
});
